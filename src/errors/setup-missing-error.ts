import { RetakeError } from './retake-error.ts'

/** A model call reached Retake's msw handlers in a process in which its setup file did not run. */
export class SetupMissingError extends RetakeError {
  readonly code = 'RETAKE_SETUP_MISSING'
  /** Without its query. */
  readonly url: string

  constructor(data: { url: string }) {
    super(
      `a model call to ${data.url} reached the handlers of retake/msw, but Retake's setup file did not run\n` +
        "  Add it to the Vitest config: setupFiles: ['retake/vitest']. It knows which test makes the call.",
    )
    this.url = data.url
  }
}
