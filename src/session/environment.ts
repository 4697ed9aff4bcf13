import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '../config/load.ts'
import { settleMode } from '../config/mode.ts'
import {
  credentialNames,
  credentialsFor,
  isSharedCredential,
  sharedCredentialsFor,
} from '../providers/credentials.ts'
import type { Provider } from '../providers/provider.ts'
import { placeholderFor, readCredentials } from '../redact/credentials.ts'
import type { FileScope } from './file-scope.ts'
import type { ProcessState } from './process-state.ts'

/**
 * Takes the provider credentials out of the environment of a file that replays, so that no code can send one, and sets
 * placeholders in their place. Where the file has recordings, the credentials of the recorded providers are set too if
 * they are missing: a client can then be constructed in CI without a key. Other files are left alone, so that
 * `skipIf(!process.env.OPENAI_API_KEY)` still skips.
 *
 * Credentials that open more than models (AWS keys) stay for the other services. Such services also have other sources than
 * the environment, which a placeholder would hide; so theirs are filled in only where nothing is forwarded.
 *
 * @returns a function that puts the environment back as it was.
 */
export function shieldEnvironment(state: ProcessState, file: FileScope, env: NodeJS.ProcessEnv): () => void {
  const before = new Map<string, string | undefined>()
  const set = (name: string) => {
    if (before.has(name)) return
    before.set(name, env[name])
    env[name] = placeholderFor(name)
  }
  // The config's providers count where calls are to be expected; reading it for every other file would cost too much.
  const extra = file.hasRecordings ? providersOf(file) : []
  for (const [name, value] of rememberCredentials(state, env, extra))
    if (value !== '' && !isSharedCredential(name, extra)) set(name)
  if (file.hasRecordings)
    for (const provider of recordedProviders(file.recordingsFolder)) {
      const shared = sharedCredentialsFor(provider, extra)
      if (shared.length > 0 && mayForward(file, env)) continue
      for (const name of credentialsFor(provider, undefined, extra)) if (!env[name]) set(name)
      if (shared.every((name) => !env[name])) for (const name of shared) set(name)
    }
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete env[name]
      else env[name] = value
    }
  }
}

/**
 * Keeps the real credentials of the environment, for redaction by value and for forwarding. Placeholders are none.
 *
 * @param extra providers of the config, whose credentials count as well
 */
export function rememberCredentials(
  state: ProcessState,
  env: NodeJS.ProcessEnv,
  extra: readonly Provider[] = [],
): Map<string, string> {
  const found = readCredentials(env, credentialNames(extra))
  for (const [name, value] of found) state.credentials.set(name, value)
  return found
}

/** Whether calls of a file without a mode of its own may go out. */
function mayForward(file: FileScope, env: NodeJS.ProcessEnv): boolean {
  try {
    return settleMode({ env, test: undefined, config: loadConfig(file.project).mode }).mode !== 'replay'
  } catch {
    return false
  }
}

/** Providers of the config; none where it cannot be read, which every call then says. */
function providersOf(file: FileScope): readonly Provider[] {
  try {
    return loadConfig(file.project).providers ?? []
  } catch {
    return []
  }
}

/** The providers named in the header lines of a folder's cassettes. What cannot be read is found out by the call itself. */
function recordedProviders(folder: string): Set<string> {
  const providers = new Set<string>()
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.jsonl')) continue
    for (const name of providersIn(readStart(join(folder, entry)))) providers.add(name)
  }
  return providers
}

/**
 * The providers that the start of a cassette names. Searched rather than parsed: with a damaged cassette (a merge conflict,
 * say) a client must be constructed too, so that the error which is seen is the cassette's and not a missing key's.
 */
function providersIn(text: string): string[] {
  const listed = /"providers":\[([^\]]*)\]/.exec(text)?.[1] ?? ''
  return [...listed.matchAll(/"([^"]+)"/g)].map((found) => found[1] as string)
}

function readStart(path: string): string {
  const buffer = Buffer.alloc(16_384)
  let handle: number | undefined
  try {
    handle = openSync(path, 'r')
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, 0))
  } catch {
    return ''
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
