import { RetakeError } from './retake-error.ts'

/** The transcript beside a cassette is missing or is not the one its seal names: what was reviewed is not what replays. */
export class TranscriptError extends RetakeError {
  readonly code = 'RETAKE_TRANSCRIPT'
  /** Absolute path of the transcript. */
  readonly path: string
  readonly fault: 'missing' | 'foreign'

  constructor(data: { path: string; fault: 'missing' | 'foreign' }) {
    super(
      data.fault === 'missing'
        ? `${data.path} is missing, so nobody could review the recording beside it\n` +
            '  Take it from git, or record the test again: RETAKE=record'
        : `${data.path} does not belong to the recording beside it\n` +
            '  One of the two was edited or merged alone. Take both from one side in git, or record the test again: RETAKE=record',
    )
    this.path = data.path
    this.fault = data.fault
  }
}
