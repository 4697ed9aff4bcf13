import { dirname, join } from 'node:path'
import type { TestCase, TestModule, TestSuite } from 'vitest/node'
import { cassettePath, fileSessionPath } from '../../cassette/path.ts'
import { realFile } from '../../cassette/real-file.ts'
import { locateProject } from '../../config/locate.ts'
import { wantsProjectInPath } from '../../config/project-in-path.ts'
import { type DeclaredTask, declaredTests } from '../../runners/declared-tests.ts'
import type { Tally } from '../../session/tally.ts'
import type { TalliedTask } from './summarise.ts'

/** The tallies that the workers left in the meta of tests and files; the same from blobs of a merge. */
export function readTallies(modules: readonly TestModule[]): TalliedTask[] {
  const tasks: TalliedTask[] = []
  for (const module of modules) {
    const testFile = module.moduleId
    const project = module.project.name
    const own = tallyIn(module.meta())
    if (own) {
      const outcome = module.state() === 'failed' && module.errors().length > 0 ? 'failed' : 'passed'
      tasks.push({ kind: 'file', testFile, project, fullName: null, outcome, tally: own })
    }
    for (const test of module.children.allTests()) {
      const tally = tallyIn(test.meta())
      if (tally)
        tasks.push({
          kind: 'test',
          testFile,
          project,
          fullName: namesOf(test),
          outcome: outcomeOf(test),
          tally,
        })
    }
  }
  return tasks
}

/**
 * By test file, the cassettes of all tests that its modules declare, whether or not they ran, and of its own session. A
 * file that could not be read to its end, or of which nothing is known, is left out: nothing can be said of its
 * recordings.
 */
export function declaredCassettes(modules: readonly TestModule[]): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>()
  const unreadable = new Set<string>()
  for (const module of modules) {
    const file = realFile(module.moduleId)
    if (module.children.size === 0) unreadable.add(file)
    const cassettes = files.get(file) ?? new Set()
    files.set(file, cassettes)
    const named = module.project.name && wantsProjectInPath(locateProject(dirname(file)))
    const project = named ? module.project.name : undefined
    cassettes.add(join(dirname(file), fileSessionPath(file, project)))
    for (const { suitePath, name, occurrence } of declaredTests(tasksOf(module)).values())
      cassettes.add(join(dirname(file), cassettePath({ file, suitePath, name, occurrence, project })))
    for (const tally of [module.meta(), ...[...module.children.allTests()].map((test) => test.meta())].map(
      tallyIn,
    ))
      if (tally) cassettes.add(join(tally.root, tally.cassette))
  }
  for (const file of unreadable) files.delete(file)
  return files
}

function tasksOf(parent: TestModule | TestSuite): DeclaredTask[] {
  return [...parent.children].map((task) => ({
    id: task.id,
    name: task.name,
    type: task.type,
    ...(task.type === 'suite' && { tasks: tasksOf(task) }),
  }))
}

function tallyIn(meta: object): Tally | null {
  const tally = (meta as { retake?: Tally }).retake
  return tally?.version === 1 ? tally : null
}

/** As Vitest matches it against `-t`: names of suites and test, with spaces between. */
function namesOf(test: TestCase): string {
  const names = [test.name]
  for (let at = test.parent; at.type === 'suite'; at = at.parent) names.unshift(at.name)
  return names.join(' ')
}

function outcomeOf(test: TestCase): TalliedTask['outcome'] {
  const { state, errors } = test.result()
  if (state === 'pending') return 'skipped'
  if (state !== 'failed') return state
  return errors?.every(({ name }) => name === 'ReplayMismatch') ? 'mismatch' : 'failed'
}
