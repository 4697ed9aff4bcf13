import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https, { request as namedRequest } from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { trapHttp } from '../../src/intercept/http-trap.ts'
import { sendForwarded } from '../../src/intercept/own-connections.ts'
import type { FetchTrapRules, TrappedRequest } from '../../src/intercept/trap.ts'

/** What stands for Retake: answers everything that goes to `model.example`. */
let answer: (request: Request) => Promise<Response>
const beside = http.createServer((_incoming, outgoing) => outgoing.end('from the network'))
let besideUrl: string
let trap: () => void

beforeAll(async () => {
  const rules = {
    concerns: (url: URL) => url.hostname === 'model.example',
    asksMocksFirst: () => false,
    sessionIdFor: () => null,
    answer: ({ request }: TrappedRequest) => answer(request),
    sendUntouched: (_url: URL, send: () => unknown) => send() as never,
    openSocket: () => Promise.reject(new Error('no session expected')),
    sendOn: (request: Request) => fetch(request),
  } satisfies FetchTrapRules
  trap = () =>
    trapHttp(rules, (host) => (host === 'guarded.example' ? new Error('refused by the guard') : null))
  trap()
  await new Promise<void>((listening) => beside.listen(0, '127.0.0.1', listening))
  besideUrl = `http://127.0.0.1:${(beside.address() as AddressInfo).port}/`
})
afterAll(() => beside.close())
beforeEach(() => {
  answer = async (request) =>
    Response.json({ method: request.method, url: request.url, body: await request.text() })
})

function send(url: string, options: RequestOptions = {}, body?: string | Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const make = url.startsWith('https:') ? https.request : http.request
    make(url, options, resolve).on('error', reject).end(body)
  })
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of incoming) text += piece
  return text
}

async function sendForText(...args: Parameters<typeof send>): Promise<string> {
  return textOf(await send(...args))
}

test('a request by https is answered as fetch would be, with its method, URL and body', async () => {
  const told = await sendForText('https://model.example/v1/chat?x=1', { method: 'POST' }, '{"model":"m"}')
  expect(JSON.parse(told)).toEqual({
    method: 'POST',
    url: 'https://model.example/v1/chat?x=1',
    body: '{"model":"m"}',
  })
})

test('a request by http, to a port of its own, with a function that was imported by name', async () => {
  expect(JSON.parse(await sendForText('http://model.example:8080/a')).url).toBe('http://model.example:8080/a')
  const incoming = await new Promise<IncomingMessage>((resolve) => {
    namedRequest({ host: 'model.example', path: '/named' }, resolve).end()
  })
  expect(JSON.parse(await textOf(incoming)).url).toBe('https://model.example/named')
})

test('other hosts are reached as before', async () => {
  expect(await sendForText(besideUrl)).toBe('from the network')
})

test('an agent that keeps connections, or is a class made from Node’s, makes no difference', async () => {
  class ProxyAgent extends http.Agent {
    override createConnection(): never {
      throw new Error('no connection is wanted')
    }
  }
  for (const agent of [
    new http.Agent({ keepAlive: true, maxSockets: 1 }),
    new ProxyAgent(),
    false as const,
  ]) {
    for (const path of ['/1', '/2', '/3'])
      expect(JSON.parse(await sendForText(`http://model.example${path}`, { agent })).url).toContain(path)
  }
})

test('a connection that is not to be kept is closed by the server, which is no error', async () => {
  for (const agent of [new http.Agent(), new http.Agent({ keepAlive: true })]) {
    const headers = { connection: 'close' }
    for (let turn = 0; turn < 3; turn++) {
      const incoming = await send('http://model.example/', { agent, headers })
      const closed = new Promise((resolve, reject) =>
        incoming.socket.on('close', resolve).on('error', reject),
      )
      expect(JSON.parse(await textOf(incoming)).url).toBe('http://model.example/')
      await closed
    }
  }
})

test('what Retake itself forwards goes past the trap', async () => {
  const forwarded = sendForwarded(() =>
    send('http://model.example:9/', {
      lookup: (_host, _options, found) => found(new Error('went to the network'), ''),
    }),
  )
  await expect(forwarded).rejects.toThrow('went to the network')
})

test('headers arrive in both directions, several of one name, and none of the connection or the encoding', async () => {
  let seen: [string, string][] = []
  answer = async (request) => {
    seen = [...request.headers]
    const headers = new Headers({ 'content-type': 'text/plain', 'content-encoding': 'gzip', 'x-id': '7' })
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    return new Response('plain', { status: 201, statusText: 'Made', headers })
  }
  const headers = { authorization: 'Bearer k', 'x-several': ['1', '2'], connection: 'keep-alive' }
  const incoming = await send('https://model.example/', { method: 'POST', headers }, 'body')
  expect(seen).toEqual([
    ['authorization', 'Bearer k'],
    ['x-several', '1, 2'],
  ])
  expect([incoming.statusCode, incoming.statusMessage]).toEqual([201, 'Made'])
  expect(incoming.headers).toEqual({
    'content-type': 'text/plain',
    'x-id': '7',
    'set-cookie': ['a=1', 'b=2'],
    'transfer-encoding': 'chunked',
  })
  expect(await textOf(incoming)).toBe('plain')
})

test('a body in a coding that nobody here knows says so; a reason has its ASCII characters', async () => {
  answer = async () =>
    Object.defineProperty(new Response('?', { headers: { 'content-encoding': 'snappy' } }), 'statusText', {
      value: 'In Ordnung \u2713',
    })
  const incoming = await send('https://model.example/')
  expect(incoming.headers['content-encoding']).toBe('snappy')
  expect(incoming.statusMessage).toBe('In Ordnung ?')
  incoming.resume()
})

test('answers without a body end: 204, 304 and those to HEAD', async () => {
  for (const status of [204, 304]) {
    answer = async () => new Response(null, { status })
    expect((await send('https://model.example/')).statusCode).toBe(status)
  }
  answer = async () => new Response(null, { headers: { 'x-length': '5' } })
  const incoming = await send('https://model.example/', { method: 'HEAD' })
  expect(incoming.headers['x-length']).toBe('5')
  expect(await textOf(incoming)).toBe('')
})

test('a redirect is the code’s own to follow', async () => {
  answer = async (request) => {
    expect(request.redirect).toBe('manual')
    return new Response(null, { status: 307, headers: { location: 'https://elsewhere.example/' } })
  }
  expect((await send('https://model.example/')).headers.location).toBe('https://elsewhere.example/')
})

test('a stream arrives piece by piece, each as soon as it is there', async () => {
  let say: (text: string) => void = () => {}
  let end: () => void = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      say = (text) => controller.enqueue(new TextEncoder().encode(text))
      end = () => controller.close()
    },
  })
  answer = async () => new Response(body)
  const incoming = await send('https://model.example/')
  const pieces: string[] = []
  say('one')
  for await (const piece of incoming) {
    pieces.push(String(piece))
    if (pieces.length === 1) say('two')
    else end()
  }
  expect(pieces).toEqual(['one', 'two'])
})

test('bodies of several megabytes arrive whole in both directions, also through a slow reader', async () => {
  const large = Buffer.alloc(5_000_000, 'abcdefg')
  answer = async (request) => new Response(await request.arrayBuffer())
  const incoming = await send('https://model.example/', { method: 'POST' }, large)
  const back: Buffer[] = []
  for await (const piece of incoming) {
    back.push(piece)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(Buffer.concat(back).equals(large)).toBe(true)
})

test('a body that is written in pieces, after the server said to go on, arrives whole', async () => {
  const told = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = https.request('https://model.example/', {
      method: 'PUT',
      headers: { expect: '100-continue' },
    })
    outgoing.on('continue', () => {
      outgoing.write('one ')
      setTimeout(() => outgoing.end('two'), 5)
    })
    outgoing.on('response', resolve).on('error', reject)
    outgoing.flushHeaders()
  })
  expect(JSON.parse(await textOf(told)).body).toBe('one two')
})

test('where no answer came, the client gets the error of the connection', async () => {
  answer = async () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })
  }
  await expect(send('https://model.example/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a stream that breaks breaks for the client, after what had come', async () => {
  answer = async () =>
    new Response(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('half'))
          await new Promise((resolve) => setTimeout(resolve, 20))
          controller.error(new TypeError('terminated'))
        },
      }),
    )
  const incoming = await send('https://model.example/')
  let text = ''
  const reading = (async () => {
    for await (const piece of incoming) text += piece
  })()
  await expect(reading).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(text).toBe('half')
})

test('a client that gives up, before the answer or in its middle, aborts the request', async () => {
  const aborted: string[] = []
  const hear = (request: Request, when: string) =>
    new Promise<void>((resolve) => {
      request.signal.addEventListener('abort', () => {
        aborted.push(when)
        resolve()
      })
    })
  let heard: Promise<void> = Promise.resolve()
  let called = () => {}
  answer = (request) => {
    heard = hear(request, 'before')
    called()
    return new Promise(() => {})
  }
  const outgoing = https.request('https://model.example/').on('error', () => {})
  await new Promise<void>((resolve) => {
    called = resolve
    outgoing.end()
  })
  outgoing.destroy()
  await heard

  let cancelled: () => void
  const wasCancelled = new Promise<void>((resolve) => {
    cancelled = resolve
  })
  answer = async (request) => {
    heard = hear(request, 'amid')
    return new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('x')),
        cancel: () => cancelled(),
      }),
    )
  }
  const incoming = await send('https://model.example/')
  incoming.destroy()
  await Promise.all([heard, wasCancelled])
  expect(aborted).toEqual(['before', 'amid'])
})

test('a client that gives up at once is no error of anybody’s', async () => {
  let asked = 0
  answer = async () => {
    asked++
    return new Response('late')
  }
  const outgoing = https.request('https://model.example/').on('error', () => {})
  const closed = new Promise((resolve) => outgoing.on('close', resolve))
  outgoing.end()
  outgoing.destroy()
  await closed
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked).toBe(0)
})

test('an idle timeout of the client’s runs out where no answer comes, and not while one is coming', async () => {
  answer = () => new Promise(() => {})
  await expect(
    new Promise((_, reject) => {
      const outgoing = https.request('https://model.example/', { timeout: 30 }).on('error', reject)
      outgoing.on('timeout', () => outgoing.destroy(new Error('took too long'))).end()
    }),
  ).rejects.toThrow('took too long')

  answer = async () =>
    new Response(
      new ReadableStream({
        async start(controller) {
          for (let at = 0; at < 6; at++) {
            controller.enqueue(new TextEncoder().encode('.'))
            await new Promise((resolve) => setTimeout(resolve, 60))
          }
          controller.close()
        },
      }),
    )
  const timeouts: string[] = []
  const incoming = await new Promise<IncomingMessage>((resolve) => {
    const outgoing = https.request('https://model.example/', { timeout: 200 }, resolve)
    outgoing.on('timeout', () => timeouts.push('timeout')).end()
  })
  expect([await textOf(incoming), timeouts]).toEqual(['......', []])
})

test('each request is answered in the async context of whoever sent it', async () => {
  const context = new AsyncLocalStorage<string>()
  answer = async () => new Response(context.getStore())
  const agent = new http.Agent({ keepAlive: true })
  const told = await Promise.all(
    ['a', 'b', 'c'].map((name) => context.run(name, () => sendForText('http://model.example/', { agent }))),
  )
  expect(told).toEqual(['a', 'b', 'c'])
})

test('an agent that is none of Node’s connects to a proxy, so the guard judges its requests', async () => {
  const received: string[] = []
  const proxy = createServer((socket) => socket.on('data', (piece) => received.push(String(piece))))
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const { port } = proxy.address() as AddressInfo
  class ForeignAgent extends EventEmitter {
    addRequest(request: ClientRequest) {
      const socket = connect(port, '127.0.0.1', () => request.onSocket(socket))
    }
  }
  const agent = new ForeignAgent() as unknown as http.Agent
  await expect(send('http://guarded.example/', { agent })).rejects.toThrow('refused by the guard')
  proxy.close()
  expect(received).toEqual([])
})

test('where a library that came before takes the trap away again, it is put back', async () => {
  const { addRequest } = http.Agent.prototype as unknown as { addRequest: () => void }
  trap()
  expect(http.Agent.prototype).toHaveProperty('addRequest', addRequest)
  Object.assign(http.Agent.prototype, { addRequest: () => expect.unreachable('nobody is trapped') })
  trap()
  expect(JSON.parse(await sendForText('http://model.example/again')).url).toBe('http://model.example/again')
  Object.assign(http.Agent.prototype, { addRequest })
})
