import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RunningProvider, startProvider } from '../../examples/provider/provider.ts'
import { askFiles, testFile } from '../support/agent-files.ts'
import { UserProject } from '../support/user-project.ts'

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

test('a call that a timer makes after its test fails the file, at the latest when it ends', async () => {
  project = await UserProject.create({
    ...askFiles,
    'src/ask.test.ts': testFile(
      `${sorry}test('sets it', () => { setTimeout(() => void sorry(() => ask('Hi?')), 20) })
      test('b', () => new Promise((resolve) => setTimeout(resolve, 300)))`,
    ),
  })
  const result = await project.vitest([], { env: env() })
  expect(result.code).toBe(1)
  expect(result.output).toContain('UnattributedCall: a model call to 127.0.0.1')
  expect(result.output).toContain('was made after its test had ended: sets it')
})

test('the command for two tests of one full name records both, and no neighbour', async () => {
  const name = "it's $HOME"
  project = await UserProject.create({
    ...askFiles,
    'src/$id [x].test.ts': testFile(
      [`'One?'`, `'Two?'`]
        .map((question) => `test(${JSON.stringify(name)}, async () => { await ask(${question}) })`)
        .concat(`test(${JSON.stringify(`${name} more`)}, async () => { await ask('Three?') })`)
        .join('\n'),
    ),
  })
  const failed = await project.vitest([], { env: env() })
  const command = failed.output
    .split('\n')
    .map((line) => /record it\s+(npx retake .*)/.exec(line)?.[1])
    .find((line) => line && !line.includes('more'))
  const recorded = await project.shell(command as string, { env: env() })
  expect(recorded.code, recorded.output).toBe(0)
  expect(provider.requests).toHaveLength(2)
  expect(project.cassettes()).toHaveLength(2)
})
