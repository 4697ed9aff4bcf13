/** A test or suite as a runner knows it, in the order of declaration. */
export interface DeclaredTask {
  id: string
  name: string
  type: 'test' | 'suite'
  /** Of a suite. */
  tasks?: readonly DeclaredTask[]
}

/** What tells a test of a file from all others; see cassette/path.ts, which makes a path of it. */
export interface DeclaredTest {
  /** Names of the enclosing suites, outermost first. */
  suitePath: readonly string[]
  name: string
  /** How many tests of the same full name are declared before it, also in another suite of the same name. */
  occurrence: number
}

/** All tests of a file by id, whether or not they run: the worker and the reporter name recordings by the same rule. */
export function declaredTests(tasks: readonly DeclaredTask[]): Map<string, DeclaredTest> {
  const tests = new Map<string, DeclaredTest>()
  const counts = new Map<string, number>()
  const visit = (inner: readonly DeclaredTask[], suitePath: readonly string[]): void => {
    for (const task of inner) {
      if (task.type === 'suite') visit(task.tasks ?? [], [...suitePath, task.name])
      else {
        const key = JSON.stringify([...suitePath, task.name])
        const occurrence = counts.get(key) ?? 0
        counts.set(key, occurrence + 1)
        tests.set(task.id, { suitePath, name: task.name, occurrence })
      }
    }
  }
  visit(tasks, [])
  return tests
}
