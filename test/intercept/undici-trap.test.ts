import { AsyncLocalStorage } from 'node:async_hooks'
import http from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runProbe } from '../../src/intercept/probe.ts'
import { trapUndici } from '../../src/intercept/undici-trap.ts'

/** What stands for Retake: answers everything that goes to `model.example`. */
let answer: (request: Request) => Promise<Response | Request>
const beside = http.createServer((_incoming, outgoing) => outgoing.end('from the network'))
let besideUrl: string

function trap() {
  trapUndici(
    {
      concerns: (url) => url.hostname === 'model.example' || url.pathname === '/perhaps',
      asksMocksFirst: () => false,
      sessionIdFor: () => null,
      sendUntouched: (_url, send) => send(),
      answer: ({ request }) => answer(request),
      openSocket: () => Promise.reject(new Error('no session expected')),
      sendOn: (request) => fetch(request),
    },
    (host) => (host === 'guarded.example' ? new Error('refused by the guard') : null),
  )
}

beforeAll(async () => {
  await new Promise<void>((listening) => beside.listen(0, '127.0.0.1', listening))
  besideUrl = `http://127.0.0.1:${(beside.address() as AddressInfo).port}/`
})
afterAll(() => beside.close())

// The copies share the global dispatcher: the first one there is everybody's, also Node's own.
describe.each([
  ['undici 7', () => import('undici')],
  ['undici 6', () => import('undici6') as unknown as Promise<typeof import('undici')>],
])('%s', (_, load) => {
  let undici: typeof import('undici')
  beforeAll(async () => {
    undici = await load()
    undici.setGlobalDispatcher(new undici.Agent())
  })
  beforeEach(() => {
    trap()
    answer = async (request) =>
      Response.json({ method: request.method, url: request.url, body: await request.text() })
  })
  afterEach(() => undici.setGlobalDispatcher(new undici.Agent()))

  test('request and fetch by the global dispatcher are answered, others are left alone', async () => {
    const { body } = await undici.request('https://model.example/v1/chat?x=1', {
      method: 'POST',
      body: '{"model":"m"}',
    })
    expect(await body.json()).toEqual({
      method: 'POST',
      url: 'https://model.example/v1/chat?x=1',
      body: '{"model":"m"}',
    })
    const fetched = await undici.fetch('https://model.example/by-fetch')
    expect(await fetched.json()).toMatchObject({ method: 'GET', url: 'https://model.example/by-fetch' })
    const other = await undici.request(besideUrl)
    expect(await other.body.text()).toBe('from the network')
  })

  test('agents, pools, clients and proxies of the copy are answered, and no proxy is asked', async () => {
    const origin = 'http://model.example'
    const dispatchers = [
      new undici.Agent({ connections: 1 }),
      new undici.Pool(origin),
      new undici.Client(origin),
      new undici.ProxyAgent('http://127.0.0.1:9'),
      new undici.RetryAgent(new undici.Agent()),
    ]
    for (const dispatcher of dispatchers) {
      for (const path of ['/1', '/2']) {
        const { body } = await undici.request(`${origin}${path}`, { dispatcher, query: { at: 'x y' } })
        expect(await body.json()).toMatchObject({ url: `http://model.example${path}?at=x+y` })
      }
      await dispatcher.close()
    }
  })

  test('a stream arrives piece by piece; leaving it aborts the request', async () => {
    let aborted: () => void
    const wasAborted = new Promise<void>((resolve) => {
      aborted = resolve
    })
    answer = async (request) => {
      request.signal.addEventListener('abort', () => aborted())
      return new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('one')),
        }),
      )
    }
    const { body } = await undici.request('https://model.example/')
    for await (const piece of body) {
      expect(String(piece)).toBe('one')
      break
    }
    await wasAborted
  })

  test('a dispatcher that stands before an agent and lets nobody change it stays as it is', async () => {
    const agent = undici.getGlobalDispatcher()
    const before = Object.create(agent, { dispatch: { value: agent.dispatch.bind(agent) } })
    undici.setGlobalDispatcher(Object.create(before))
    trap()
    const { body } = await undici.request('https://model.example/')
    expect(await body.json()).toMatchObject({ url: 'https://model.example/' })
  })

  test('a request that is none of Retake’s after all goes on, and nobody asks about it again', async () => {
    let asked = 0
    answer = async (request) => {
      asked++
      return request
    }
    const { body } = await undici.request(`${besideUrl}perhaps`, { method: 'POST', body: '{}' })
    expect(await body.text()).toBe('from the network')
    expect(asked).toBe(1)
  })

  test('where no answer came, the client gets the error of the connection', async () => {
    answer = async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNRESET' }) })
    }
    await expect(undici.request('https://model.example/')).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  test('requests are answered in the async context of whoever sent them', async () => {
    const context = new AsyncLocalStorage<string>()
    answer = async () => new Response(context.getStore())
    const told = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        context.run(name, async () => (await undici.request('http://model.example/')).body.text()),
      ),
    )
    expect(told).toEqual(['a', 'b', 'c'])
  })

  test('a request to a guarded host ends before it is written, to whatever proxy its dispatcher connects', async () => {
    const received: string[] = []
    const proxy = createServer((socket) =>
      socket
        .on('error', () => {})
        .on('data', (piece) => {
          received.push(String(piece))
          socket.write('HTTP/1.1 200 OK\r\n\r\n')
        }),
    )
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
    const { port } = proxy.address() as AddressInfo
    const dispatcher = new undici.ProxyAgent({ uri: `http://127.0.0.1:${port}`, proxyTunnel: true })
    const refused = undici.request('http://guarded.example/secret', { dispatcher })
    await expect(refused).rejects.toThrow('refused by the guard')
    proxy.close()
    expect(received.join('')).not.toContain('GET')
  })

  test('a MockAgent answers a probe; what it has no answer to is no answer', async () => {
    const mocks = new undici.MockAgent()
    mocks.disableNetConnect()
    undici.setGlobalDispatcher(mocks)
    trap()
    mocks.get('https://model.example').intercept({ path: '/mocked' }).reply(200, 'from the mock')
    const ask = (path: string) => {
      const url = new URL(path, 'https://model.example')
      return runProbe(url, () => fetch(url))
    }
    const asked = await ask('/mocked')
    expect(asked.answered && 'response' in asked && (await asked.response.text())).toBe('from the mock')
    expect(await ask('/other')).toEqual({ answered: false })
    mocks.enableNetConnect()
    expect(await ask('/other')).toEqual({ answered: false })
  })
})
