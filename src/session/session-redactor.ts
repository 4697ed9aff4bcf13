import type { RetakeConfig } from '../config/config.ts'
import { ConfigError } from '../errors/config-error.ts'
import { credentialNames } from '../providers/credentials.ts'
import { createRedactor } from '../redact/create.ts'
import { placeholderFor } from '../redact/credentials.ts'
import type { Redactor } from '../redact/redactor.ts'
import { rememberCredentials } from './environment.ts'
import type { ProcessState } from './process-state.ts'

/**
 * The redactor of a session: built-in rules, the user's, the credentials of the environment as they are now, and Retake's
 * placeholders, so that digests are the same on every machine.
 */
export function sessionRedactor(state: ProcessState, config: RetakeConfig): Redactor {
  const names = credentialNames(config.providers)
  rememberCredentials(state, process.env, names)
  const { fields, patterns, functions } = config.redact ?? {}
  return createRedactor({
    credentials: [...new Set([...state.credentials.values(), ...names.map(placeholderFor)])],
    ...(fields && { fields }),
    ...(patterns && { patterns: patterns.map((pattern) => new RegExp(pattern)) }),
    ...(functions && { functions: functions.map(guarded) }),
  })
}

/** A user's function that throws, or gives back no text, is a fault of the config and said as such. */
function guarded(
  work: (text: string, fieldPath: string | null) => string,
  at: number,
): (text: string, fieldPath: string | null) => string {
  const fault = (reason: string, cause?: unknown) =>
    new ConfigError({ path: null, option: `redact.functions[${at}]`, reason, cause })
  return (text, fieldPath) => {
    let redacted: unknown
    try {
      redacted = work(text, fieldPath)
    } catch (cause) {
      throw fault(`threw: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
    }
    if (typeof redacted !== 'string')
      throw fault('must return the text without its secrets, and returned none')
    return redacted
  }
}
