import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  request as requestByHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestByHttps } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { RedirectHop } from '../cassette/records.ts'
import { codingsOf } from './content-coding.ts'
import { sendForwarded } from './own-connections.ts'
import { redirectStatuses } from './redirect-trail.ts'

/** A request in plain data: of no class that a window could have replaced. */
export interface PlainRequest {
  url: URL
  method: string
  headers: readonly [string, string][]
  body: Uint8Array | null
  redirect: Request['redirect']
  signal: AbortSignal
}

export interface PlainResponse {
  status: number
  statusText: string
  /** Names in lower case, repeated ones repeated. */
  headers: [string, string][]
  body: ReadableStream<Uint8Array>
  /** Where the answer came from, redirects followed. */
  url: string
  redirects: RedirectHop[]
}

/** Makes a request: by whose functions, and over which connection. */
export type NodeClient = (url: URL, options: RequestOptions) => ClientRequest

let agents: { 'http:': HttpAgent; 'https:': HttpsAgent } | null = null

/** Node's client over connections of Retake's own, which the guard lets pass and nobody else can send by. */
export function ownClient(): NodeClient {
  agents ??= { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }
  const [http, https] = [agents['http:'], agents['https:']]
  return (url, options) =>
    sendForwarded(() =>
      url.protocol === 'https:'
        ? requestByHttps(url, { ...options, agent: https })
        : requestByHttp(url, { ...options, agent: http }),
    )
}

/** As many as `fetch` follows: https://fetch.spec.whatwg.org/#http-redirect-fetch */
const mostRedirects = 20

/**
 * Sends a request by `node:http` and `node:https`, where Node's `fetch` cannot be had or will not do. The body that comes
 * back is decoded and arrives in the pieces in which it came.
 *
 * @throws {TypeError} `fetch failed`, as Node's `fetch`, where no answer comes; the reason is its `cause`.
 * @throws the signal's reason where the caller aborts.
 */
export async function sendByNode(request: PlainRequest, client: NodeClient): Promise<PlainResponse> {
  let hop = request
  const redirects: RedirectHop[] = []
  for (;;) {
    const incoming = await send(hop, client)
    const status = incoming.statusCode ?? 0
    const { location } = incoming.headers
    if (!location || !redirectStatuses.has(status) || hop.redirect === 'manual')
      return { ...readAnswer(incoming, hop), redirects }
    incoming.destroy()
    if (hop.redirect === 'error' || redirects.length === mostRedirects)
      throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
    hop = nextHop(hop, status, new URL(location, hop.url))
    redirects.push({ status, url: hop.url.href })
  }
}

function send(
  { url, method, headers, body, signal }: PlainRequest,
  client: NodeClient,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const outgoing = client(url, { method, headers: headersOf(headers, body) })
    const abort = () => outgoing.destroy(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    outgoing.on('response', resolve)
    outgoing.on('error', (cause) =>
      reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause })),
    )
    outgoing.on('close', () => signal.removeEventListener('abort', abort))
    outgoing.end(body ?? undefined)
  })
}

function headersOf(headers: readonly [string, string][], body: Uint8Array | null): Record<string, string[]> {
  const all: Record<string, string[]> = { accept: ['*/*'], 'accept-encoding': ['gzip, deflate, br'] }
  const given: Record<string, string[]> = {}
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    given[key] = [...(given[key] ?? []), value]
  }
  const length = body ? { 'content-length': [String(body.byteLength)] } : {}
  return { ...all, ...given, ...length }
}

/** What Fetch changes on the way: a POST becomes a GET at 301 to 303, and another origin gets no credentials. */
function nextHop(hop: PlainRequest, status: number, url: URL): PlainRequest {
  const toGet = (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST')
  const left = hop.headers.filter(
    ([name]) =>
      !(toGet && /^content-/i.test(name)) &&
      !(url.origin !== hop.url.origin && /^(authorization|cookie|host)$/i.test(name)),
  )
  return { ...hop, url, headers: left, ...(toGet && { method: 'GET', body: null }) }
}

function readAnswer(
  incoming: IncomingMessage,
  { url, signal }: PlainRequest,
): Omit<PlainResponse, 'redirects'> {
  const headers: [string, string][] = []
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    headers.push([(incoming.rawHeaders[at] as string).toLowerCase(), incoming.rawHeaders[at + 1] as string])
  return {
    status: incoming.statusCode ?? 0,
    statusText: incoming.statusMessage ?? '',
    headers,
    body: bodyOf(decoded(incoming), signal),
    url: url.href,
  }
}

const decoders: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function decoded(incoming: IncomingMessage): Readable {
  const codings = codingsOf(incoming.headers['content-encoding'] ?? '').reverse()
  // Where one is unknown, none is decoded, as by `fetch`.
  if (!codings.every((name) => Object.hasOwn(decoders, name))) return incoming
  let body: Readable = incoming
  for (const name of codings) {
    const decoder = (decoders[name] as () => NodeJS.ReadWriteStream)()
    pipeline(body, decoder, () => {})
    body = decoder as unknown as Readable
  }
  return body
}

function bodyOf(source: Readable, signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const abort = () => source.destroy(signal.reason as Error)
      signal.addEventListener('abort', abort, { once: true })
      source.on('data', (piece: Buffer) => controller.enqueue(new Uint8Array(piece)))
      source.on('end', () => controller.close())
      source.on('error', (cause) =>
        controller.error(signal.aborted ? signal.reason : new TypeError('terminated', { cause })),
      )
      source.on('close', () => signal.removeEventListener('abort', abort))
    },
    cancel() {
      source.destroy()
    },
  })
}
