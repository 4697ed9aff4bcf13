import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Vitest } from 'vitest/node'
import { hyperlink, linksAllowed } from './links.ts'
import type { Summary } from './summary.ts'

/** Reporters whose output a machine reads, by the names that Vitest knows them by and by their classes. */
const machineReporters: Record<string, string> = {
  json: 'json',
  junit: 'junit',
  tap: 'tap',
  'tap-flat': 'tap-flat',
  JsonReporter: 'json',
  JUnitReporter: 'junit',
  TapReporter: 'tap',
  TapFlatReporter: 'tap-flat',
}

/** Whether a reporter writes to stdout what a machine will read there: JSON with a line of text in it is no JSON. */
export function machineReadsStdout({
  reporters,
  outputFile,
}: Pick<Vitest['config'], 'reporters' | 'outputFile'>): boolean {
  return reporters.some((reporter) => {
    const [given, options = {}] = Array.isArray(reporter) ? reporter : [reporter]
    const key = typeof given === 'string' ? given : (given?.constructor?.name ?? '')
    const name = Object.hasOwn(machineReporters, key) ? machineReporters[key] : undefined
    if (name === undefined) return false
    // TAP has no file of its own: it is always printed.
    if (name.startsWith('tap')) return true
    const settings = typeof given === 'string' ? options : ((given as { options?: object }).options ?? {})
    const file = typeof outputFile === 'string' ? outputFile : outputFile?.[name as keyof typeof outputFile]
    return !(settings as { outputFile?: string }).outputFile && !file
  })
}

/** Prints lines under the other reporters' output: on stdout, or on stderr where a machine reads stdout. */
export function print(vitest: Vitest, lines: readonly string[]): void {
  if (lines.length === 0) return
  streamOf(vitest).write(`${lines.join('\n')}\n\n`)
}

/** How {@link print} shows a place (`path:line`, relative to the working directory): as a link where it can be one. */
export function linkIn(vitest: Vitest): (shown: string, place: string) => string {
  return linksAllowed(streamOf(vitest), process.env)
    ? (shown, place) => hyperlink(shown, place, process.cwd())
    : (shown) => shown
}

function streamOf({ logger, config }: Vitest): Vitest['logger']['outputStream'] & { isTTY?: boolean } {
  return machineReadsStdout(config) ? logger.errorStream : logger.outputStream
}

/**
 * Writes the summary as JSON, in folders made as needed. Throws what the file system throws.
 *
 * @param path absolute, or relative to the working directory
 */
export function writeSummary(path: string, summary: Summary): void {
  const absolute = resolve(path)
  mkdirSync(dirname(absolute), { recursive: true })
  writeFileSync(absolute, `${JSON.stringify(summary, null, 2)}\n`)
}
