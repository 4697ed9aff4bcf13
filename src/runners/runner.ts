import type { Mode } from '../config/mode.ts'

/** Timers and a clock that no test holds. */
export interface RealTime {
  setTimeout: typeof globalThis.setTimeout
  clearTimeout: typeof globalThis.clearTimeout
  /** Milliseconds since the epoch. */
  now: () => number
}

/** What a command runs: one test by its full name, suites first; one file where `name` is `null`. */
export interface TestTarget {
  file: string
  name: readonly string[] | null
}

/** Every runner that has an adapter. */
export type RunnerName = 'vitest'

/** What Retake has to know of the test runner; one implementation per runner. */
export interface Runner {
  name: RunnerName
  /** Absolute folder that paths in messages are relative to. */
  root: string
  /** The workspace project, where the runner has such and it is named. */
  project: string | null
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
