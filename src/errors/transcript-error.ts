import { RetakeError } from './retake-error.ts'

/** The transcript beside a cassette is missing or is not the one its seal names: what was reviewed is not what replays. */
export class TranscriptError extends RetakeError {
  readonly code = 'RETAKE_TRANSCRIPT'
  /** Absolute path of the transcript. */
  readonly path: string
  readonly fault: 'missing' | 'foreign'

  constructor(data: { path: string; shown: string; fault: 'missing' | 'foreign'; command: string }) {
    const [what, remedy] =
      data.fault === 'missing'
        ? ['is missing, so nobody could review the recording beside it', 'Take it from git']
        : ['does not belong to the recording beside it', 'Take both from one side in git']
    super(`${data.shown} ${what}\n  ${remedy}, or record the test again: ${data.command}`)
    this.path = data.path
    this.fault = data.fault
  }
}
