/**
 * `npm run bench [-- --small] [--json FILE]`: Retake beside bare msw, nock, Polly, msw-snapshot and aimock, in one run on one
 * machine. Prints medians, how many times Retake's each is, and why a peer has no figure. Times are for reading; nothing is
 * asserted here.
 */
import { writeFileSync } from 'node:fs'
import { measureCalls } from './calls.ts'
import { answer, turn, turnMessages } from './exchanges.ts'
import type { PeerName } from './job.ts'
import { median } from './measure.ts'
import { measureOpening } from './opening.ts'
import { measureSetupCost, type Setup } from './setup-cost.ts'
import { type Cell, type Row, renderTable } from './table.ts'

const peers: readonly PeerName[] = ['retake', 'msw', 'nock', 'polly', 'msw-snapshot', 'aimock']
const small = process.argv.includes('--small')
const jsonAt = process.argv.indexOf('--json')
const size = small
  ? { files: 8, rounds: 1, calls: 20, streams: 5, loop: 40, opening: 500, large: 200_000 }
  : { files: 40, rounds: 5, calls: 300, streams: 60, loop: 200, opening: 10_000, large: 10_000_000 }

const log = (line: string) => process.stderr.write(`${line}\n`)
const reasons = new Map<string, string>()
const rows: Row[] = []

log('setup cost')
const setups: readonly Setup[] = ['empty', ...peers]
const setupCost = await measureSetupCost({ setups, files: size.files, rounds: size.rounds })
const empty = median(setupCost.get('empty') as number[])
rows.push({
  name: 'setup per file without calls',
  budget: '10 ms',
  cells: new Map(peers.map((peer) => [peer, ms(median(setupCost.get(peer) as number[]) - empty)])),
})

log('calls')
const counts = { json: size.calls, streams: size.streams, large: 3, loop: size.loop, 'first-byte': 10 }
const calls = await measureCalls({ peers, counts, largeBytes: size.large, rounds: size.rounds, log })
for (const [peer, fault] of calls.faults) reasons.set(`${peer}, replay`, fault)
const names = {
  json: 'replay of 2 kB JSON',
  streams: 'replay of 50 events',
  large: 'replay of a 10 MB prompt',
}
for (const [test, name] of Object.entries(names) as [keyof typeof names, string][]) {
  const cells = new Map<string, Cell>()
  for (const peer of peers) {
    // The first call of a file loads what later ones use.
    const times = (calls.replayed.get(peer) ?? []).flatMap((round) => round[test]?.times.slice(1) ?? [])
    cells.set(peer, times.length > 0 ? ms(median(times)) : { cannot: 'it failed' })
  }
  rows.push({ name, budget: test === 'json' ? '1.2x of msw' : null, cells })
}

const firstByte = new Map<string, Cell>()
const loop = new Map<string, Cell>()
for (const peer of peers) {
  const recorded = calls.recorded.get(peer)
  if (recorded && 'cannot' in recorded) reasons.set(`${peer}, recording`, recorded.cannot)
  const times = recorded && !('cannot' in recorded) ? (recorded['first-byte']?.times.slice(1) ?? []) : []
  firstByte.set(peer, times.length > 0 ? ms(median(times)) : { cannot: 'it does not record' })
  const bytes = calls.loopBytes.get(peer) ?? 0
  loop.set(peer, bytes > 0 ? { value: bytes, unit: 'bytes' } : { cannot: 'it does not record' })
}
rows.push({ name: 'first byte while recording', budget: '5 ms', cells: firstByte })
rows.push({
  name: `size of a ${size.loop}-turn loop`,
  budget: `1.5x of ${kilobytes(uniqueBytes(size.loop))}`,
  cells: loop,
})

log('opening')
const opening = measureOpening(size.opening, size.rounds)
const ratio = median(opening.open.map((open, at) => open / (opening.parse[at] as number)))
rows.push({
  name: `opening ${size.opening} calls`,
  budget: '3x of JSON.parse',
  cells: new Map([['retake', { value: ratio, unit: 'x' }]]),
})

console.log(renderTable(rows, peers))
for (const [who, why] of reasons) console.log(`${who}: ${why}`)
console.log(`${calls.requestsInReplay} requests reached the provider while the peers replayed`)
if (jsonAt >= 0) {
  const plain = rows.map((row) => ({ ...row, cells: Object.fromEntries(row.cells) }))
  writeFileSync(process.argv[jsonAt + 1] ?? 'bench.json', `${JSON.stringify(plain, null, 2)}\n`)
}

function ms(value: number): Cell {
  return { value, unit: 'ms' }
}

/** What is said once in an agent loop: its messages and the answers. */
function uniqueBytes(turns: number): number {
  const said = Array.from({ length: turns }, (_, at) => {
    const messages = JSON.stringify(turnMessages(at))
    return messages.length + answer(turn(at)).join('').length
  })
  return JSON.stringify(turn(0)).length + said.reduce((sum, bytes) => sum + bytes, 0)
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} kB`
}
