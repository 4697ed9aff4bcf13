import { RetakeError } from './retake-error.ts'

/** A recording was made but did not become the cassette. It is kept as a take, and the cassette, if any, stands as it was. */
export class TakeNotAdopted extends RetakeError {
  readonly code = 'RETAKE_TAKE_NOT_ADOPTED'
  /** Absolute path of the take. */
  readonly takePath: string
  readonly reason: string

  constructor(data: { takePath: string; reason: string; acceptCommand: string; advice?: string }) {
    super(
      `the recording was not adopted: ${data.reason}\n` +
        `  adopt it all the same: ${data.acceptCommand}${data.advice ? `\n  ${data.advice}` : ''}`,
    )
    this.takePath = data.takePath
    this.reason = data.reason
  }
}
