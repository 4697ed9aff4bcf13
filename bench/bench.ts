import { type CallsResult, measureCalls } from './calls.ts'
import { answer, turn, turnMessages } from './exchanges.ts'
import type { Measured, PeerName, TestName } from './job.ts'
import { median } from './measure.ts'
import { measureOpening } from './opening.ts'
import { measureSetupCost } from './setup-cost.ts'
import type { Cell, Row } from './table.ts'

export const peers: readonly PeerName[] = ['retake', 'msw', 'nock', 'polly', 'msw-snapshot', 'aimock']

export interface BenchSize {
  /** Test files for the setup cost. */
  files: number
  /** How often everything but recording is repeated. */
  rounds: number
  counts: Record<TestName, number>
  /** Bytes of a large prompt. */
  large: number
  /** Calls of the recording that is opened. */
  opening: number
}

/** What `npm run bench` measures. */
export const fullSize: BenchSize = {
  files: 40,
  rounds: 3,
  counts: { json: 600, streams: 300, large: 3, loop: 200, 'first-byte': 20 },
  large: 10_000_000,
  opening: 10_000,
}

/** Enough to see that everything works. */
export const smallSize: BenchSize = {
  files: 4,
  rounds: 1,
  counts: { json: 20, streams: 5, large: 2, loop: 40, 'first-byte': 3 },
  large: 200_000,
  opening: 300,
}

export interface Bench {
  rows: Row[]
  calls: CallsResult
}

/** Measures every row, in one run on one machine. */
export async function runBench(size: BenchSize, log: (line: string) => void): Promise<Bench> {
  log('setup cost')
  const setup = await setupRow(size)
  log('calls')
  const calls = await measureCalls({ peers, largeBytes: size.large, ...size, log })
  log('opening')
  const opening = await openingRow(size)
  const rows = [
    setup,
    replayRow(calls, 'json', 'replay of 2 kB JSON', 'it does not redact or verify'),
    replayRow(calls, 'streams', 'replay of 50 events', 'it gives the body as one piece'),
    replayRow(
      calls,
      'large',
      `replay of a ${size.large / 1e6} MB prompt`,
      'it does not look for secrets in the prompt; msw does not read it at all',
    ),
    firstByteRow(calls),
    opening,
    loopRow(calls, size.counts.loop),
  ]
  return { rows, calls }
}

async function setupRow({ files, rounds }: BenchSize): Promise<Row> {
  const cost = await measureSetupCost({ setups: ['empty', ...peers], files, rounds })
  const empty = cost.get('empty') as number[]
  // Round by round, so that what the machine did meanwhile is in both.
  const over = (peer: PeerName) =>
    median((cost.get(peer) as number[]).map((ms, round) => ms - (empty[round] as number)))
  return {
    name: 'setup, per file without calls',
    cells: new Map(peers.map((peer) => [peer, ms(over(peer))])),
    budget: { of: 'ms', limit: 10, measured: over('retake') },
    behind: '',
  }
}

function replayRow(calls: CallsResult, test: TestName, name: string, behind: string): Row {
  const cells = new Map<string, Cell>()
  for (const peer of peers) {
    const time = typicalTime(calls.replayed.get(peer) ?? [], test)
    cells.set(peer, time === null ? { cannot: calls.faults.get(peer) ?? 'it failed' } : ms(time))
  }
  const ratio = figureOf(cells, 'retake') / figureOf(cells, 'msw')
  const budget = test === 'large' ? null : { of: 'times msw', limit: 1.2, measured: ratio }
  return { name, cells, budget, behind }
}

/** The median over the rounds of each round's median; the first calls of a file load and compile what later ones use. */
function typicalTime(rounds: readonly Measured[], test: TestName): number | null {
  const medians = rounds.flatMap((round) => {
    const times = round[test]?.times ?? []
    return times.length > 0 ? [median(times.slice(Math.floor(times.length / 6)))] : []
  })
  return medians.length > 0 ? median(medians) : null
}

function firstByteRow(calls: CallsResult): Row {
  const time = (name: PeerName | 'none'): Cell => {
    if (name === 'msw') return { cannot: 'it does not record' }
    const recorded = calls.recorded.get(name)
    if (!recorded || 'cannot' in recorded) return { cannot: recorded?.cannot ?? 'it failed' }
    return ms(typicalTime([recorded], 'first-byte') ?? Number.NaN)
  }
  const cells = new Map(peers.map((peer) => [peer, time(peer)]))
  const bare = time('none')
  const added = figureOf(cells, 'retake') - ('value' in bare ? bare.value : 0)
  return {
    name: 'first byte while recording',
    cells,
    budget: { of: 'ms over bare fetch', limit: 5, measured: added },
    behind: 'it writes nothing to disk before the answer has ended',
  }
}

async function openingRow({ opening: count, rounds }: BenchSize): Promise<Row> {
  const { open, parse } = await measureOpening(count, Math.max(3, rounds))
  const cells = new Map<string, Cell>()
  for (const peer of peers) {
    const times = peer === 'msw' || peer === 'msw-snapshot' ? undefined : open.get(peer)
    const cannot = peer === 'msw' ? 'it does not record' : 'it keeps a file for each call'
    cells.set(peer, times ? ms(median(times)) : { cannot })
  }
  // The best of each: both are the same work every time, and anything above is the machine's.
  const ratio = Math.min(...(open.get('retake') as number[])) / Math.min(...parse)
  return {
    name: `opening ${count} calls`,
    cells,
    budget: { of: 'times JSON.parse', limit: 3, measured: ratio },
    behind: 'it verifies nothing',
  }
}

function loopRow(calls: CallsResult, turns: number): Row {
  const cells = new Map<string, Cell>()
  for (const peer of peers) {
    const bytes = calls.loopBytes.get(peer) ?? 0
    const recorded = calls.recorded.get(peer)
    const fault = recorded && 'cannot' in recorded ? recorded.cannot : 'it does not record'
    cells.set(peer, bytes > 0 ? { value: bytes, unit: 'bytes' } : { cannot: fault })
  }
  return {
    name: `size of a ${turns}-turn loop`,
    cells,
    budget: {
      of: 'times what is said once',
      limit: 1.5,
      measured: figureOf(cells, 'retake') / uniqueBytes(turns),
    },
    behind: 'of a request it keeps the last user message, of an answer the text',
  }
}

/** What is said once in an agent loop: its messages and the answers, as JSON. */
function uniqueBytes(turns: number): number {
  let bytes = JSON.stringify(turn(0)).length
  for (let at = 0; at < turns; at++) {
    bytes += answer(turn(at)).join('').length
    // What follows the last answer is never sent.
    if (at < turns - 1) for (const message of turnMessages(at)) bytes += JSON.stringify(message).length
  }
  return bytes
}

function ms(value: number): Cell {
  return { value, unit: 'ms' }
}

function figureOf(cells: ReadonlyMap<string, Cell>, peer: PeerName): number {
  const cell = cells.get(peer)
  return cell && 'value' in cell ? cell.value : Number.NaN
}
