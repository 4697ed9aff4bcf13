import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRequest } from '../../src/intercept/capture.ts'
import { type ForwardingTools, forward } from '../../src/intercept/forward.ts'

let server: Server
let origin: string
const seen: { url: string | undefined; key: string | undefined; body: string }[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
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
  holdHost: () => () => {},
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
