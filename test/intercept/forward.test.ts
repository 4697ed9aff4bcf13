import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRequest } from '../../src/intercept/capture.ts'
import { type ForwardingTools, forward } from '../../src/intercept/forward.ts'
import { mayPass } from '../../src/intercept/own-connections.ts'

let server: Server
let origin: string
const seen: { url: string | undefined; key: string | undefined; body: string }[] = []
const ports: (number | undefined)[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    ports.push(request.socket.remotePort)
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    seen.push({ url: request.url, key: request.headers['x-api-key'] as string, body })
    response.end('fine')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

const tools: ForwardingTools = {
  fetch: globalThis.fetch,
  hasMocks: false,
  restoreCredentials: (value) => value.replaceAll('placeholder', 'real'),
}

async function send(path: string, init: object): Promise<Response> {
  const request = new Request(origin + path, init as RequestInit)
  return forward(await readRequest(request, new URL(request.url)), tools, new AbortController().signal)
}

test('a request goes on with its body and with the real credentials in header and URL', async () => {
  const response = await send('/x?key=placeholder', {
    method: 'POST',
    body: 'hello',
    headers: { 'x-api-key': 'placeholder' },
  })
  expect(await response.text()).toBe('fine')
  expect(seen.at(-1)).toEqual({ url: '/x?key=real', key: 'real', body: 'hello' })
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
  return forward(await readRequest(new Request(url), new URL(url)), tools, new AbortController().signal)
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
  await (await forwarded).text()
  expect([...seenInside, mayPass()]).toEqual([true, false])
})
