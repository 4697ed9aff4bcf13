import { expect, test } from 'vitest'
import { testFile } from '../support/agent-files.ts'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

/** Not `queueMicrotask`: on a held one Node's own `Response` never gives its body, with Retake or without. */
const timers =
  "'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'Date', 'performance', 'hrtime'"
/** Vitest fakes it in threads only, and no socket works on it. */
const all = `${timers}, 'nextTick'`

const asks = (toFake: string) => `
import { vi } from 'vitest'
beforeEach(() => { vi.useFakeTimers({ toFake: [${toFake}], now: new Date('2099-01-01T00:00:00Z') }) })
const stream = (content: string, options = {}) => client({ maxRetries: 0 }).chat.completions.create(
  { model: 'gpt-5-mini', stream: true, messages: [{ role: 'user', content }] }, options)
test('gets JSON', async () => { expect(await ask('At once?')).toContain('At once') })
test('gets a stream', async () => {
  let text = ''
  for await (const chunk of await stream('Streamed?')) text += chunk.choices[0]?.delta.content ?? ''
  expect(text).toContain('Streamed')
})
test('gets parallel answers', async () => {
  const answers = await Promise.all(['One?', 'Two?', 'Three?'].map((question) => ask(question)))
  expect(answers.join()).toMatch(/One.*Two.*Three/s)
})
test('aborts a stream', async () => {
  const controller = new AbortController()
  const response = await stream('Aborted? '.repeat(20), { signal: controller.signal })
  for await (const _ of response) { controller.abort(); break }
  expect(controller.signal.aborted).toBe(true)
})
test('leaves an answer unread', async () => { await stream('Unread?') })
test('still has its fake clock', () => { expect(new Date().getFullYear()).toBe(2099) })
`

test.each([
  ['forks', timers],
  ['threads', timers],
])('under fake timers and a fake date tests record and replay (%s)', async (pool, toFake) => {
  const user = await fixture.project('', { 'src/ask.test.ts': testFile(asks(toFake)) })
  const started = new Date().toISOString()
  const recorded = await user.vitest([`--pool=${pool}`], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(user.files('.retake/takes')).toEqual([])
  expect(user.cassettes()).toHaveLength(5)
  for (const path of user.cassettes()) {
    const { recorded_at } = JSON.parse(user.read(path).split('\n', 1)[0] as string)
    expect(recorded_at >= started && recorded_at.startsWith(started.slice(0, 4))).toBe(true)
  }
  const replayed = await user.vitest([`--pool=${pool}`], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
})

test('a replay needs no tick of the clock, not even where nextTick is held', async () => {
  const body = asks(timers)
    .replace(
      /^beforeEach.*$/m,
      'beforeEach(() => { if (process.env.HOLD) hold() })\nafterEach(() => { vi.useRealTimers() })\n',
    )
    .replace(/^test\('still has.*$/m, `const hold = () => vi.useFakeTimers({ toFake: [${all}], now: 0 })`)
  const user = await fixture.project('', { 'src/ask.test.ts': testFile(body) })
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  const replayed = await user.vitest(['--pool=threads'], { env: { ...fixture.dead, HOLD: '1' } })
  expect(replayed.code, replayed.output).toBe(0)
})

test('a mismatch and a client that reads on are told under a held clock, too', async () => {
  const body = (rest: string, question: string) => `
import { vi } from 'vitest'
const hold = () => { if (process.env.HOLD) vi.useFakeTimers({ toFake: [${all}], now: 0 }) }
afterEach(() => { vi.useRealTimers() })
test('reads on', async () => {
  hold()
  const controller = new AbortController()
  const response = await client().chat.completions.create(
    { model: 'gpt-5-mini', stream: true, messages: [{ role: 'user', content: 'Aborted? '.repeat(20) }] },
    { signal: controller.signal })
  for await (const _ of response) { ${rest} }
})
test('asks otherwise', async () => { hold(); await ask('${question}').catch(() => {}) })`
  const user = await fixture.project('', {
    'src/ask.test.ts': testFile(body('controller.abort(); break', 'One?')),
  })
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  user.write({ 'src/ask.test.ts': testFile(body('', 'Another?')) })
  const replayed = await user.vitest(['--pool=threads', '--testTimeout=20000'], {
    env: { ...fixture.dead, HOLD: '1' },
  })
  expect(replayed.code).toBe(1)
  expect(replayed.output).toContain('the recording ends where the client aborted')
  expect(replayed.output).toContain('message 2 (user) changed')
  expect(replayed.output).not.toContain('timed out')
})

test('a socket to a model host is refused under a held clock, too', async () => {
  const user = await fixture.project('', {
    'src/ask.test.ts': testFile(`
import net from 'node:net'
import { vi } from 'vitest'
test('opens a socket', async () => {
  vi.useFakeTimers({ toFake: [${timers}], now: 0 })
  const error = await new Promise((resolve) => net.connect(443, 'api.openai.com').on('error', resolve))
  expect(String(error)).toContain('TransportNotIntercepted')
})`),
  })
  const result = await user.vitest([], { env: fixture.dead })
  expect(result.code).toBe(1)
  expect(result.output).toContain('TransportNotIntercepted')
  expect(result.output).not.toContain('timed out')
})

test('timers that another setup file holds before Retake comes hold nothing of Retake', async () => {
  const user = await fixture.project(
    `
    test('leaves an answer unread', async () => {
      await client().chat.completions.create(
        { model: 'gpt-5-mini', stream: true, messages: [{ role: 'user', content: 'Unread?' }] })
    })`,
    {
      'hold.ts': `import { vi } from 'vitest'\nvi.useFakeTimers({ toFake: [${timers}], now: 0 })\n`,
      'vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { setupFiles: ['./hold.ts', 'retake/vitest'] } })`,
    },
  )
  const started = new Date().toISOString()
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  const [path = ''] = user.cassettes()
  expect(JSON.parse(user.read(path).split('\n', 1)[0] as string).recorded_at >= started).toBe(true)
  const replayed = await user.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
})
