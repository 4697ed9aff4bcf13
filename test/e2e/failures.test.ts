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
