import { join, relative } from 'node:path'
import {
  aroundAll,
  aroundEach,
  beforeEach,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
} from 'vitest'
import { isRetakeError } from '../errors/retake-error.ts'
import { endAttempt, endFile, runInSession } from '../session/attempt.ts'
import { type Installation, install } from '../session/install.ts'
import type { AttemptOutcome, SessionTest } from '../session/session.ts'
import { patternOf } from './name-pattern.ts'
import type { Runner } from './runner.ts'

/** The part of Vitest's worker state that has no public door: which file runs, with which config. */
interface WorkerState {
  filepath?: string
  config: { root: string; name?: string; testNamePattern?: RegExp }
}

const worker = (globalThis as { __vitest_worker__?: WorkerState }).__vitest_worker__

/** Starts Retake for the test file whose setup this is, and puts a session around each of its tests. */
export function installInVitest(): void {
  if (!worker?.filepath) return
  const installation = installKindly(worker.filepath, vitestRunner(worker))
  if (!installation) return
  const { state, file, restore } = installation

  // Vitest reads the second parameter's text and wants it destructured; the suite itself comes third.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  aroundAll(async (runSuite, {}, suite) => {
    await runInSession(state, file.session, runSuite)
    const error = await endFile(state, file, fileOutcome(suite), everyTestRan(suite))
    restore()
    if (error) throw error
  })

  aroundEach(async (runTest, { task }) => {
    const session = file.open(testOf(task))
    await runInSession(state, session, runTest)
    const error = await endAttempt(state, session, attemptOutcome(task))
    if (!error) return
    dropEchoes(task, error)
    // Under `test.fails` an error thrown here would be the failure that the test expects, and so be lost.
    if (task.fails) file.fail(error)
    else throw error
  })
}

/** As {@link install}; what it refuses with shows no line of code, since the fault is in none. */
function installKindly(testFile: string, runner: Runner): Installation | null {
  try {
    return install(testFile, runner)
  } catch (error) {
    if (isRetakeError(error)) error.stack = `${error.name}: ${error.message}`
    throw error
  }
}

function vitestRunner({ config }: WorkerState): Runner {
  return {
    name: 'vitest',
    root: config.root,
    project: config.name || null,
    only({ file, name }) {
      const path = relative(process.cwd(), join(file)).replaceAll('\\', '/')
      const words = ['vitest', 'run', path]
      const root = relative(process.cwd(), config.root).replaceAll('\\', '/')
      if (root !== '') words.push('--root', root)
      if (config.name) words.push('--project', config.name)
      if (name) words.push('-t', patternOf(name.join(' ')))
      return words
    },
    declaresSuite: () => TestRunner.getCurrentSuite().name !== '',
    beforeEachTest: (hook) => beforeEach(hook),
  }
}

function testOf(task: Readonly<RunnerTestCase>): SessionTest {
  const suitePath: string[] = []
  for (let suite = task.suite; suite && suite.type === 'suite' && suite !== suite.file; suite = suite.suite)
    suitePath.unshift(suite.name)
  return { suitePath, name: task.name, occurrence: occurrenceOf(task, suitePath) }
}

/** Counts the tests of the same full name that were declared before this one. */
function occurrenceOf(task: Readonly<RunnerTestCase>, suitePath: readonly string[]): number {
  let count = 0
  const visit = (tasks: RunnerTestSuite['tasks'], path: readonly string[]): boolean => {
    for (const other of tasks) {
      if (other.id === task.id) return true
      if (other.type === 'suite') {
        if (other.name === suitePath[path.length] && visit(other.tasks, [...path, other.name])) return true
      } else if (other.name === task.name && path.length === suitePath.length) count++
    }
    return false
  }
  visit(task.file.tasks, [])
  return count
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
  if (task.result?.state !== 'fail' || task.fails) return 'passed'
  return task.result.errors?.at(-1)?.name === 'AssertionError' ? 'failed_assertion' : 'failed'
}

function fileOutcome(suite: Readonly<RunnerTestSuite>): AttemptOutcome {
  return suite.result?.errors?.length ? 'failed' : 'passed'
}

/** False under `-t`, `.only`, `.skip` and bail: then calls of hooks may be missing for no fault of the code. */
function everyTestRan(suite: Readonly<RunnerTestSuite> | RunnerTestFile): boolean {
  if (worker?.config.testNamePattern) return false
  return suite.tasks.every((task) =>
    task.type === 'suite'
      ? everyTestRan(task)
      : task.mode === 'todo' || (task.result?.state !== undefined && task.mode !== 'skip'),
  )
}
