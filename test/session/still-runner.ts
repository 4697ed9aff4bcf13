import type { Runner } from '../../src/runners/runner.ts'

/** A runner that runs nothing, for tests of what is asked about a test file. */
export function stillRunner(root: string): Runner {
  return {
    name: 'vitest',
    root,
    project: null,
    realTime: {},
    isRerun: () => false,
    modeOfRun: null,
    missingCommand: null,
    declaresSuite: () => false,
    beforeEachTest: () => {},
  }
}
