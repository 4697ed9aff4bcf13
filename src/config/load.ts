import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { prepareRetakeFolder } from '../cassette/retake-folder.ts'
import { ConfigError } from '../errors/config-error.ts'
import type { RetakeConfig } from './config.ts'
import type { Project } from './locate.ts'
import { validateConfig } from './validate.ts'

/** On the global object, since the setup file and the engine have a copy of this code each and a config is run once. */
const loaded = shared()

function shared(): Map<string, RetakeConfig | Error> {
  const key = Symbol.for('retake.configs.v1')
  const global = globalThis as { [key]?: Map<string, RetakeConfig | Error> }
  global[key] ??= new Map()
  return global[key]
}

/**
 * Loads a project's config, once per process; no config is an empty one. TypeScript and ES modules are compiled by jiti,
 * whose result is cached in `.retake/cache/`. Synchronous, because the socket guard has to know before it lets go.
 *
 * @throws {ConfigError} where it cannot be read or an option is wrong; the same error each time.
 */
export function loadConfig(project: Project): RetakeConfig {
  if (!project.configPath) return {}
  let config = loaded.get(project.configPath)
  if (!config) {
    config = read(project.configPath, project.root)
    loaded.set(project.configPath, config)
  }
  if (config instanceof Error) throw config
  return config
}

function read(path: string, root: string): RetakeConfig | ConfigError {
  let value: unknown
  try {
    value = path.endsWith('.json') ? JSON.parse(readFileSync(path, 'utf8')) : importModule(path, root)
  } catch (cause) {
    return new ConfigError({ path, reason: whyUnreadable(path, cause), cause })
  }
  try {
    return validateConfig(value, path)
  } catch (error) {
    return error as ConfigError
  }
}

function whyUnreadable(path: string, cause: unknown): string {
  const reason = cause instanceof Error ? (cause.message.split('\n', 1)[0] as string) : String(cause)
  // jiti compiles to a function that is not async, where `await` is a name like any other.
  const awaits = cause instanceof SyntaxError && /\bawait\b/.test(readFileSync(path, 'utf8'))
  const remedy =
    '. A config cannot use await at its top level, since it is read at once, before any connection is let through: work the ' +
    'value out without, or in a script that writes it to a file which the config reads'
  return `cannot be read: ${reason}${awaits ? remedy : ''}`
}

function importModule(path: string, root: string): unknown {
  const { createJiti } = createRequire(import.meta.url)('jiti') as typeof import('jiti')
  const cache = prepareCache(root)
  const jiti = createJiti(path, { fsCache: cache, interopDefault: true })
  const module = jiti(path) as { default?: unknown }
  return module.default ?? module
}

/** A folder for compiled configs that git does not see; `false` (no cache) where the checkout is read-only. */
function prepareCache(root: string): string | false {
  try {
    return prepareRetakeFolder(root, join('cache', 'config'))
  } catch {
    return false
  }
}
