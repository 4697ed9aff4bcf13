import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { nodeAbortController } from '../../src/intercept/abort.ts'
import { ownClient, type PlainRequest, sendByNode } from '../../src/intercept/send-by-node.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function serve(
  listener: RequestListener,
): Promise<(path?: string, more?: Partial<PlainRequest>) => PlainRequest> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return (path = '/', more = {}) => ({
    url: new URL(path, `http://127.0.0.1:${port}`),
    method: 'POST',
    headers: [['authorization', 'Bearer x']],
    body: Buffer.from('{}'),
    redirect: 'follow',
    signal: nodeAbortController().signal,
    ...more,
  })
}

const textOf = (body: unknown) => new Response(body as ReadableStream).text()

test('sends method, headers and body, and gives status, headers and body back', async () => {
  const to = await serve(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    response.writeHead(418, 'Teapot', [
      ['Set-Cookie', 'a'],
      ['Set-Cookie', 'b'],
    ])
    response.end(
      `${request.method} ${request.url} ${request.headers.authorization} ${request.headers['content-length']} ${body}`,
    )
  })
  const answer = await sendByNode(to('/v1?q=1'), ownClient())
  expect(await textOf(answer.body)).toBe('POST /v1?q=1 Bearer x 2 {}')
  expect(answer).toMatchObject({ status: 418, statusText: 'Teapot', url: to('/v1?q=1').url.href })
  expect(answer.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value)).toEqual([
    'a',
    'b',
  ])
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('decodes %s', async (encoding, encode) => {
  const to = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(encode(Buffer.from('plain words'))),
  )
  expect(await textOf((await sendByNode(to(), ownClient())).body)).toBe('plain words')
})

test('gives a stream in the pieces in which it arrives, as they arrive', async () => {
  let send: (text: string) => void = () => {}
  const to = await serve((_, response) => {
    send = (text) => response.write(text)
    response.writeHead(200).flushHeaders()
  })
  const reader = (await sendByNode(to(), ownClient())).body.getReader()
  for (const piece of ['one', 'two']) {
    send(piece)
    expect(Buffer.from((await reader.read()).value as Uint8Array).toString()).toBe(piece)
  }
  await reader.cancel()
})

test('follows redirects as fetch does: a 303 becomes a GET, another origin gets no credentials', async () => {
  const seen: string[] = []
  const to = await serve((request, response) => {
    seen.push(`${request.method} ${request.headers.host} ${request.headers.authorization ?? '-'}`)
    const { port } = server.address() as AddressInfo
    if (request.url === '/a') response.writeHead(307, { location: '/b' }).end()
    else if (request.url === '/b') response.writeHead(303, { location: `http://localhost:${port}/c` }).end()
    else response.end('there')
  })
  const answer = await sendByNode(to('/a'), ownClient())
  const { port } = server.address() as AddressInfo
  expect(await textOf(answer.body)).toBe('there')
  expect(answer.url).toBe(`http://localhost:${port}/c`)
  expect(seen).toEqual([
    `POST 127.0.0.1:${port} Bearer x`,
    `POST 127.0.0.1:${port} Bearer x`,
    `GET localhost:${port} -`,
  ])
  expect((await sendByNode(to('/a', { redirect: 'manual' }), ownClient())).status).toBe(307)
  await expect(sendByNode(to('/a', { redirect: 'error' }), ownClient())).rejects.toThrow('fetch failed')
})

test('fails as fetch does: with the reason of an abort, with the cause of a lost connection', async () => {
  const to = await serve((request, response) => {
    if (request.url === '/reset') request.socket.destroy()
    else if (request.url === '/break') {
      response.writeHead(200, { 'content-length': '10' }).write('half')
      setTimeout(() => request.socket.destroy(), 20)
    } else if (request.url === '/stream') response.writeHead(200).write('first')
  })
  await expect(sendByNode(to('/reset'), ownClient())).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'ECONNRESET' },
  })
  await expect(textOf((await sendByNode(to('/break'), ownClient())).body)).rejects.toMatchObject({
    message: 'terminated',
  })

  const early = nodeAbortController()
  const waiting = sendByNode(to('/never', { signal: early.signal }), ownClient())
  early.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await expect(sendByNode(to('/never', { signal: early.signal }), ownClient())).rejects.toThrow('enough')

  const late = nodeAbortController()
  const reader = (await sendByNode(to('/stream', { signal: late.signal }), ownClient())).body.getReader()
  await reader.read()
  late.abort(new Error('left'))
  await expect(reader.read()).rejects.toThrow('left')
})
