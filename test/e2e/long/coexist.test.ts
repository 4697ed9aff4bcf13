import { expect, test } from 'vitest'
import { testFile } from '../../support/agent-files.ts'
import { useRecorderFixture } from '../../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

const mswFiles = {
  'src/server.ts': `
    import { http, HttpResponse } from 'msw'
    import { setupServer } from 'msw/node'
    export const answer = (content: string) => HttpResponse.json({ id: 'x', object: 'chat.completion', model: 'mocked',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] })
    export const handler = http.post('*/v1/chat/completions', () => answer('from the mock'))
    export const server = setupServer()
  `,
}

/** Where a user's msw server listens, as code before the tests. */
const places: Record<string, (strategy: string) => { before: string; setup?: string; config?: string }> = {
  beforeAll: (strategy) => ({
    before: `beforeAll(() => { server.listen({ onUnhandledRequest: ${strategy} }); return () => server.close() })`,
  }),
  beforeEach: (strategy) => ({
    before: `beforeEach(() => { server.listen({ onUnhandledRequest: ${strategy} }) }); afterEach(() => { server.close() })`,
  }),
  'a setup file before': (strategy) => ({
    before: '',
    setup: `import { server } from './server'\nserver.listen({ onUnhandledRequest: ${strategy} })`,
    config: "['./src/setup.ts', 'retake/vitest']",
  }),
  'a setup file after': (strategy) => ({
    before: '',
    setup: `import { server } from './server'\nserver.listen({ onUnhandledRequest: ${strategy} })`,
    config: "['retake/vitest', './src/setup.ts']",
  }),
}

// Every place with every strategy, copy and major is the proof `coexist`.
test.each([
  ['beforeAll', "'error'"],
  ['beforeEach', "'warn'"],
  ['a setup file before', "'error'"],
  ['a setup file after', "'bypass'"],
])(
  "a user's msw server that listens in %s with %s: its handlers go first without a cassette, Retake with one, and nothing leaks",
  async (place, strategy) => {
    const { before, setup, config } = (places[place as string] as (typeof places)[string])(strategy as string)
    const user = await fixture.project(
      `import { server, handler } from './server'
      ${before}
      afterEach(() => server.resetHandlers())
      test('mocked', async () => { server.use(handler); expect(await ask('Mocked?')).toBe('from the mock') })
      test('recorded', async () => { expect(await ask('Recorded?')).toContain('Recorded') })`,
      {
        ...mswFiles,
        ...(setup && { 'src/setup.ts': setup }),
        ...(config && {
          'vitest.config.ts': `import { defineConfig } from 'vitest/config'\nexport default defineConfig({ test: { setupFiles: ${config} } })`,
        }),
      },
    )
    const recorded = await user.vitest([], { env: fixture.live('record') })
    expect(recorded.code, recorded.output).toBe(0)
    expect(user.cassettes()).toEqual(['src/__recordings__/ask.test.ts/recorded.jsonl'])
    expect(fixture.provider.requests).toHaveLength(1)
    user.write({
      'src/ask.test.ts': `${user.read('src/ask.test.ts')}
      test('new', async () => { await ask('New?') })`.replace(
        "test('recorded', async () => {",
        "test('recorded', async () => { server.use(handler);",
      ),
    })
    const replayed = await user.vitest([], { env: fixture.live() })
    expect(replayed.output).toContain('ReplayMismatch: this test has no recording')
    expect(replayed.output, replayed.output).toContain('1 failed | 2 passed')
    expect(fixture.provider.requests).toHaveLength(1)
  },
)

test('mock functions stay mock functions, answer first and are never recorded', async () => {
  const user = await fixture.project(`
    import { vi } from 'vitest'
    const reply = () => Response.json({ choices: [{ index: 0, message: { role: 'assistant', content: 'from the mock' } }] })
    test('stubbed', async () => {
      vi.stubGlobal('fetch', vi.fn(async () => reply()))
      expect(await ask('Stubbed?')).toBe('from the mock')
      expect(fetch).toHaveBeenCalledTimes(1)
      vi.unstubAllGlobals()
    })
    describe('stubbed in beforeAll', () => {
      beforeAll(() => { vi.stubGlobal('fetch', vi.fn(async () => reply())); return () => { vi.unstubAllGlobals() } })
      test('is a spy', async () => { expect(await ask('Spied?')).toBe('from the mock'); expect(fetch).toHaveBeenCalledOnce() })
    })
    test('a plain function', async () => {
      const before = globalThis.fetch
      globalThis.fetch = async () => reply()
      expect(await ask('Plain?')).toBe('from the mock')
      globalThis.fetch = before
    })
    test('a spy that calls through', async () => {
      const spy = vi.spyOn(globalThis, 'fetch')
      expect(await ask('Through?')).toContain('Through')
      expect(spy).toHaveBeenCalledOnce()
      spy.mockRestore()
    })`)
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(user.cassettes()).toEqual(['src/__recordings__/ask.test.ts/a spy that calls through.jsonl'])
  const replayed = await user.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
})

test('hybrid serves what is recorded, records the rest with a warning, and drops what is not made any more', async () => {
  const body = (...questions: string[]) =>
    `test('asks', async () => { ${questions.map((question) => `await ask('${question}');`).join(' ')} })`
  const user = await fixture.project(body('One?', 'Two?', 'Three?'))
  await user.vitest([], { env: fixture.live('record') })
  fixture.provider.requests.length = 0
  user.write({ 'src/ask.test.ts': testFile(body('One?', 'New?', 'Three?')) })
  const hybrid = await user.vitest([], { env: fixture.live('hybrid') })
  expect(hybrid.code, hybrid.output).toBe(0)
  expect(hybrid.output).toContain('not recorded, so forwarded')
  expect(fixture.provider.requests).toHaveLength(1)
  const transcript = user.read('src/__recordings__/ask.test.ts/asks.md')
  expect(transcript.match(/^(One|Two|New|Three)\?$/gm)).toEqual(['One?', 'New?', 'Three?'])
  expect((await user.vitest([], { env: fixture.dead })).code).toBe(0)
  user.write({ 'src/ask.test.ts': testFile(body('Three?')) })
  expect((await user.vitest([], { env: fixture.live('hybrid') })).code).toBe(0)
  expect(fixture.provider.requests).toHaveLength(1)
  expect((await user.vitest([], { env: fixture.dead })).code).toBe(0)
  const inCI = await user.vitest([], { env: { ...fixture.live('hybrid'), CI: '1' } })
  expect(inCI.output).toContain('RecordingInCIError')
})
