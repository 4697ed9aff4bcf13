import type { RedirectHop } from '../cassette/records.ts'
import { anyAborted } from './abort.ts'
import type { ReadRequest } from './capture.ts'
import { codingsOf } from './content-coding.ts'
import { guardDispatcher } from './dispatcher.ts'
import { isInForeignWindow } from './kinds-of-fetch.ts'
import { sendForwarded } from './own-connections.ts'
import { currentProbe } from './probe.ts'
import { rebuildResponse } from './rebuild-response.ts'
import { followTrail } from './redirect-trail.ts'
import { copyRequest } from './request-copy.ts'
import { ownClient, type PlainResponse, sendByNode } from './send-by-node.ts'
import { zstdBody } from './zstd-body.ts'

/** What forwarding needs of the process. */
export interface ForwardingTools {
  /** The `fetch` that was there before anybody replaced it. */
  fetch: typeof globalThis.fetch
  /** That `fetch` is a mocking library's: it was there first. What is forwarded must get past its handlers. */
  hasMocks: boolean
  /** Puts the real credential where Retake's placeholder for it stands. */
  restoreCredentials(value: string): string
}

/** What came back from the provider. */
export interface Forwarded {
  /** Streams. Its body is decoded, and the headers that described its encoding on the wire are gone. */
  response: Response
  /** The redirects that were followed to it. */
  redirects: RedirectHop[]
}

/**
 * Sends a request to the real provider, byte for byte the body that the code gave.
 *
 * @param signal aborts beside the request's own signal.
 * @throws {TypeError} from `fetch` where the connection fails, the reason in its `cause`.
 */
export async function forward(
  { request, url, bytes }: ReadRequest,
  tools: ForwardingTools,
  signal: AbortSignal,
): Promise<Forwarded> {
  const address = tools.restoreCredentials(url.href)
  if (isInForeignWindow()) return forwardOutside({ request, url: new URL(address), bytes }, tools, signal)
  const headers = new Headers()
  for (const [name, value] of request.headers) headers.append(name, tools.restoreCredentials(value))
  // What msw's own `bypass()` sets; msw takes it off again. See https://mswjs.io/docs/api/bypass
  if (tools.hasMocks) headers.append('accept', 'msw/passthrough')
  // Made from the request, so that what only undici knows of it (a dispatcher) comes along.
  const source = address === url.href ? request : new Request(address, requestInit(request))
  const copy = copyRequest(source, bytes, { headers, signal: anyAborted([request.signal, signal]) })
  guardDispatcher(currentProbe)
  const { response, redirects } = await followTrail(() => sendForwarded(() => tools.fetch(copy)))
  const { status, statusText, redirected } = response
  const { body, headers: kept } = withoutCoding(response.body, [...response.headers])
  const head = { status, statusText, headers: kept, url: response.url, redirected }
  return { response: rebuildResponse(body, head), redirects }
}

/**
 * The window's `fetch` sends as a browser, with an OPTIONS request before and CORS after, and Node's own is out of reach
 * there: Node's HTTP client sends instead, and the window's code gets a response of its window.
 */
async function forwardOutside(
  { request, url, bytes }: Omit<ReadRequest, 'body'>,
  tools: ForwardingTools,
  signal: AbortSignal,
): Promise<Forwarded> {
  const headers = [...request.headers].map(([name, value]): [string, string] => [
    name,
    tools.restoreCredentials(value),
  ])
  const { method, redirect } = request
  const answer = await sendByNode(
    { url, method, headers, body: bytes, redirect, signal: anyAborted([request.signal, signal]) },
    ownClient(),
  )
  return { response: decodedResponse(answer), redirects: answer.redirects }
}

/** The `Response` of what Node's client got. */
export function decodedResponse(answer: PlainResponse): Response {
  const { body, headers } = withoutCoding(answer.body, answer.headers)
  return rebuildResponse(body, { ...answer, redirected: answer.redirects.length > 0, headers })
}

function requestInit(request: Request): RequestInit {
  const { method, redirect, credentials, integrity, keepalive, referrerPolicy } = request
  return { method, redirect, credentials, integrity, keepalive, referrerPolicy }
}

/** Codings that the `fetch` of every Node decodes, and {@link sendByNode}. */
const decoded = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'identity'])

interface BodyAndHeaders {
  body: ReadableStream<Uint8Array> | null
  headers: [string, string][]
}

/** A body decoded as far as it is not, without the headers that clients would take for its encoding. */
function withoutCoding(body: BodyAndHeaders['body'], headers: [string, string][]): BodyAndHeaders {
  const codings = codingsOf(headers.find(([name]) => name === 'content-encoding')?.[1] ?? '')
  if (codings.length === 1 && codings[0] === 'zstd')
    return { body: body && zstdBody(body), headers: withoutWire(headers) }
  // Of a coding that nobody here knows the client gets the bytes, and must be told.
  const isLeft = !codings.every((name) => decoded.has(name))
  return { body, headers: isLeft ? headers : withoutWire(headers) }
}

const wireHeaders = ['content-encoding', 'content-length', 'transfer-encoding']

function withoutWire(headers: [string, string][]): [string, string][] {
  return headers.filter(([name]) => !wireHeaders.includes(name))
}
