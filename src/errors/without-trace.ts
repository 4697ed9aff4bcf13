import { isRetakeError } from './retake-error.ts'

/**
 * Takes the stack from an error of Retake's that no line of the user's code caused, so that runners show its message and
 * no frames of Retake's own. Other errors keep theirs: they are faults of Retake, and the frames are wanted.
 */
export function withoutTrace(error: unknown): Error {
  if (isRetakeError(error)) error.stack = `${error.name}: ${error.message}`
  return error as Error
}
