import { RetakeError } from './retake-error.ts'

/**
 * Two projects of a workspace run the same test file and recorded different calls for one of its tests, in one run. The
 * recording of the first stands.
 */
export class SharedRecordingError extends RetakeError {
  readonly code = 'RETAKE_SHARED_RECORDING'
  /** Absolute path of the cassette. */
  readonly path: string
  /** The project whose recording was not adopted. */
  readonly project: string
  /** Those that recorded the cassette as it stands. */
  readonly recorded_by: readonly string[]

  constructor(data: { path: string; project: string; recordedBy: readonly string[] }) {
    const names = data.recordedBy.map((name) => `"${name}"`).join(', ')
    super(
      `${data.path} is shared by projects of this workspace, and project "${data.project}" makes other calls than ${names}, ` +
        'which recorded it in this run; nothing was overwritten\n' +
        '  Give each project recordings of its own: projectInPath: true in retake.config.ts, then record again',
    )
    this.path = data.path
    this.project = data.project
    this.recorded_by = data.recordedBy
  }
}
