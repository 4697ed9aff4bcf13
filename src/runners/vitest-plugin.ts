import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import type { Plugin } from 'vitest/config'
import { BrowserModeError } from '../errors/browser-mode-error.ts'
import { withoutTrace } from '../errors/without-trace.ts'
import { notify } from '../report/notice.ts'
import { type ReporterOptions, RetakeReporter } from '../report/reporter/reporter.ts'

type Configure = Extract<NonNullable<Plugin['configureVitest']>, (...args: never[]) => unknown>
type Context = Parameters<Configure>[0]

/** What is read of an inline project of the config; Vitest also takes paths, globs and functions. */
interface InlineProject {
  extends?: unknown
  plugins?: unknown[]
  test?: { name?: unknown; browser?: { enabled?: boolean } }
}

/**
 * The plugin behind `retake/vitest/plugin`. It acts in `configureVitest`, when Vitest has settled its reporters and not yet
 * made them: setting `reporters` any earlier would take the place of the default ones, and `--reporter` that of ours.
 *
 * @param setupFile absolute path of Retake's setup file
 */
export function retakePlugin(setupFile: string, options: ReporterOptions): Plugin {
  const plugin: Plugin = {
    name: 'retake',
    config(config) {
      inline(config, setupFile)
      // Inline projects inherit no plugins; a copy of this one in a project that does inherit them changes nothing.
      for (const project of config.test?.projects ?? [])
        if (isInline(project) && !runsInBrowser(project))
          project.plugins = [...(project.plugins ?? []), plugin]
    },
    configureVitest({ vitest, project }) {
      addSetupFile(project, setupFile)
      addReporter(vitest, options)
    },
  }
  return plugin
}

/**
 * Has Vitest evaluate the setup file itself, as it does with those that the config names. Left to Node, which evaluates a
 * module once per process, it would see only the first test file of an unisolated worker.
 */
function inline(
  config: Parameters<Extract<Plugin['config'], (...args: never[]) => unknown>>[0],
  setupFile: string,
): void {
  config.test ??= {}
  config.test.server ??= {}
  config.test.server.deps ??= {}
  const { deps } = config.test.server
  if (deps.inline !== true) deps.inline = [...(deps.inline ?? []), exactly(setupFile)]
}

/** Matches a path by its last names: Vitest's ids of it differ in the slashes and in what stands before the drive. */
function exactly(path: string): RegExp {
  const names = path.split(/[\\/]/).slice(-4)
  const escaped = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`${escaped.join('[\\\\/]')}$`)
}

/** A browser's project is left out where the plugin spreads by itself: its siblings are what the plugin is there for. */
function runsInBrowser({ test, extends: inherits }: InlineProject): boolean {
  if (!test?.browser?.enabled) return false
  // It inherits the plugin, which refuses.
  if (inherits) return true
  const name = typeof test.name === 'string' ? ` "${test.name}"` : ''
  notify(`leaves project${name} alone: in browser mode model calls are neither recorded nor replayed.`)
  return true
}

/**
 * First of all setup files, so that what the others do to `fetch` happens after Retake has seen the real one.
 *
 * @throws {BrowserModeError} where the project runs in a browser.
 */
function addSetupFile({ config, name }: Context['project'], setupFile: string): void {
  if (config.browser.enabled) throw withoutTrace(new BrowserModeError(name || null))
  const real = realPath(setupFile)
  // Vitest imports paths with forward slashes; it has settled those of the config before.
  if (!config.setupFiles.some((path) => realPath(path) === real))
    config.setupFiles.unshift(sep === '\\' ? setupFile.replaceAll('\\', '/') : setupFile)
}

function addReporter({ config }: Context['vitest'], options: ReporterOptions): void {
  if (!config.reporters.some(isRetakeReporter)) config.reporters.push(new RetakeReporter(options))
}

function isRetakeReporter(reporter: unknown): boolean {
  if (Array.isArray(reporter)) return isRetakeReporter(reporter[0])
  if (typeof reporter === 'string') return reporter === 'retake/vitest/reporter'
  return (reporter as Partial<RetakeReporter> | null)?.isRetakeReporter === true
}

function isInline(project: unknown): project is InlineProject {
  return typeof project === 'object' && project !== null && !('then' in project)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
