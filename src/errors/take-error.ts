import { RetakeError } from './retake-error.ts'

/** A take that cannot be written (disk full, no permission) or not be read. What was written before stands. */
export class TakeError extends RetakeError {
  readonly code = 'RETAKE_TAKE'
  /** Absolute path of the take or of its folder. */
  readonly path: string
  /** The system's code, such as `ENOSPC`; `null` where the take itself is at fault. */
  readonly system_code: string | null

  constructor(path: string, message: string, systemCode: string | null, options?: ErrorOptions) {
    super(message, options)
    this.path = path
    this.system_code = systemCode
  }

  /** From a failed file operation; says what to do about it. */
  static writing(path: string, cause: unknown): TakeError {
    const code = String((cause as NodeJS.ErrnoException)?.code ?? 'UNKNOWN')
    return new TakeError(path, `the recording cannot be kept in ${path}: ${remedy(code)} (${code})`, code, {
      cause,
    })
  }
}

function remedy(code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return 'the disk is full. What had arrived before is kept there; make room and record again'
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return 'this user may not write there. Give it the right to, or delete the folder .retake, and record again'
  }
  if (code === 'EMFILE' || code === 'ENFILE') {
    return 'too many files are open. Raise the limit (ulimit -n) and record again'
  }
  return 'the system refused to write. What had arrived before is kept there; record again'
}
