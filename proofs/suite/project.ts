import { echoClient } from '../support/echo-provider.ts'

/** One generated test. */
interface SuiteTest {
  file: string
  name: string
  /** How many calls it makes when it is recorded; 0 for most. */
  calls: number
}

/** What was done to a suite after it was recorded, and so what a run must find. */
export interface Suite {
  tests: SuiteTest[]
  /** Cassettes of tests that make one call less now. */
  unused: string[]
  /** Cassettes whose test was renamed or whose file is gone. */
  orphans: string[]
  /** Tests in which calls are made still, and how many: all that a full run must count. */
  calling: Map<SuiteTest, number>
}

const testsPerFile = 3
/** Every tenth test calls the model, this often. */
const callsPerTest = 2

/** The test files as they are recorded, and as they are afterwards. */
export function planSuite(files: number): {
  suite: Suite
  recorded: Files
  changed: Files
  deleted: string[]
} {
  const tests: SuiteTest[] = []
  for (let at = 0; at < files * testsPerFile; at++) {
    const number = Math.floor(at / testsPerFile)
    const file = `src/part-${number % 20}/file-${String(number).padStart(4, '0')}.test.js`
    tests.push({
      file,
      name: `test ${at % testsPerFile} of ${number}`,
      calls: at % 10 === 0 ? callsPerTest : 0,
    })
  }
  const callers = tests.filter(({ calls }) => calls > 0)
  // Spread over the suite: of the callers, each 9th calls less, each 11th has another name, of each 13th the file is gone.
  const gone = new Set(callers.filter((_, at) => at % 13 === 4).map(({ file }) => file))
  const stays = callers.filter(({ file }) => !gone.has(file))
  const renamed = new Set(stays.filter((_, at) => at % 11 === 3))
  const less = new Set(stays.filter((test, at) => at % 9 === 2 && !renamed.has(test)))
  const suite: Suite = {
    tests: tests.filter(({ file }) => !gone.has(file)),
    unused: [],
    orphans: [],
    calling: new Map(),
  }
  suite.unused = [...less].map(cassetteOf)
  suite.orphans = callers.filter((test) => gone.has(test.file) || renamed.has(test)).map(cassetteOf)
  for (const test of stays)
    if (!renamed.has(test)) suite.calling.set(test, callsPerTest - (less.has(test) ? 1 : 0))

  const changed: Files = {}
  for (const { file } of [...renamed, ...less])
    changed[file] = fileContent(
      tests.filter((test) => test.file === file),
      renamed,
      less,
    )
  const recorded: Files = {}
  for (const file of new Set(tests.map((test) => test.file)))
    recorded[file] = fileContent(
      tests.filter((test) => test.file === file),
      new Set(),
      new Set(),
    )
  return { suite, recorded, changed, deleted: [...gone] }
}

type Files = Record<string, string>

/** Everything but the test files. */
export const suiteFiles: Files = {
  'vitest.config.ts': `import { defineConfig } from 'vitest/config'
import retake from 'retake/vitest/plugin'
export default defineConfig({ plugins: [retake()], test: { pool: 'threads', isolate: false } })
`,
  'retake.config.js': `export default { unused: 'warn' }\n`,
  'src/echo.js': echoClient,
}

function fileContent(
  tests: readonly SuiteTest[],
  renamed: ReadonlySet<SuiteTest>,
  less: ReadonlySet<SuiteTest>,
): string {
  const bodies = tests.map((test) => {
    const { name, calls } = test
    if (calls === 0) return `test('${name}', () => { expect(1 + 1).toBe(2) })`
    if (renamed.has(test)) return `test('${name}, renamed', () => { expect(1 + 1).toBe(2) })`
    const made = Array.from(
      { length: calls - (less.has(test) ? 1 : 0) },
      (_, at) => `expect(await ask('${name}, call ${at}')).toContain('${name}')`,
    )
    return `test('${name}', async () => { ${made.join('; ')} })`
  })
  return `import { expect, test } from 'vitest'\nimport { ask } from '../echo.js'\n${bodies.join('\n')}\n`
}

function cassetteOf({ file, name }: SuiteTest): string {
  const at = file.lastIndexOf('/')
  return `${file.slice(0, at)}/__recordings__${file.slice(at)}/${name}.jsonl`
}
