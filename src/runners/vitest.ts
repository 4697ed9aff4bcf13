import { dirname } from 'node:path'
import type { RunnerTestCase, RunnerTestFile, RunnerTestSuite, TaskMeta } from 'vitest'
import { UnsupportedRunner } from '../errors/unsupported-runner.ts'
import { withoutTrace } from '../errors/without-trace.ts'
import { beginAttempt, endAttempt, endFile, runInSession } from '../session/attempt.ts'
import { type Installation, install, lookAgain } from '../session/install.ts'
import { atNeed } from '../session/load-at-need.ts'
import type { AttemptOutcome, SessionTest } from '../session/session.ts'
import type { Tally } from '../session/tally.ts'
import { type DeclaredTask, declaredTests } from './declared-tests.ts'
import { RUN_CONTEXT, type RunContext } from './run-context.ts'
import type { RealTime, Runner } from './runner.ts'

/** The part of Vitest's worker state that has no public door: which file runs, with which config. */
interface WorkerState {
  filepath?: string
  config: {
    root: string
    name?: string
    testNamePattern?: RegExp
    watch?: boolean
    sequence?: { seed?: number }
  }
}

declare module 'vitest' {
  interface TaskMeta {
    /** What became of the model calls of a test or, on a file, of its hooks; absent where there were none. */
    retake?: Tally
  }
}

/** As a whole, because an import of a name that an older Vitest lacks would fail before anything could be said about it. */
type Vitest = typeof import('vitest')

const setRealImmediate = setImmediate

/** Asked for each test file anew: without isolation a worker loads this module once for all of its files. */
const workerState = () => (globalThis as { __vitest_worker__?: WorkerState }).__vitest_worker__

/**
 * Starts Retake for the test file whose setup this is, and puts a session around each of its tests.
 *
 * @throws {UnsupportedRunner} where Vitest is older than 4.1.
 */
export function installInVitest(vitest: Vitest): void {
  const { aroundAll, aroundEach, TestRunner } = vitest
  if (typeof aroundEach !== 'function')
    throw withoutTrace(new UnsupportedRunner({ runner: 'Vitest', needs: '4.1' }))
  const worker = workerState()
  if (!worker?.filepath) return
  const installation = installKindly(worker.filepath, vitestRunner(vitest, worker, worker.filepath))
  if (!installation) return
  const { state, file, restore } = installation
  let hasBegun = false
  const { file: fileTask } = TestRunner.getCurrentSuite()
  file.session.onFailure = (error) => {
    if (!hasBegun && fileTask) throwIfSkipped(fileTask, error, () => hasBegun)
  }

  // Vitest reads the second parameter's text and wants it destructured; the suite itself comes third.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  aroundAll(async (runSuite, {}, suite) => {
    hasBegun = true
    await runInSession(state, file.session, runSuite)
    const error = await endFile(state, file, fileOutcome(suite), everyTestRan(suite))
    reportTally(suite, file.tallyOf(file.session))
    restore()
    if (error) throw error
  })

  aroundEach(async (runTest, { task }) => {
    const session = beginAttempt(state, file, testOf(task))
    lookAgainAfterHooks(TestRunner.getSuiteHooks(task.suite ?? task.file), () => lookAgain(state))
    await runInSession(state, session, runTest)
    const error = await endAttempt(state, session, attemptOutcome(task))
    reportTally(task, file.tallyOf(session))
    if (!error) return
    dropEchoes(task, error)
    if (losesErrors(task)) file.fail(error)
    else throw error
  })
}

/** Hooks may put mocks over the trap, so it is looked at once more behind the last `beforeEach` of a suite. */
function lookAgainAfterHooks(
  hooks: ReturnType<Vitest['TestRunner']['getSuiteHooks']>,
  look: () => void,
): void {
  if (looking.has(hooks)) return
  looking.add(hooks)
  hooks.beforeEach.push(look)
}

const looking = new WeakSet<object>()

/** What workers put here reaches the reporter, also from other shards. */
function reportTally(task: Readonly<{ meta: TaskMeta }>, tally: Tally | null): void {
  if (tally) task.meta.retake = tally
}

/** As {@link install}; what it refuses with shows no line of code, since the fault is in none. */
function installKindly(testFile: string, runner: Runner): Installation | null {
  try {
    return install(testFile, runner)
  } catch (error) {
    throw withoutTrace(error)
  }
}

/**
 * A file of which no test runs has no hook that could fail it. What its module scope did wrong then becomes an unhandled
 * error, as soon as Vitest has settled that it skips the file.
 */
function throwIfSkipped(task: RunnerTestFile, error: Error, hasBegun: () => boolean): void {
  const look = () => {
    if (hasBegun() || task.result?.state === 'fail') return
    if (task.mode === 'skip') throw error
    setRealImmediate(look)
  }
  setRealImmediate(look)
}

function vitestRunner(
  { beforeEach, inject, TestRunner, vi }: Vitest,
  { config }: WorkerState,
  testFile: string,
): Runner {
  // Absent without Retake's reporter.
  const run = inject(RUN_CONTEXT) as RunContext | undefined
  let isRerun = run?.isRerun ?? (config.watch ? null : false)
  return {
    isRerun() {
      isRerun ??= watcherRanBefore(config, testFile)
      return isRerun
    },
    modeOfRun: run?.mode ?? null,
    missingCommand: run?.missingCommand ?? null,
    name: 'vitest',
    root: config.root,
    project: config.name || null,
    realTime: { ...keptTimers(), now: () => vi.getRealSystemTime() },
    declaresSuite: () => TestRunner.getCurrentSuite().name !== '',
    beforeEachTest: (hook) => beforeEach(hook),
  }
}

/** Vitest keeps the real timers for itself, before any setup file runs, under a registered symbol. */
function keptTimers(): Partial<RealTime> {
  const kept = (globalThis as Record<symbol, Partial<RealTime> | undefined>)[Symbol.for('vitest:SAFE_TIMERS')]
  return kept?.setTimeout && kept.clearTimeout
    ? { setTimeout: kept.setTimeout, clearTimeout: kept.clearTimeout }
    : {}
}

function watcherRanBefore({ name = '', sequence }: WorkerState['config'], testFile: string): boolean {
  const { hasRunBefore, locateProject, watcherId } = atNeed()
  const { isMainThread } = process.getBuiltinModule('node:worker_threads')
  const watcher = watcherId(isMainThread ? process.ppid : process.pid, String(sequence?.seed ?? ''))
  return hasRunBefore(locateProject(dirname(testFile)).root, watcher, `${name}\n${testFile}`)
}

/** Under `test.fails` an error is the failure that the test expects, and a test that skipped itself stays skipped. */
function losesErrors(task: Readonly<RunnerTestCase>): boolean {
  return task.fails === true || skippedItself(task)
}

/** By `context.skip()`, half-way through. */
function skippedItself(task: Readonly<RunnerTestCase>): boolean {
  const result = task.result as { state: string; pending?: boolean } | undefined
  return result?.pending === true || result?.state === 'skip'
}

const declared = new WeakMap<RunnerTestFile, ReturnType<typeof declaredTests>>()

function testOf(task: Readonly<RunnerTestCase>): SessionTest {
  let tests = declared.get(task.file)
  if (!tests) {
    tests = declaredTests(task.file.tasks as DeclaredTask[])
    declared.set(task.file, tests)
  }
  return tests.get(task.id) as SessionTest
}

/**
 * Takes the errors away that only repeat `error`: an SDK wraps the refusal in an error of its own, with the same text, and
 * the test would fail twice for one reason.
 */
function dropEchoes(task: Readonly<RunnerTestCase>, error: Error): void {
  const errors = task.result?.errors
  if (!errors) return
  const isEcho = (value: unknown, depth = 0): boolean => {
    if (typeof value !== 'object' || value === null || depth > 3) return false
    const { message, cause } = value as { message?: unknown; cause?: unknown }
    return (typeof message === 'string' && message.includes(error.message)) || isEcho(cause, depth + 1)
  }
  errors.splice(0, errors.length, ...errors.filter((other) => !isEcho(other)))
}

/** Vitest records what the body threw instead of passing it on; `test.fails` expects just that. */
function attemptOutcome(task: Readonly<RunnerTestCase>): AttemptOutcome {
  if (skippedItself(task)) return 'skipped'
  if (task.result?.state !== 'fail' || task.fails) return 'passed'
  return task.result.errors?.at(-1)?.name === 'AssertionError' ? 'failed_assertion' : 'failed'
}

function fileOutcome(suite: Readonly<RunnerTestSuite>): AttemptOutcome {
  return suite.result?.errors?.length ? 'failed' : 'passed'
}

/** False under `-t`, `.only`, `.skip` and bail: then calls of hooks may be missing for no fault of the code. */
function everyTestRan(suite: Readonly<RunnerTestSuite> | RunnerTestFile): boolean {
  if (workerState()?.config.testNamePattern) return false
  return suite.tasks.every((task) =>
    task.type === 'suite'
      ? everyTestRan(task)
      : task.mode === 'todo' || (task.result?.state !== undefined && task.mode !== 'skip'),
  )
}
