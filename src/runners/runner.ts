import type { Mode } from '../config/mode.ts'

/** Timers and a clock that no test holds. */
export interface RealTime {
  setTimeout: typeof globalThis.setTimeout
  clearTimeout: typeof globalThis.clearTimeout
  /** Milliseconds since the epoch. */
  now: () => number
}

/** What Retake has to know of the test runner; one implementation per runner. */
export interface Runner {
  /** `vitest`, `jest`, … */
  name: string
  /** Absolute folder that paths in messages are relative to. */
  root: string
  /** The workspace project, where the runner has such and it is named. */
  project: string | null
  /**
   * The command that runs one test (or, with `name` null, one file) alone, as arguments: `vitest run a.test.ts -t …`.
   * `name` is the full name, suites first.
   */
  only(target: { file: string; name: readonly string[] | null }): string[]
  /** What the runner kept of timers and clock before anybody could fake them, in this or an earlier setup file. */
  realTime: Partial<RealTime>
  /** Whether this is a rerun of watch mode, where a recording mode has been applied already. The same whenever asked. */
  isRerun(): boolean
  /** The mode that the user asked for, by a key of watch mode, for this one run; it goes before `RETAKE`. */
  modeOfRun: Mode | null
  /**
   * The command that records all tests without a recording, where a reporter sums them up at the end of the run; else
   * `null`: each failure has to say by itself what to do.
   */
  missingCommand: string | null
  /** Whether the body of a suite (`describe`) is being declared right now. */
  declaresSuite(): boolean
  /** Registers settings for the tests of the suite that is being declared right now. */
  beforeEachTest(hook: () => void): void
}
