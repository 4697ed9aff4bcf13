import { RetakeError } from './retake-error.ts'

/** The command line was called in a way that means nothing. Exit code 2. */
export class UsageError extends RetakeError {
  readonly code = 'RETAKE_USAGE'
}
