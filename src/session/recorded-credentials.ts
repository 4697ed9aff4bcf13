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
import type { CredentialVariables } from './environment.ts'
import type { FileScope } from './file-scope.ts'

/**
 * The credentials that concern a file with recordings: those of the table and of the config's providers, and what its
 * recorded providers need and the environment lacks. Services whose credentials open more than models have other sources
 * than the environment, which a placeholder would hide; so theirs are missing only where nothing is forwarded.
 */
export function credentialsOfRecordings(file: FileScope, env: NodeJS.ProcessEnv): CredentialVariables {
  const extra = providersOf(file)
  const names = credentialNames(extra)
  const missing = new Set<string>()
  const lacks = (name: string) => !env[name] && !missing.has(name)
  for (const provider of recordedProviders(file.recordingsFolder)) {
    const shared = sharedCredentialsFor(provider, extra)
    if (shared.length > 0 && mayForward(file, env)) continue
    for (const name of credentialsFor(provider, undefined, extra)) if (lacks(name)) missing.add(name)
    if (shared.every(lacks)) for (const name of shared) missing.add(name)
  }
  return {
    own: names.filter((name) => !isSharedCredential(name, extra)),
    shared: names.filter((name) => isSharedCredential(name, extra)),
    missing,
  }
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
