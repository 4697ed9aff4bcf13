import { existsSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RunningProvider, startProvider } from '../../examples/provider/provider.ts'
import { awsEvents } from '../../proofs/transcripts/aws-events.ts'
import { UserProject } from '../support/user-project.ts'

let provider: RunningProvider
let project: UserProject | undefined

beforeAll(async () => {
  provider = await startProvider({ pace: 10 })
})
afterAll(() => provider.close())
afterEach(() => project?.remove())

const secret = `sk-proj-${'a1B2c3D4'.repeat(6)}`
const cassette = 'src/__recordings__/ask.test.ts/asks.jsonl'

/** A test that asks over `fetch` and writes down, in base64, the pieces that it saw. */
const asking = (path: string, body: string) => ({
  'src/ask.test.ts': `
    import { writeFileSync } from 'node:fs'
    import { expect, test } from 'vitest'
    test('asks', async () => {
      const text = process.env.QUESTION ?? 'Is it cold?'
      const response = await fetch('${provider.url}${path}', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
        body: JSON.stringify(${body}),
      })
      const pieces = []
      for await (const piece of response.body) pieces.push(Buffer.from(piece).toString('base64'))
      writeFileSync(process.env.SEEN, JSON.stringify(pieces))
    })`,
})

const converse = '{ messages: [{ role: "user", content: [{ text }] }] }'
const seen = (file: string): Buffer[] =>
  (JSON.parse((project as UserProject).read(file)) as string[]).map((piece) => Buffer.from(piece, 'base64'))

test.each([
  [
    'Converse',
    '/model/amazon.nova-lite-v1%3A0/converse-stream',
    converse,
    'bedrock converse · amazon.nova-lite-v1:0',
  ],
  [
    'InvokeModel',
    '/model/us.anthropic.claude-sonnet-4-5-v1%3A0/invoke-with-response-stream',
    '{ anthropic_version: "bedrock-2023-05-31", max_tokens: 9, messages: [{ role: "user", content: text }] }',
    'bedrock invoke · us.anthropic.claude-sonnet-4-5-v1:0',
  ],
])(
  'a binary stream of %s is recorded, reviewed, replayed byte for byte, and missed by its message',
  async (_name, path, body, title) => {
    project = await UserProject.create(asking(path, body))
    const recorded = await project.vitest([], { env: { RETAKE: 'record', SEEN: 'recorded.json' } })
    expect(recorded.code, recorded.output).toBe(0)
    const replayed = await project.vitest([], { env: { SEEN: 'replayed.json' } })
    expect(replayed.code, replayed.output).toBe(0)
    // A busy machine joins pieces on their way.
    expect(seen('recorded.json').length).toBeGreaterThan(1)
    expect(project.read('replayed.json')).toBe(project.read('recorded.json'))

    const transcript = project.read(cassette.replace('.jsonl', '.md'))
    expect(transcript).toContain(
      `## Call 0 · ${title}\n\n**User**\n\nIs it cold?\n\n**Assistant**\n\nOn “Is it cold?”: `,
    )
    expect(transcript).toMatch(/\nstop: end\\?_turn · \d+ tokens in, \d+ out\n/)

    const changed = await project.vitest([], { env: { QUESTION: 'Is it warm?', SEEN: 'changed.json' } })
    expect(changed.code).toBe(1)
    expect(changed.output).toContain('ReplayMismatch: message 1 (user) changed')
  },
)

test('a secret that the model says is nowhere in the recording, whose frames a client still reads', async () => {
  project = await UserProject.create(asking('/model/m/converse-stream', converse))
  const env = { RETAKE: 'record', SEEN: 'recorded.json', QUESTION: `Is ${secret} a key?` }
  const recorded = await project.vitest([], { env })
  expect(recorded.code, recorded.output).toBe(0)
  expect(Buffer.concat(seen('recorded.json')).includes(secret)).toBe(true)

  const written = project.read(cassette)
  const bytes = [...written.matchAll(/"base64":"([^"]+)"/g)].map(([, text]) =>
    Buffer.from(text as string, 'base64'),
  )
  expect(written).not.toContain(secret)
  expect(Buffer.concat(bytes).includes(secret)).toBe(false)
  expect(project.read(cassette.replace('.jsonl', '.md'))).toContain('Is [secret removed] a key?')

  const replayed = await project.vitest([], { env: { SEEN: 'replayed.json', QUESTION: env.QUESTION } })
  expect(replayed.code, replayed.output).toBe(0)
  const events = awsEvents(Buffer.concat(seen('replayed.json')))
  const text = events.map(({ payload }) => payload.delta?.text ?? '').join('')
  expect(text).toContain('On “Is [secret removed] a key?”: ')
  expect(seen('replayed.json').length).toBe(seen('recorded.json').length)
})

test('an exception inside a stream is recorded and replayed as it was, and told in the transcript', async () => {
  project = await UserProject.create(asking('/model/m/converse-stream', converse))
  const env = { QUESTION: 'please throttle' }
  const recorded = await project.vitest([], { env: { ...env, RETAKE: 'record', SEEN: 'recorded.json' } })
  expect(recorded.code, recorded.output).toBe(0)
  const replayed = await project.vitest([], { env: { ...env, SEEN: 'replayed.json' } })
  expect(replayed.code, replayed.output).toBe(0)
  expect(project.read('replayed.json')).toBe(project.read('recorded.json'))
  expect(awsEvents(Buffer.concat(seen('replayed.json'))).at(-1)?.type).toBe('throttlingException')
  expect(project.read(cassette.replace('.jsonl', '.md'))).toContain(
    '**Error** in the answer · throttlingException',
  )
})

test('in replay AWS keys stay where they are set, and are filled in where a recording needs them', async () => {
  project = await UserProject.create({
    ...asking('/model/m/converse-stream', converse),
    'src/other.test.ts': `
      import { expect, test } from 'vitest'
      test('has no recordings', () => {
        expect(process.env.AWS_SECRET_ACCESS_KEY).toBe(process.env.WANTED_ELSEWHERE)
        expect(process.env.AWS_BEARER_TOKEN_BEDROCK).toBeUndefined()
      })`,
  })
  const recorded = await project.vitest(['src/ask.test.ts'], {
    env: { RETAKE: 'record', SEEN: 'recorded.json' },
  })
  expect(recorded.code, recorded.output).toBe(0)
  project.write({
    'src/ask.test.ts': `${project.read('src/ask.test.ts')}
      test('sees', () => {
        const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_BEARER_TOKEN_BEDROCK } = process.env
        writeFileSync('env.json', JSON.stringify([AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_BEARER_TOKEN_BEDROCK]))
      })`,
  })
  const own = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  const runs = [
    [{}, [1, 2, 3, 4].map(() => expect.stringMatching(/^retake-placeholder-aws-/))],
    [
      { AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE', AWS_SECRET_ACCESS_KEY: own },
      ['AKIAIOSFODNN7EXAMPLE', own, null, 'retake-placeholder-aws-bearer-token-bedrock'],
    ],
  ] as const
  for (const [env, wanted] of runs) {
    const elsewhere = 'AWS_SECRET_ACCESS_KEY' in env ? { WANTED_ELSEWHERE: own } : {}
    const run = await project.vitest([], { env: { ...env, ...elsewhere, SEEN: 'replayed.json' } })
    expect(run.code, run.output).toBe(0)
    expect(JSON.parse(project.read('env.json'))).toEqual(wanted)
  }
})

test('where the config lets new calls out, no placeholder hides the other sources of AWS credentials', async () => {
  project = await UserProject.create(asking('/model/m/converse-stream', converse))
  const recorded = await project.vitest([], { env: { RETAKE: 'record', SEEN: 'recorded.json' } })
  expect(recorded.code, recorded.output).toBe(0)
  project.write({
    'retake.config.json': '{ "mode": "missing" }',
    'src/ask.test.ts': `${project.read('src/ask.test.ts')}
      test('sees', () => {
        expect(process.env.AWS_ACCESS_KEY_ID).toBeUndefined()
        expect(process.env.AWS_BEARER_TOKEN_BEDROCK).toBeUndefined()
      })`,
  })
  const run = await project.vitest([], { env: { SEEN: 'replayed.json' } })
  expect(run.code, run.output).toBe(0)
})

const hasSdk = ['@aws-sdk/client-bedrock-runtime', '@smithy/fetch-http-handler'].every((name) =>
  existsSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url)),
)
const without = hasSdk
  ? ''
  : ' (skipped: @aws-sdk/client-bedrock-runtime and @smithy/fetch-http-handler are not installed)'

test.skipIf(!hasSdk)(
  `the client of the AWS SDK reads what was recorded, also where a secret was removed${without}`,
  async () => {
    project = await UserProject.create({
      'src/ask.test.ts': `
      import { writeFileSync } from 'node:fs'
      import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand, InvokeModelCommand, InvokeModelWithResponseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
      import { FetchHttpHandler } from '@smithy/fetch-http-handler'
      import { test } from 'vitest'
      const text = process.env.QUESTION
      const messages = [{ role: 'user', content: [{ text }] }]
      const client = () => new BedrockRuntimeClient({
        region: 'us-east-1', endpoint: 'PROVIDER', requestHandler: new FetchHttpHandler(),
        credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' },
      })
      test('asks', async () => {
        const said = []
        const whole = await client().send(new ConverseCommand({ modelId: 'm', messages }))
        said.push(whole.output.message.content[0].text)
        const { stream } = await client().send(new ConverseStreamCommand({ modelId: 'us.m-v1:0', messages }))
        let joined = ''
        for await (const event of stream) joined += event.contentBlockDelta?.delta?.text ?? ''
        said.push(joined)
        const body = JSON.stringify({ prompt: text, max_gen_len: 9 })
        const invoked = await client().send(new InvokeModelCommand({ modelId: 'm', body, contentType: 'application/json' }))
        said.push(JSON.parse(Buffer.from(invoked.body).toString()).generation)
        const { body: chunks } = await client().send(new InvokeModelWithResponseStreamCommand({ modelId: 'm', body, contentType: 'application/json' }))
        let generated = ''
        for await (const event of chunks) generated += JSON.parse(Buffer.from(event.chunk.bytes).toString()).generation
        said.push(generated)
        writeFileSync(process.env.SEEN, JSON.stringify(said))
      })`.replaceAll('PROVIDER', provider.url),
    })
    const env = { QUESTION: `Is ${secret} a key?` }
    const recorded = await project.vitest([], { env: { ...env, RETAKE: 'record', SEEN: 'recorded.json' } })
    expect(recorded.code, recorded.output).toBe(0)
    const replayed = await project.vitest([], { env: { ...env, SEEN: 'replayed.json' } })
    expect(replayed.code, replayed.output).toBe(0)
    const said = JSON.parse(project.read('recorded.json')) as string[]
    expect(said.length).toBe(4)
    expect(said[1]).toContain(secret)
    expect(JSON.parse(project.read('replayed.json'))).toEqual(
      said.map((one) => one.replaceAll(secret, '[secret removed]')),
    )

    const changed = await project.vitest([], { env: { QUESTION: 'Is it warm?', SEEN: 'changed.json' } })
    expect(changed.code).toBe(1)
    expect(changed.output).toContain('ReplayMismatch: message 1 (user) changed')
  },
)
