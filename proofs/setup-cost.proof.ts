import { median } from '../bench/measure.ts'
import { measureSetupCost } from '../bench/setup-cost.ts'
import type { Proof } from './proof.ts'

/** Milliseconds. */
const budget = 10

export default {
  name: 'setup-cost',
  timed: true,
  promise: `a test file that makes no call pays at most ${budget} ms over an empty setup file`,
  async run({ slice, log }) {
    const size = slice ? { files: 5, rounds: 1 } : { files: 40, rounds: 7 }
    const cost = await measureSetupCost({ setups: ['empty', 'retake'], ...size })
    const empty = cost.get('empty') as number[]
    const retake = cost.get('retake') as number[]
    const over = retake.map((ms, round) => ms - (empty[round] as number))
    for (const [round, ms] of over.entries())
      log(
        `  round ${round + 1}: empty ${show(empty[round])}, retake ${show(retake[round])}, over ${show(ms)}`,
      )
    const figure = `${size.files} files, ${size.rounds} rounds: ${show(median(over))} ms over an empty setup file, median`
    // A slice runs beside other work, where times say little.
    return { figure, ok: slice ? over.length === size.rounds : median(over) <= budget }
  },
} satisfies Proof

function show(ms: number | undefined): string {
  return (ms ?? Number.NaN).toFixed(1)
}
