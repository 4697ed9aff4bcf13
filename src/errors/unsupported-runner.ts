import { RetakeError } from './retake-error.ts'

/** The test runner is older than what Retake stands on. */
export class UnsupportedRunner extends RetakeError {
  readonly code = 'RETAKE_UNSUPPORTED_RUNNER'
  readonly runner: string
  /** The oldest version that works. */
  readonly needs: string

  constructor(data: { runner: string; needs: string }) {
    super(
      `this ${data.runner} is too old for Retake, which needs ${data.runner} ${data.needs} or newer\n` +
        `  Update it: npm install --save-dev ${data.runner.toLowerCase()}@latest`,
    )
    this.runner = data.runner
    this.needs = data.needs
  }
}
