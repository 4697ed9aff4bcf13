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
  /** Whether the body of a suite (`describe`) is being declared right now. */
  declaresSuite(): boolean
  /** Registers settings for the tests of the suite that is being declared right now. */
  beforeEachTest(hook: () => void): void
}
