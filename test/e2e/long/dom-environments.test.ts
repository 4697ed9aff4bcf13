import { expect, test } from 'vitest'
import { testFile } from '../../support/agent-files.ts'
import { useRecorderFixture } from '../../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

const body = `
const browser = { dangerouslyAllowBrowser: true }
const url = process.env.PROVIDER_URL + '/v1/chat/completions'
const init = (content: string, more = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
  body: JSON.stringify({ model: 'gpt-5-mini', messages: [{ role: 'user', content }], ...more }),
})

test('the page is there', () => { document.body.innerHTML = '<p>x</p>'; expect(document.querySelector('p')).toBeTruthy() })
test('an SDK gets JSON', async () => {
  const answer = await client(browser).chat.completions.create(
    { model: 'gpt-5-mini', messages: [{ role: 'user', content: 'From the page?' }] })
  expect(answer.choices[0].message.content).toContain('page')
})
test('an SDK gets a stream', async () => {
  const stream = await client(browser).chat.completions.create(
    { model: 'gpt-5-mini', stream: true, messages: [{ role: 'user', content: 'Streamed to the page?' }] })
  let text = ''
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
  expect(text).toContain('page')
})
test('code of the page gets a response of its window', async () => {
  const response = await window.fetch(url, init('A response?'))
  expect(response).toBeInstanceOf(Response)
  expect(response.ok).toBe(true)
  expect(response.url).toBe(url)
  expect(response.headers.get('content-type')).toContain('json')
  expect((await response.clone().json()).choices[0].message.content).toContain('response')
  expect(await response.text()).toContain('response')
})
test('a request of the page is taken as input', async () => {
  const response = await fetch(new Request(url, init('A request?')))
  expect((await response.json()).choices[0].message.content).toContain('request')
  const headers = new Headers(init('').headers)
  const other = await fetch(new URL(url), { ...init('Headers?'), headers })
  expect((await other.json()).choices[0].message.content).toContain('Headers')
})
test('the page aborts', async () => {
  const controller = new AbortController()
  const response = await fetch(url, { ...init('Aborted? '.repeat(20), { stream: true }), signal: controller.signal })
  const reader = response.body!.getReader()
  await reader.read()
  controller.abort()
  await expect((async () => { for (;;) if ((await reader.read()).done) return 'ended' })()).rejects.toThrow()
  await expect(fetch(url, { ...init('Never?'), signal: AbortSignal.abort() })).rejects.toThrow()
})
`

const modes = ['jsdom', 'happy-dom'].flatMap((environment) =>
  ['config', 'comment'].map((by) => ({ environment, by })),
)

test.each(modes)(
  'in $environment (said by $by) calls are recorded by Node, without a CORS detour, and replayed',
  async ({ environment, by }) => {
    const comment = by === 'comment' ? `// @vitest-environment ${environment}\n` : ''
    const user = await fixture.project('', {
      'src/ask.test.ts': comment + testFile(body),
      'vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { setupFiles: ['retake/vitest'], ${by === 'config' ? `environment: '${environment}'` : ''} } })`,
    })
    const recorded = await user.vitest([], { env: fixture.live('record') })
    expect(recorded.code, recorded.output).toBe(0)
    expect(fixture.provider.requests.map(({ method }) => method)).toEqual(Array(6).fill('POST'))
    for (const { headers } of fixture.provider.requests) {
      expect(headers.authorization).toBe('Bearer sk-e2e-0123456789abcdefghij')
      expect(headers.origin).toBeUndefined()
    }
    expect(user.cassettes()).toHaveLength(5)
    const replayed = await user.vitest([], { env: fixture.dead })
    expect(replayed.code, replayed.output).toBe(0)
    expect(fixture.provider.requests).toHaveLength(6)
  },
)

test('what is recorded in one environment is replayed in the others', async () => {
  const user = await fixture.project('', {
    'src/ask.test.ts': `// @vitest-environment happy-dom\n${testFile(body)}`,
  })
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  user.write({ 'src/ask.test.ts': `// @vitest-environment jsdom\n${testFile(body)}` })
  const replayed = await user.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
})

test.each(['jsdom', 'happy-dom'])(
  'in %s a mismatch is told, and a request of no model goes where it went before',
  async (environment) => {
    const page = (question: string) => `// @vitest-environment ${environment}
${testFile(`
test('asks', async () => {
  const response = await fetch(process.env.PROVIDER_URL + '/v1/chat/completions', {
    method: 'POST', headers: { authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: 'gpt-5-mini', messages: [{ role: 'user', content: '${question}' }] }) })
  await response.json()
})
test('asks its own backend', async () => {
  const url = process.env.PROVIDER_URL + '/v1/chat/completions'
  await fetch(url, { method: 'POST', body: JSON.stringify({ own: 1 }) }).then((response) => response.text(), () => {})
})`)}`
    const user = await fixture.project('', { 'src/ask.test.ts': page('One?') })
    const recorded = await user.vitest([], { env: fixture.live('missing') })
    expect(recorded.code, recorded.output).toBe(0)
    expect(user.cassettes()).toEqual(['src/__recordings__/ask.test.ts/asks.jsonl'])
    user.write({ 'src/ask.test.ts': page('Another?') })
    const result = await user.vitest(['-t', 'asks$'], { env: fixture.dead })
    expect(result.code).toBe(1)
    expect(result.output).toContain('ReplayMismatch: message 1 (user) changed')
    expect(result.output).not.toMatch(/OPTIONS|Cross-Origin/)
  },
)

test('environments may take turns in one worker', async () => {
  const asks = (environment: string, name: string) =>
    `// @vitest-environment ${environment}\n${testFile(`
const early = await ask0('Early ${name}?')
beforeAll(async () => { await ask0('Before ${name}?') })
test('asks', async () => { expect(await ask0('In ${name}?')).toContain('${name}'); expect(early).toContain('Early') })
function ask0(question: string) {
  return client({ dangerouslyAllowBrowser: true }).chat.completions
    .create({ model: 'gpt-5-mini', messages: [{ role: 'user', content: question }] })
    .then((answer) => answer.choices[0].message.content)
}`)}`
  const user = await fixture.project('', {
    'src/ask.test.ts': asks('happy-dom', 'a'),
    'src/b.test.ts': asks('node', 'b'),
    'src/c.test.ts': asks('jsdom', 'c'),
    'src/d.test.ts': asks('happy-dom', 'd'),
    'src/e.test.ts': asks('node', 'e'),
  })
  const flags = ['--no-isolate', '--maxWorkers=1', '--no-file-parallelism']
  const recorded = await user.vitest(flags, { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(new Set(fixture.provider.requests.map(({ method }) => method))).toEqual(new Set(['POST']))
  expect(fixture.provider.requests).toHaveLength(15)
  const replayed = await user.vitest(flags, { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
})

test.each(['jsdom', 'happy-dom'])(
  'in %s the plugin and the threads of a context of their own do as well',
  async (environment) => {
    const user = await fixture.project('', {
      'src/ask.test.ts': testFile(body),
      'vitest.config.ts': `import { defineConfig } from 'vitest/config'
import retake from 'retake/vitest/plugin'
export default defineConfig({ plugins: [retake()], test: { environment: '${environment}' } })`,
    })
    const recorded = await user.vitest([], { env: fixture.live('record') })
    expect(recorded.code, recorded.output).toBe(0)
    for (const pool of ['forks', 'vmThreads']) {
      const replayed = await user.vitest([`--pool=${pool}`], { env: fixture.dead })
      expect(replayed.code, replayed.output).toBe(0)
    }
  },
)
