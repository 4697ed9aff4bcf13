import type { Reporter, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import { commandsFor } from './commands.ts'
import { ageLimitsOf, findOrphans, pendingTakes } from './findings.ts'
import { print, writeSummary } from './output.ts'
import { priceOf } from './price.ts'
import { declaredCassettes, readTallies } from './read-modules.ts'
import { renderSummary } from './render-summary.ts'
import { scopeOf } from './run-scope.ts'
import { summarise } from './summarise.ts'
import type { Summary } from './summary.ts'

export interface ReporterOptions {
  /** Where to write the summary as JSON; relative to the working directory. `RETAKE_SUMMARY` goes before it. */
  summary?: string
}

/**
 * Vitest's reporter of Retake: at the end of a run it sums up what became of the model calls and what deserves attention.
 * It prints under the other reporters and takes no place of theirs; a run without model calls prints nothing.
 */
export class RetakeReporter implements Reporter {
  /** By which another copy of the package knows it, so that a run is summed up once. */
  readonly isRetakeReporter = true
  readonly #options: ReporterOptions
  #vitest: Vitest | null = null
  #specifications: readonly TestSpecification[] = []
  #isRerun = false

  constructor(options: ReporterOptions = {}) {
    this.#options = options
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#specifications = specifications
  }

  onWatcherRerun(): void {
    this.#isRerun = true
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    _errors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const vitest = this.#vitest
    if (!vitest) return
    try {
      await this.#report(vitest, modules, reason)
    } catch (error) {
      // What fails here is the summary, and no test: it is said, and the run's result stands.
      print(vitest, [` Retake  the run could not be summed up: ${(error as Error).message}`])
    }
  }

  async #report(vitest: Vitest, modules: readonly TestModule[], reason: TestRunEndReason): Promise<void> {
    const now = new Date()
    const summary = await this.#summary(vitest, modules, reason, now)
    const path = process.env.RETAKE_SUMMARY?.trim() || this.#options.summary
    print(vitest, renderSummary(summary, now))
    if (summary.stale_is_error && summary.stale.recordings.length > 0) process.exitCode = 1
    if (path) writeSummary(path, summary)
  }

  async #summary(
    vitest: Vitest,
    modules: readonly TestModule[],
    reason: TestRunEndReason,
    now: Date,
  ): Promise<Summary> {
    const tasks = readTallies(modules)
    const folder = process.cwd()
    const scope = await scopeOf(vitest, {
      specifications: this.#specifications,
      modules,
      reason,
      isRerun: this.#isRerun,
    })
    return summarise(tasks, {
      scope,
      now,
      folder,
      price: await priceOf(tasks.flatMap(({ tally }) => tally.savings)),
      orphans:
        scope === 'full' ? await findOrphans(vitest.config.root, declaredCassettes(modules), now) : null,
      takes: pendingTakes(new Set(tasks.map(({ tally }) => tally.root))),
      ageLimits: ageLimitsOf(tasks),
      commands: commandsFor(vitest, folder, process.env),
    })
  }
}
