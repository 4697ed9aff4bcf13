import { RetakeError } from './retake-error.ts'

/** The folder of the recordings (or `.retake`) cannot be written. The old cassette stands untouched. */
export class RecordingsNotWritableError extends RetakeError {
  readonly code = 'RETAKE_RECORDINGS_NOT_WRITABLE'
  /** Absolute path of what could not be written. */
  readonly path: string
  /** The system's code, such as `EACCES`. */
  readonly system_code: string

  constructor(path: string, cause: unknown) {
    const code = String((cause as NodeJS.ErrnoException)?.code ?? 'UNKNOWN')
    super(
      `${path} cannot be written: ${remedy(code)} (${code}). ` +
        'Nothing that was recorded is lost: a take is adopted with npx retake accept when that is done',
      { cause },
    )
    this.path = path
    this.system_code = code
  }
}

function remedy(code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full; make room'
  if (code === 'EROFS') return 'the file system is read-only; record on a checkout that can be written'
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there; change its owner or mode'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file stands where a folder is needed; move it away'
  if (code === 'EISDIR') return 'a folder stands where the file is needed; move it away'
  if (code === 'ENAMETOOLONG')
    return 'the path is too long for this file system; move the project up or shorten suite names'
  return 'the system refused'
}
