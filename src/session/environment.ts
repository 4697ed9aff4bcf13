import { credentialVariables, sharedCredentialVariables } from '../providers/credential-variables.ts'
import { placeholderFor, readCredentials } from '../redact/credentials.ts'
import type { FileScope } from './file-scope.ts'
import { atNeed } from './load-at-need.ts'
import type { ProcessState } from './process-state.ts'

/** Names of environment variables. */
export interface CredentialVariables {
  /** Of providers alone. */
  own: readonly string[]
  /** Those that open more than models (AWS keys). */
  shared: readonly string[]
  /** What recorded providers need and the environment lacks. */
  missing: Iterable<string>
}

/**
 * Takes the provider credentials out of the environment of a file that replays, so that no code can send one, and sets
 * placeholders in their place. Where the file has recordings, the credentials of the recorded providers are set too if
 * they are missing: a client can then be constructed in CI without a key. Other files are left alone, so that
 * `skipIf(!process.env.OPENAI_API_KEY)` still skips. Credentials that open more than models stay for the other services.
 *
 * @returns a function that puts the environment back as it was.
 */
export function shieldEnvironment(state: ProcessState, file: FileScope, env: NodeJS.ProcessEnv): () => void {
  const before = new Map<string, string | undefined>()
  const set = (name: string) => {
    before.set(name, env[name])
    env[name] = placeholderFor(name)
  }
  // The config's providers count where calls are to be expected; reading it for every other file would cost too much.
  const variables: CredentialVariables = file.hasRecordings
    ? atNeed().credentialsOfRecordings(file, env)
    : { own: credentialVariables, shared: sharedCredentialVariables, missing: [] }
  rememberCredentials(state, env, variables.shared)
  for (const name of rememberCredentials(state, env, variables.own).keys()) set(name)
  for (const name of variables.missing) set(name)
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete env[name]
      else env[name] = value
    }
  }
}

/** Keeps the real credentials that the environment holds, for redaction by value and for forwarding. Placeholders are none. */
export function rememberCredentials(
  state: ProcessState,
  env: NodeJS.ProcessEnv,
  names: Iterable<string>,
): Map<string, string> {
  const found = readCredentials(env, names)
  for (const [name, value] of found) state.credentials.set(name, value)
  return found
}
