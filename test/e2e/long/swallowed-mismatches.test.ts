import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RunningProvider, startProvider } from '../../../examples/provider/provider.ts'
import { askFiles, testFile } from '../../support/agent-files.ts'
import { UserProject } from '../../support/user-project.ts'

let provider: RunningProvider
let project: UserProject | undefined

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())
afterEach(() => {
  project?.remove()
  project = undefined
  provider.requests.length = 0
})

const env = () => ({ PROVIDER_URL: provider.url, OPENAI_API_KEY: 'sk-e2e-0123456789abcdefghij' })
const sorry = `const sorry = (call: () => Promise<unknown>) => call().catch(() => 'sorry')\n`

// A slice of these, with other clients, is in CI as the proof `swallow`.
/** Records test files, changes the prompt and replays one after the other; each alone has to fail its run. */
async function expectShown(bodies: Record<string, { body: string; args?: string[] }>): Promise<void> {
  const fileOf = (name: string) => `src/${name.replaceAll(' ', '-')}.test.ts`
  const files = Object.entries(bodies).map(([name, { body }]) => [fileOf(name), testFile(sorry + body)])
  project = await UserProject.create({ ...askFiles, ...Object.fromEntries(files) })
  const recorded = await project.vitest([], { env: { ...env(), RETAKE: 'record' } })
  expect(recorded.code, recorded.output).toBe(0)
  provider.requests.length = 0
  project.write({ 'src/ask.ts': project.read('src/ask.ts').replace('one sentence', 'two sentences') })
  for (const [name, { args = [] }] of Object.entries(bodies)) {
    const result = await project.vitest([fileOf(name), ...args], { env: env() })
    expect(result.code, `${name}\n${result.output}`).toBe(1)
    expect(result.output, name).toContain('ReplayMismatch: the system prompt changed')
    expect(provider.requests, name).toHaveLength(0)
  }
}

const post = `fetch(process.env.PROVIDER_URL + '/v1/chat/completions', {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
  body: JSON.stringify({ model: 'm', messages: [{ role: 'system', content: SYSTEM }, { role: 'user', content: 'Hi?' }] }),
})`

test('a mismatch fails the run whatever the code, its hooks and its test do with it', () =>
  expectShown({
    caught: { body: `test('a', async () => { expect(await sorry(() => ask('Hi?'))).toBeDefined() })` },
    'caught in a hook': { body: `beforeAll(() => sorry(() => ask('Hi?')))\ntest('a', () => {})` },
    'in a test that fails on purpose': {
      body: `test.fails('a', async () => { await sorry(() => ask('Hi?')); throw new Error('as expected') })`,
    },
    'in a test that skips itself afterwards': {
      body: `test('a', async ({ skip }) => { await sorry(() => ask('Hi?')); skip() })`,
    },
    'in a test that waits for an error': {
      body: `test('a', () => expect(ask('Hi?').then(() => { throw new Error() })).rejects.toThrow())`,
    },
    'never awaited': { body: `test('a', () => { void ${post} })` },
    'at module scope under a filter': {
      body: `await sorry(() => ask('Hi?'))\ntest('a', () => {})`,
      args: ['-t', 'nothing'],
    },
  }))
