import type { RetakeConfig } from '../config/config.ts'
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
  rememberCredentials(state, process.env, config.providers)
  const { fields, patterns, functions } = config.redact ?? {}
  return createRedactor({
    credentials: [...new Set([...state.credentials.values(), ...names.map(placeholderFor)])],
    ...(fields && { fields }),
    ...(patterns && { patterns: patterns.map((pattern) => new RegExp(pattern)) }),
    ...(functions && { functions }),
  })
}
