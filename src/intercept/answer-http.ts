import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { nodeAbortController } from './abort.ts'
import { isDecodable } from './content-coding.ts'
import { pairSockets } from './paired-socket.ts'

/** Answers a request as `fetch` would: with a response, or by rejecting where no answer came. */
export type AnswerRequest = (request: Request) => Promise<Response>

interface Connection {
  url: URL
  answer: AnswerRequest
  client: Socket
}

/**
 * A connection for one request of Node's HTTP client, to a server inside this process that answers by the function given.
 * Bodies stream both ways; where the client gives up, the request's signal is aborted.
 */
export function connectToAnswer(url: URL, answer: AnswerRequest): Socket {
  const [client, server] = pairSockets()
  if (url.protocol === 'https:') Object.assign(client, { encrypted: true, authorized: true })
  // What an agent would keep for the next request.
  client.on('free', () => client.destroy())
  connections.set(server, { url, answer, client })
  insideServer().emit('connection', server)
  return client
}

const connections = new WeakMap<Socket, Connection>()

let server: ReturnType<typeof createServer> | undefined

/** Never listens. Sets no limits of its own: what a provider takes is its affair. */
function insideServer() {
  server ??= Object.assign(
    createServer(
      { maxHeaderSize: 2 ** 20, requestTimeout: 0, headersTimeout: 0, requireHostHeader: false },
      take,
    ),
    { keepAliveTimeout: 0, maxHeadersCount: 0 },
  )
  return server
}

async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const connection = connections.get(incoming.socket)
  if (!connection) return void outgoing.destroy()
  const given = nodeAbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) given.abort()
  })
  try {
    const request = await requestOf(incoming, connection.url, given.signal)
    await send(await connection.answer(request), outgoing)
  } catch (error) {
    // A client of sockets knows the errors of sockets, which `fetch` puts in its cause.
    const { cause } = error as Error
    connection.client.destroy(cause instanceof Error ? cause : (error as Error))
  }
}

/** Of one connection, not of the message; and what `fetch` sets itself. https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const hopHeaders =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

async function requestOf(incoming: IncomingMessage, url: URL, signal: AbortSignal): Promise<Request> {
  const headers = new Headers()
  const { rawHeaders } = incoming
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = rawHeaders.slice(at, at + 2) as [string, string]
    if (!hopHeaders.test(name)) headers.append(name, value)
  }
  const method = incoming.method ?? 'GET'
  const init = { method, headers, signal, redirect: 'manual' } as const
  return hasBody(incoming)
    ? new Request(url, { ...init, body: Readable.toWeb(incoming), duplex: 'half' } as RequestInit)
    : new Request(url, init)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Of the connection and of the bytes on the wire: the body that a `Response` has is decoded. */
const wireHeaders = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive'])

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const isEncoded = !isDecodable(response.headers.get('content-encoding') ?? '')
  const headers = [...response.headers].filter(
    ([name]) => !wireHeaders.has(name) && (isEncoded || name !== 'content-encoding'),
  )
  outgoing.sendDate = false
  outgoing.removeHeader('connection')
  // Node writes no others in the form in which they would be read.
  const reason = response.statusText.replace(/[^\t\x20-\x7e]/g, '?')
  outgoing.writeHead(response.status, reason, headers.flat())
  outgoing.flushHeaders()
  if (response.body) await pipeline(Readable.fromWeb(response.body as ReadableStream<Uint8Array>), outgoing)
  else outgoing.end()
}
