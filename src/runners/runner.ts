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
  /** Whether the body of a suite (`describe`) is being declared right now. */
  declaresSuite(): boolean
  /** Registers settings for the tests of the suite that is being declared right now. */
  beforeEachTest(hook: () => void): void
}
