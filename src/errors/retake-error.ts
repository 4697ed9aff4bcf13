/**
 * The base of every error that Retake throws on purpose. `code` is stable and machine-readable; the message says what
 * happened, where, and what to do now. Data stands in fields of the subclass, text is made from it.
 */
export abstract class RetakeError extends Error {
  abstract readonly code: string

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** True for errors of any copy of Retake in the process: recognised by `code`, not by class identity. */
export function isRetakeError(value: unknown): value is RetakeError {
  return value instanceof Error && String((value as { code?: unknown }).code).startsWith('RETAKE_')
}
