import { join } from 'node:path'
import type { Reporter, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import type { Mode } from '../../config/mode.ts'
import { RUN_CONTEXT } from '../../runners/run-context.ts'
import { chooseKeyedRun, hasKeys, listenForRecordKey, RECORD_KEY } from '../../runners/vitest-keys.ts'
import { VitestWatch } from '../../runners/vitest-watch.ts'
import { commandsFor } from './commands.ts'
import { ageLimitsOf, findOrphans, pendingTakes } from './findings.ts'
import { linkIn, print, writeSummary } from './output.ts'
import { priceOf } from './price.ts'
import { declaredCassettes, readTallies } from './read-modules.ts'
import { renderSummary } from './render-summary.ts'
import { scopeOf } from './run-scope.ts'
import { summarise, type TalliedTask, wantsRecording } from './summarise.ts'
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
  #watch: VitestWatch | null = null
  #specifications: readonly TestSpecification[] = []
  /** Test files of the last run in which tests mismatched or had no recording. */
  #unrecorded: ReadonlySet<string> = new Set()
  #modeOfRun: Mode | null = null

  constructor(options: ReporterOptions = {}) {
    this.#options = options
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    this.#watch = new VitestWatch(vitest)
    listenForRecordKey(vitest, () => void this.#recordAgain(vitest))
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#specifications = specifications
    const vitest = this.#vitest
    this.#watch?.begin()
    // A merge has no workers to tell, and no project that could.
    if (!vitest || vitest.config.mergeReports) return
    vitest.provide(RUN_CONTEXT, {
      isRerun: this.#watch?.isRerun ?? false,
      mode: this.#modeOfRun,
      missingCommand: commandsFor(vitest, process.cwd(), process.env).run('missing', []),
    })
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

  /** What the key of watch mode does. */
  async #recordAgain(vitest: Vitest): Promise<void> {
    if (this.#watch?.isRunning || this.#modeOfRun) return
    const hasNameFilter = vitest.getGlobalTestNamePattern() !== undefined
    const run = chooseKeyedRun(this.#specifications, this.#unrecorded, hasNameFilter)
    if (!run) {
      print(vitest, [
        ' Retake  nothing to record: no test mismatched or had no recording. To record others again, filter them by name (t)',
      ])
      return
    }
    this.#modeOfRun = run.mode
    try {
      await vitest.rerunTestSpecifications(run.specifications)
    } finally {
      this.#modeOfRun = null
    }
  }

  async #report(vitest: Vitest, modules: readonly TestModule[], reason: TestRunEndReason): Promise<void> {
    const now = new Date()
    const tasks = readTallies(modules)
    this.#watch?.end(
      tasks.map(({ tally: { root, cassette, mode } }) => ({ cassette: join(root, cassette), mode })),
    )
    this.#unrecorded = new Set(tasks.filter(wantsRecording).map(({ testFile }) => testFile))
    const summary = await this.#summary(vitest, modules, tasks, reason, now)
    const path = process.env.RETAKE_SUMMARY?.trim() || this.#options.summary
    const recordKey = this.#unrecorded.size > 0 && hasKeys(vitest) ? RECORD_KEY : null
    print(vitest, renderSummary(summary, now, { recordKey, link: linkIn(vitest) }))
    if (summary.stale_is_error && summary.stale.recordings.length > 0) process.exitCode = 1
    if (path) writeSummary(path, summary)
  }

  async #summary(
    vitest: Vitest,
    modules: readonly TestModule[],
    tasks: readonly TalliedTask[],
    reason: TestRunEndReason,
    now: Date,
  ): Promise<Summary> {
    const folder = process.cwd()
    const scope = await scopeOf(vitest, {
      specifications: this.#specifications,
      modules,
      reason,
      isRerun: this.#watch?.isRerun ?? false,
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
