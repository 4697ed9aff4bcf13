import type { CallFailure } from '../cassette/records.ts'

/** What a cassette keeps of a connection error: undici puts the system's code and words into `cause`. */
export function failureOf(error: unknown, phase: CallFailure['phase']): CallFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = String((cause as { code?: unknown } | null)?.code ?? 'UNKNOWN')
  const message = cause instanceof Error ? cause.message : String(cause)
  return { phase, code, message }
}
