import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Proof } from './proof.ts'
import type { RowFinding } from './sdk-matrix/judge.ts'
import { installKits, isAtHand, runningMajor } from './sdk-matrix/kits.ts'
import { tryRows } from './sdk-matrix/matrix.ts'
import { matrixRows, type NodeMajor } from './sdk-matrix/rows.ts'

/** A median above this, in milliseconds, would be a client that waits before it asks again. */
const most = 250

/** Arguments: `in=FOLDER` takes packages that an earlier run of this or of sdk-matrix installed there. */
const proof: Proof = {
  name: 'miss-latency',
  promise:
    'through every SDK of the matrix, with the engine loaded, a call that was not recorded fails the test at once and is attempted once',
  timed: true,
  async run({ slice, log, args }) {
    const kept = args.find((word) => word.startsWith('in='))?.slice(3)
    const all = matrixRows.filter(({ refusedAt }) => !refusedAt)
    const rows = slice ? all.filter(isAtHand) : all
    const folder = kept ? path.resolve(kept) : mkdtempSync(path.join(tmpdir(), 'retake-sdks-'))
    const found = new Map<string, RowFinding>()
    try {
      // Each under the Node that runs, where its packages take it, else under the next.
      const majorOf = (nodes: NodeMajor[]) => nodes.find((major) => major >= runningMajor) ?? nodes.at(-1)
      for (const major of new Set(rows.map(({ nodes }) => majorOf(nodes) as NodeMajor))) {
        const own = rows.filter(({ nodes }) => majorOf(nodes) === major)
        const kits = slice ? null : await installKits(folder, own, [major], log)
        const judged = await tryRows(own, major, kits, { runs: ['record', 'replay'], only: 'mismatch' }, log)
        for (const [id, finding] of judged) found.set(id, finding)
      }
    } finally {
      if (!kept) rmSync(folder, { recursive: true, force: true })
    }
    const medians = [...found].map(([id, { missMs }]) => ({ id, ms: median(missMs) }))
    for (const { id, ms } of medians) log(`${id.padEnd(24)} ${ms.toFixed(1).padStart(7)} ms`)
    const faults = [...found.values()].flatMap((finding) => finding.faults)
    for (const fault of faults) log(fault.slice(0, 3_000))
    const misses = [...found.values()].reduce((sum, { missMs }) => sum + missMs.length, 0)
    const retries = [...found.values()].reduce((sum, finding) => sum + finding.retries, 0)
    const middle = median(medians.map(({ ms }) => ms))
    const slowest = medians.toSorted((a, b) => b.ms - a.ms)[0]
    return {
      figure: `${misses} misses through ${found.size} SDKs: ${misses + retries} attempts, median ${middle.toFixed(1)} ms, slowest SDK ${slowest?.id} ${slowest?.ms.toFixed(1)} ms`,
      ok: faults.length === 0 && retries === 0 && misses > 0 && (slowest?.ms ?? most) < most,
    }
  },
}

export default proof

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
