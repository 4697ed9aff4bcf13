import { fullSize, peers, runBench, smallSize } from '../bench/bench.ts'
import { isKept, renderNotes, renderTable } from '../bench/table.ts'
import type { Proof } from './proof.ts'

const rowsExpected = 7

export default {
  name: 'bench',
  timed: true,
  promise: 'beside its peers Retake keeps every budget of the design, and every answer is the recorded bytes',
  async run({ slice, log }) {
    const size = slice ? smallSize : fullSize
    const { rows, calls } = await runBench(size, (line) => log(`  ${line}`))
    log(renderTable(rows, peers))
    for (const note of renderNotes(rows)) log(note)
    const replayed = (calls.replayed.get('retake') ?? []).flatMap((round) => Object.values(round))
    const exact = replayed.reduce((sum, { exact }) => sum + exact, 0)
    const { json, streams, large } = size.counts
    const expected = size.rounds * (json + streams + large)
    const isWhole = rows.length === rowsExpected && exact === expected && calls.requestsInReplay === 0
    const budgets = rows.flatMap(({ budget }) => (budget ? [budget] : []))
    const kept = budgets.filter(isKept).length
    const figure =
      `${rows.length} rows; ${exact} of ${expected} answers replayed to the byte, ` +
      `${calls.requestsInReplay} requests to the provider; ${kept} of ${budgets.length} budgets kept`
    // A slice runs beside other work, where times say little.
    return { figure, ok: isWhole && (slice || kept === budgets.length) }
  },
} satisfies Proof
