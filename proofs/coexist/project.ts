/**
 * Test files in which a user's own mocks stand beside Retake. A file's name says what they are and where they begin:
 * `msw.COPY.STRATEGY.PLACE`, `handlers.COPY.STRATEGY.PLACE` (an msw server with those of `retake/msw`), `nock.NET.PLACE`,
 * `mock.KIND.PLACE`; the files of a library all hold the same tests.
 */
export interface Arrangement {
  library: 'msw' | 'handlers' | 'nock' | 'mock'
  /** The copy of msw, what nock does with the rest, the kind of mock function. */
  variant: string
  /** `onUnhandledRequest`; empty but for msw. */
  strategy: string
  place: string
}

export const strategies = ['error', 'warn', 'bypass', 'callback', 'throws'] as const

const places = ['before', 'after', 'beforeAll', 'beforeEach'] as const
const kinds = ['stubGlobal', 'fn', 'spyOn', 'plain', 'through', 'wrapper'] as const

/** @param quick one strategy, net and place per kind or so, each of them at least once */
export function arrangementsOf(copies: readonly string[], nock: boolean, quick: boolean): Arrangement[] {
  const all: Arrangement[] = []
  for (const place of places) {
    for (const variant of copies)
      for (const strategy of strategies) all.push({ library: 'msw', variant, strategy, place })
    for (const strategy of ['error', 'bypass'])
      all.push({ library: 'handlers', variant: copies[0] as string, strategy, place })
    if (nock)
      for (const variant of ['open', 'closed']) all.push({ library: 'nock', variant, strategy: '', place })
    for (const variant of kinds) all.push({ library: 'mock', variant, strategy: '', place })
  }
  // 15 arrangements at each place: a stride of 7 meets every place and library.
  return quick ? all.filter((_, at) => at % 7 === 0) : all
}

export function fileOf({ library, variant, strategy, place }: Arrangement): string {
  return `src/${[library, variant, strategy, place].filter(Boolean).join('.')}.test.ts`
}

/** Tests of a file that record; all others are answered by mocks, or must fail. */
export function recordedTests({ library }: Arrangement): string[] {
  return {
    msw: ['closed', 'mocked after recording', 'recorded', 'recorded by http'],
    handlers: ['again by http', 'recorded', 'recorded by http', 'side by side'],
    nock: ['mocked after recording', 'recorded', 'recorded by http'],
    mock: ['recorded', 'recorded by http'],
  }[library]
}

/** The test file of an arrangement. */
export function contentOf({ library }: Arrangement): string {
  return `import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { byFetch, byHttp, isReplay, place } from './client'
${{ msw: mswTests, handlers: handlersTests, nock: nockTests, mock: mockTests }[library]}
test('recorded', async () => {
  await unmock()
  expect(await byFetch('Recorded?')).toContain('Recorded?')
})
test('recorded by http', async () => {
  await unmock()
  expect(await byHttp('By http?')).toContain('By http?')
})
test.runIf(isReplay)('new by fetch', async () => { await unmock(); await byFetch('New?') })
test.runIf(isReplay)('new by node:http', async () => { await unmock(); await expect(byHttp('New?')).rejects.toThrow() })
`
}

/** How a mocked answer is told from the provider's. */
export const mocked = 'from the mock'

/** Everything but the test files. `copies` maps the name of a copy of msw to where it is imported from. */
export function supportFiles(copies: Record<string, string>): Record<string, string> {
  return {
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { setupFiles: ['./src/before.ts', 'retake/vitest', './src/after.ts'] } })
`,
    // Model hosts lead to the provider: what gets past Retake is seen there, and answered.
    'dns.mjs': `import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
const { lookup } = dns
dns.lookup = (host, options, done) => {
  if (host !== 'api.openai.com') return lookup(host, options, done)
  const callback = done ?? options
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}
syncBuiltinESMExports()
`,
    'src/client.ts': `import http from 'node:http'
export const isReplay = process.env.PHASE === 'replay'
export const [library, variant, ...rest] = globalThis.__vitest_worker__.filepath.split('/').at(-1).split('.').slice(0, -2)
export const [strategy, place] = rest.length > 1 ? rest : ['', rest[0]]
export const origin = process.env.PROVIDER_URL
export const path = '/v1/chat/completions'
export const body = { id: 'x', object: 'chat.completion', model: 'mocked', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '${mocked}' } }] }
const init = (question) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
  body: JSON.stringify({ model: 'gpt-5-mini', messages: [{ role: 'user', content: question }] }),
})
function read(text) {
  const answer = JSON.parse(text)
  if (!answer.choices) throw new Error(answer.error?.message ?? text)
  return answer.choices[0].message.content
}
export const byFetch = async (question, path = '/v1/chat/completions') => read(await (await fetch(origin + path, init(question))).text())
export const byHttp = (question, path = '/v1/chat/completions') =>
  new Promise((resolve, reject) => {
    const { body, ...options } = init(question)
    // By the default export: msw and nock leave named imports alone.
    http.request(origin + path, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece) => (text += piece)).on('error', reject)
      response.on('end', () => { try { resolve(read(text)) } catch (error) { reject(error) } })
    }).on('error', reject).end(body)
  })
`,
    ...Object.fromEntries(
      (['before', 'after'] as const).map((place) => [
        `src/${place}.ts`,
        `import { library, place } from './client'
if (place === '${place}') (await import(/* @vite-ignore */ './' + library)).begin()
`,
      ]),
    ),
    'src/msw.ts': `import { vi } from 'vitest'
import { body, library, origin, path, strategy, variant } from './client'
const load = { ${Object.entries(copies)
      .map(([name, from]) => `${name}: () => import('${from}')`)
      .join(', ')} }
const { http, HttpResponse, setupServer } = await load[variant]()
export const handler = http.post(origin + path, () => HttpResponse.json(body))
export const server = setupServer(
  http.get('https://example.test/', () => HttpResponse.text('initial')),
  http.post(origin + '/v1/responses', () => HttpResponse.json(body)),
  ...(library === 'handlers' ? (await import('retake/msw')).handlers : []),
)
const throws = () => { throw new Error('This suite talks to nobody.') }
// The option's name in msw 2, and in msw 3.
const onUnhandledRequest = { callback: (request, print) => print.warning(), throws }[strategy] ?? strategy
const onUnhandledFrame = { callback: ({ defaults }) => defaults.warn(), throws }[strategy] ?? strategy
let listens = false
export function begin() {
  if (!listens) server.listen({ onUnhandledRequest, onUnhandledFrame })
  listens = true
}
// msw 3 refuses to close twice.
export function end() {
  if (listens) server.close()
  listens = false
}
`,
    'src/handlers.ts': `export * from './msw'
`,
    'src/nock.ts': `import nock from 'nock'
import { body, isReplay, origin, path, place, variant } from './client'
export { nock }
export const begin = () => {
  if (!nock.isActive()) nock.activate()
  // Before Retake's setup file it refuses what Retake forwards, too: nobody records like that.
  if (variant === 'closed' && (isReplay || place !== 'before')) nock.disableNetConnect()
}
export const mock = () => nock(origin).post(path).reply(200, body)
`,
    'src/mock.ts': `import { vi } from 'vitest'
import { body, variant } from './client'
const reply = async () => Response.json(body)
let below = null
export const mocks = !['through', 'wrapper'].includes(variant)
export const isSpy = !['plain', 'wrapper'].includes(variant)
export function begin() {
  below ??= globalThis.fetch
  if (variant === 'stubGlobal') vi.stubGlobal('fetch', vi.fn(reply))
  else if (variant === 'fn') globalThis.fetch = vi.fn(reply)
  else if (variant === 'spyOn') vi.spyOn(globalThis, 'fetch').mockImplementation(reply)
  else if (variant === 'plain') globalThis.fetch = reply
  else if (variant === 'through') vi.spyOn(globalThis, 'fetch')
  else {
    const fetch = below
    globalThis.fetch = (input, init) => fetch(input, init)
  }
}
export function end() {
  if (variant === 'stubGlobal') vi.unstubAllGlobals()
  else if (variant === 'spyOn' || variant === 'through') globalThis.fetch.mockRestore?.()
  else if (below) globalThis.fetch = below
  below = null
}
`,
  }
}

const mswTests = `import { begin, end, handler, server } from './msw'
if (place === 'beforeAll') beforeAll(() => { begin(); return end })
if (place === 'beforeEach') beforeEach(() => { begin(); return end })
afterEach(() => server.resetHandlers())
const unmock = () => server.resetHandlers()
test('mocked by fetch', async () => { server.use(handler); expect(await byFetch('Mocked?')).toBe('${mocked}') })
test('mocked by node:http', async () => { server.use(handler); expect(await byHttp('Mocked?')).toBe('${mocked}') })
test('mocked by an initial handler', async () => {
  const path = '/v1/responses'
  expect([await byFetch('Mocked?', path), await byHttp('Mocked?', path)]).toEqual(['${mocked}', '${mocked}'])
})
test('mocked where no model is', async () => {
  expect(await (await fetch('https://example.test/')).text()).toBe('initial')
})
test('within a boundary', server.boundary(async () => {
  server.use(handler)
  expect([await byFetch('Mocked?'), await byHttp('Mocked?')]).toEqual(['${mocked}', '${mocked}'])
}))
test('mocked after recording', async () => {
  if (isReplay) server.use(handler)
  expect(await byFetch('Later?')).toContain('Later?')
})
// A server that listened before Retake came gives Node's own fetch back; Retake looks again when the next test begins.
test.runIf(place === 'before')('closes', () => end())
test('closed', async () => {
  end()
  expect(await byFetch('Closed?')).toContain('Closed?')
  begin()
})
`

const handlersTests = `import { begin, end, handler, server } from './msw'
if (place === 'beforeAll') beforeAll(() => { begin(); return end })
if (place === 'beforeEach') beforeEach(() => { begin(); return end })
afterEach(() => server.resetHandlers())
const unmock = () => server.resetHandlers()
test('again by http', async () => {
  for (const question of ['First?', 'Second?']) expect(await byHttp(question)).toContain(question)
})
test('side by side', async () => {
  const [one, two] = await Promise.all([byFetch('By fetch?'), byHttp('By http?')])
  expect(one).toContain('By fetch?')
  expect(two).toContain('By http?')
})
test('mocked by fetch', async () => { server.use(handler); expect(await byFetch('Mocked?')).toBe('${mocked}') })
test('mocked by node:http', async () => { server.use(handler); expect(await byHttp('Mocked?')).toBe('${mocked}') })
test('mocked where no model is', async () => {
  expect(await (await fetch('https://example.test/')).text()).toBe('initial')
})
`

const nockTests = `import { begin, mock, nock } from './nock'
if (place === 'beforeAll') beforeAll(() => { begin(); return () => nock.restore() })
if (place === 'beforeEach') beforeEach(() => { begin(); return () => nock.restore() })
afterEach(() => nock.cleanAll())
const unmock = () => nock.cleanAll()
test('mocked by fetch', async () => { mock(); expect(await byFetch('Mocked?')).toBe('${mocked}') })
test('mocked by node:http', async () => { mock(); expect(await byHttp('Mocked?')).toBe('${mocked}') })
test('mocked after recording', async () => {
  if (isReplay) mock()
  expect(await byFetch('Later?')).toContain('Later?')
})
`

const mockTests = `import { begin, end, isSpy, mocks } from './mock'
if (place === 'beforeAll') beforeAll(() => { begin(); return end })
if (place === 'beforeEach') beforeEach(() => { begin(); return end })
const unmock = async () => {
  if (isSpy && !mocks) return
  if (place !== 'before') end()
}
test.runIf(mocks)('mocked by fetch', async () => {
  if (isSpy) fetch.mockClear()
  expect(await byFetch('Mocked?')).toBe('${mocked}')
  if (isSpy) expect(fetch).toHaveBeenCalledOnce()
})
// What was put there before Retake gives Node's own fetch back; Retake looks again when the next test begins.
test.runIf(place === 'before')('gives back', () => end())
`
