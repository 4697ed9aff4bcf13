import { RetakeError } from './retake-error.ts'

/** `RETAKE` asks for a mode that may call live models, and `CI` is set. */
export class RecordingInCIError extends RetakeError {
  readonly code = 'RETAKE_RECORDING_IN_CI'
  readonly mode: string

  constructor(data: { mode: string }) {
    const what = data.mode === 'off' ? 'would let model calls through unrecorded' : 'would call live models'
    super(`RETAKE=${data.mode} ${what}, and CI is set. Record locally and commit, or set RETAKE_ALLOW_LIVE=1`)
    this.mode = data.mode
  }
}
