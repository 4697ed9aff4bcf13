import { ConfigError } from '../errors/config-error.ts'
import { ModeError } from '../errors/mode-error.ts'
import { isJsonObject } from '../json/value.ts'
import { ruleFault } from '../match/ignore/parse-rule.ts'
import { closestWord } from '../text/closest-word.ts'
import type { RetakeConfig } from './config.ts'
import { parseMaxAge } from './max-age.ts'
import { parseMode } from './mode.ts'

type Check = (value: unknown) => string | null

const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value as string) ? null : `must be one of ${words.map((word) => `'${word}'`).join(', ')}`

const listOf =
  (what: string, holds: (item: unknown) => boolean): Check =>
  (value) =>
    Array.isArray(value) && value.every(holds) ? null : `must be a list of ${what}`

const isText = (value: unknown) => typeof value === 'string' && value !== ''

const testChecks: Record<string, Check> = {
  mode: (value) => (typeof value === 'string' ? null : 'must be a mode'),
  unused: oneOf('error', 'warn', 'ignore'),
  order: oneOf('any', 'strict'),
  recordErrors: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  pace: (value) =>
    value === 'instant' || value === 'recorded' || (Number.isFinite(value) && (value as number) >= 0)
      ? null
      : "must be 'instant', 'recorded' or a number from 0, by which the recorded times are multiplied",
  fragment: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  ignore: (value) => {
    if (!Array.isArray(value)) return 'must be a list of rules, field paths and functions'
    return value.map(ruleFault).find((fault) => fault !== null) ?? null
  },
}

const checks: Record<string, Check> = {
  ...testChecks,
  providers: listOf(
    'providers made with defineProvider',
    (item) => isJsonObject(item) && isText(item.name) && Array.isArray(item.hosts),
  ),
  redact: (value) => (isJsonObject(value) ? null : 'must be an object'),
  responseHeaders: listOf('header names', isText),
  allowSecrets: listOf('fingerprints', isText),
  projectInPath: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  network: oneOf('models', 'block'),
  allowHosts: listOf('host names', isText),
  maxAge: (value) =>
    parseMaxAge(value) === null ? "must be an age such as '90d', '12w' or '1y', or a number of days" : null,
  stale: oneOf('warn', 'error'),
}

const redactChecks: Record<string, Check> = {
  fields: listOf('field names', isText),
  patterns: listOf('regular expressions', (item) => item instanceof RegExp || isPattern(item)),
  functions: listOf('functions', (item) => typeof item === 'function'),
}

/**
 * Checks what a config file exported and returns it with its mode in canonical form.
 *
 * @throws {ConfigError} at the first option that is unknown or of the wrong form; it names the option and the fix.
 */
export function validateConfig(value: unknown, path: string | null): RetakeConfig {
  if (!isJsonObject(value))
    throw new ConfigError({ path, reason: 'must export an object: export default defineConfig({ ... })' })
  checkOptions(value, checks, '', path)
  if (value.redact) checkOptions(value.redact as object, redactChecks, 'redact.', path)
  return { ...value, ...canonicalMode(value, path) } as RetakeConfig
}

/**
 * Checks options given in code for a test or suite.
 *
 * @throws {ConfigError} as {@link validateConfig}.
 */
export function validateTestOptions<T extends object>(value: T): T {
  checkOptions(value, testChecks, '', null)
  return { ...value, ...canonicalMode(value as { mode?: unknown }, null) }
}

function checkOptions(
  options: object,
  known: Record<string, Check>,
  prefix: string,
  path: string | null,
): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    const option = prefix + name
    const check = known[name]
    if (!check) {
      const near = closestWord(name, Object.keys(known))
      const hint = near ? `did you mean ${prefix}${near}?` : `options: ${Object.keys(known).join(', ')}`
      throw new ConfigError({ path, option, reason: `is no option; ${hint}` })
    }
    const fault = check(value)
    if (fault) throw new ConfigError({ path, option, reason: fault })
  }
}

function canonicalMode(value: { mode?: unknown }, path: string | null): { mode?: RetakeConfig['mode'] } {
  if (value.mode === undefined) return {}
  try {
    return { mode: parseMode(value.mode as string, 'mode') }
  } catch (error) {
    if (error instanceof ModeError)
      throw new ConfigError({
        path,
        option: 'mode',
        reason: error.message.replace(/^mode=/, ''),
        cause: error,
      })
    throw error
  }
}

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false
  try {
    new RegExp(value)
    return true
  } catch {
    return false
  }
}
