import { RetakeError } from './retake-error.ts'

/** Another process wrote (or is writing) the cassette that this one was about to replace. Nothing was overwritten. */
export class ConcurrentRecordingError extends RetakeError {
  readonly code = 'RETAKE_CONCURRENT_RECORDING'
  /** Absolute path of the cassette. */
  readonly path: string

  constructor(path: string, reason: 'changed' | 'locked') {
    const what =
      reason === 'changed'
        ? 'was changed by another process while this test recorded'
        : 'is being written by another process'
    super(
      `${path} ${what}; nothing was overwritten. This recording is kept as a take: ` +
        'adopt it with npx retake accept, and record the same test in one process at a time',
    )
    this.path = path
  }
}
