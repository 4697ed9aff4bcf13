import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRequest } from '../../src/intercept/capture.ts'
import { type ForwardingTools, forward } from '../../src/intercept/forward.ts'
import { mayPass } from '../../src/intercept/own-connections.ts'
import { zstdFrame } from '../support/zstd-frame.ts'

let server: Server
let origin: string
const seen: { method: string | undefined; url: string | undefined; key: string | undefined; body: string }[] =
  []
const ports: (number | undefined)[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    ports.push(request.socket.remotePort)
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { method, url = '/' } = request
    seen.push({ method, url, key: request.headers['x-api-key'] as string, body })
    const answer = answers[url]
    if (answer) answer(response as never)
    else response.end('fine')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

type Answer = import('node:http').ServerResponse
const encoded = (coding: string, body: Uint8Array) => (response: Answer) =>
  response.writeHead(200, { 'content-encoding': coding, 'content-length': body.length }).end(body)
const text = Buffer.from('the same words '.repeat(50))
const answers: Record<string, (response: Answer) => void> = {
  '/gzip': encoded('gzip', gzipSync(text)),
  '/br': encoded('br', brotliCompressSync(text)),
  '/deflate': encoded('deflate', deflateSync(text)),
  '/both': encoded('gzip, br', brotliCompressSync(gzipSync(text))),
  '/zstd': encoded('zstd', zstdFrame(text)),
  '/not-zstd': encoded('zstd', text),
  '/cut-zstd': encoded('zstd', zstdFrame(text).subarray(0, 40)),
  '/unknown': encoded('snappy', text),
  '/moved': (response) => response.writeHead(307, { location: '/moved-again' }).end('a page that says so'),
  '/moved-again': (response) => response.writeHead(303, { location: '/here?a=1#part' }).end(),
  '/elsewhere': (response) =>
    response.writeHead(302, { location: origin.replace('127.0.0.1', 'localhost') }).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/early': (response) => {
    response.writeProcessing()
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.end('the answer')
  },
  '/cookies': (response) =>
    response
      .writeHead(200, [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['x-many', '1'],
        ['x-many', '2'],
      ] as never)
      .end(),
  '/999': (response) => response.writeHead(999, 'Slow down').end('{}'),
  '/reason': (response) => {
    response.socket?.end('HTTP/1.1 200 In Ordnung \u2713\r\ncontent-length: 2\r\n\r\nok')
  },
}

const tools: ForwardingTools = {
  fetch: globalThis.fetch,
  hasMocks: false,
  restoreCredentials: (value) => value.replaceAll('placeholder', 'real'),
}

async function sendAll(path: string, init: object = {}, using = tools) {
  const request = new Request(origin + path, init as RequestInit)
  return forward(await readRequest(request, new URL(request.url)), using, new AbortController().signal)
}
const send = async (path: string, init?: object) => (await sendAll(path, init)).response

test('a request goes on with its body and with the real credentials in header and URL', async () => {
  const response = await send('/x?key=placeholder', {
    method: 'POST',
    body: 'hello',
    headers: { 'x-api-key': 'placeholder' },
  })
  expect(await response.text()).toBe('fine')
  expect(seen.at(-1)).toEqual({ method: 'POST', url: '/x?key=real', key: 'real', body: 'hello' })
})

test("the caller's own dispatcher carries it, as without Retake", async () => {
  const dispatcher = {
    dispatch: (_: unknown, handler: { onError(error: Error): void }) =>
      handler.onError(new Error('the proxy said no')),
  }
  const before = seen.length
  const failure = await send('/x', { method: 'POST', body: 'hello', dispatcher }).catch((error) => error)
  expect(failure.cause.message).toBe('the proxy said no')
  expect(seen).toHaveLength(before)
})

test('it goes by a connection that nobody else uses, before or after, and that is kept', async () => {
  ports.length = 0
  for (const send of [fetch, forwardTo, fetch, forwardTo]) await (await send(`${origin}/x`)).text()
  expect(new Set(ports).size).toBe(2)
  expect([ports[0], ports[1]]).toEqual([ports[2], ports[3]])
})

async function forwardTo(url: string): Promise<Response> {
  const read = await readRequest(new Request(url), new URL(url))
  return (await forward(read, tools, new AbortController().signal)).response
}

test('connections that are made while it is sent are its own, and no others', async () => {
  const seenInside: boolean[] = []
  const watching: ForwardingTools = {
    ...tools,
    fetch: (input) => {
      seenInside.push(mayPass())
      return fetch(input)
    },
  }
  const request = new Request(`${origin}/x`)
  const read = await readRequest(request, new URL(request.url))
  const forwarded = forward(read, watching, new AbortController().signal)
  expect(mayPass()).toBe(false)
  await (await forwarded).response.text()
  expect([...seenInside, mayPass()]).toEqual([true, false])
})

describe('a body that comes back', () => {
  test.each(['/gzip', '/br', '/deflate', '/both', '/zstd', '/not-zstd'])(
    'is decoded once, and nothing says that it was encoded: %s',
    async (path) => {
      const response = await send(path)
      expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(text.toString())
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(response.headers.get('content-length')).toBeNull()
    },
  )

  test('in a coding that nobody knows comes as it is, and says so', async () => {
    const response = await send('/unknown')
    expect(await response.text()).toBe(text.toString())
    expect(response.headers.get('content-encoding')).toBe('snappy')
  })

  test('that is damaged fails as from fetch', async () => {
    await expect((await send('/cut-zstd')).text()).rejects.toThrow('terminated')
  })
})

describe('redirects', () => {
  test('are followed as fetch does, and told', async () => {
    const { response, redirects } = await sendAll('/moved', { method: 'POST', body: 'hello' })
    expect(response).toMatchObject({ status: 200, redirected: true, url: `${origin}/here?a=1` })
    expect(response.clone()).toMatchObject({ redirected: true, url: `${origin}/here?a=1` })
    expect(await response.text()).toBe('fine')
    expect(redirects).toEqual([
      { status: 307, url: `${origin}/moved-again` },
      { status: 303, url: `${origin}/here?a=1` },
    ])
    expect(seen.slice(-3).map(({ method, body }) => [method, body])).toEqual([
      ['POST', 'hello'],
      ['POST', 'hello'],
      ['GET', ''],
    ])
  })

  test('that the caller follows itself are answers', async () => {
    const { response, redirects } = await sendAll('/moved', { redirect: 'manual' })
    expect(response).toMatchObject({ status: 307, redirected: false })
    expect(response.headers.get('location')).toBe('/moved-again')
    expect(redirects).toEqual([])
  })

  test('without an end fail as from fetch', async () => {
    await expect(send('/loop')).rejects.toMatchObject({ cause: { message: 'redirect count exceeded' } })
  })

  test('of calls at the same time are kept apart', async () => {
    const all = await Promise.all(['/moved', '/early', '/elsewhere', '/moved'].map((path) => sendAll(path)))
    expect(all.map(({ redirects }) => redirects.length)).toEqual([2, 0, 1, 2])
  })
})

test('informational responses go by, the answer comes', async () => {
  const response = await send('/early')
  expect([response.status, await response.text()]).toEqual([200, 'the answer'])
})

test('several cookies stay several, other repeated headers are joined as by fetch', async () => {
  const { headers } = await send('/cookies')
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(headers.get('x-many')).toBe('1, 2')
})

test('a status and a reason that no constructor takes come as fetch gives them', async () => {
  expect(await send('/999')).toMatchObject({ status: 999, ok: false, statusText: 'Slow down' })
  const response = await send('/reason')
  expect(response).toMatchObject({ status: 200, statusText: 'In Ordnung \u2713' })
  expect(await response.clone().text()).toBe('ok')
})
