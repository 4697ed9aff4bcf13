/** ../shared/cases.md, 25 to 27: answers and cassettes that reached the wrong test. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProvider, startProvider } from '../../examples/provider/provider.ts'
import { cassettePath } from '../../src/cassette/path.ts'
import { askFiles, testFile } from '../support/agent-files.ts'
import { UserProject } from '../support/user-project.ts'

let provider: RunningProvider

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

/** Records a test file against the provider and replays it without one. */
async function recordAndReplay(body: string): Promise<void> {
  const project = await UserProject.create({ ...askFiles, 'src/ask.test.ts': testFile(body) })
  const env = { PROVIDER_URL: provider.url, OPENAI_API_KEY: 'sk-e2e-0123456789abcdefghij' }
  try {
    const recorded = await project.vitest([], { env: { ...env, RETAKE: 'record' } })
    expect(recorded.code, recorded.output).toBe(0)
    const replayed = await project.vitest([], { env: { PROVIDER_URL: 'http://127.0.0.1:9' } })
    expect(replayed.code, replayed.output).toBe(0)
  } finally {
    project.remove()
  }
}

test(
  '25 and 26: concurrent tests, and parallel calls within one, get their own answers',
  { timeout: 120_000 },
  () =>
    recordAndReplay(`
    describe.concurrent('at once', () => {
      for (let n = 0; n < 8; n++)
        test('asks ' + n, async () => {
          const answers = await Promise.all([0, 1, 2, 3].map(async (part) => {
            await new Promise((resolve) => setTimeout(resolve, (n * 7 + part * 5) % 11))
            return ask('Part ' + part + ' of ' + n + '?')
          }))
          answers.forEach((answer, part) => expect(answer).toContain('Part ' + part + ' of ' + n))
        })
    })`),
)

test(
  '26: equal parallel calls of one test replay the answers in the order of the calls',
  { timeout: 120_000 },
  () =>
    recordAndReplay(`
    test('asks the same', async () => {
      const answers = await Promise.all([ask('Same?'), ask('Same?'), ask('Other?')])
      expect(answers[0]).toContain('Same'); expect(answers[1]).toContain('Same'); expect(answers[2]).toContain('Other')
    })`),
)

test('27: parameterised cases never share a cassette, and its name says which test it is of', () => {
  const place = (name: string, occurrence = 0) =>
    cassettePath({ file: 'src/ask.test.ts', suitePath: ['agent'], name, occurrence })
  const names = [
    'case x',
    'case X',
    'case x ',
    'case x?',
    'case x/',
    'case x\\',
    "case 'x'",
    `case ${'x'.repeat(300)}`,
    `case ${'x'.repeat(301)}`,
  ]
  const paths = [...names.map((name) => place(name)), place('case x', 1), place('case x', 2)]
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
  expect(place('case x')).toBe('__recordings__/ask.test.ts/agent/case x.jsonl')
  for (const path of paths) expect(path).toMatch(/\/case '?x/i)
})
