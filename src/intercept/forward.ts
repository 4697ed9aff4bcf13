import { anyAborted } from './abort.ts'
import type { ReadRequest } from './capture.ts'
import { guardDispatcher } from './dispatcher.ts'
import { isInForeignWindow } from './kinds-of-fetch.ts'
import { sendForwarded } from './own-connections.ts'
import { currentProbe } from './probe.ts'
import { ownClient, type PlainResponse, sendByNode } from './send-by-node.ts'

/** What forwarding needs of the process. */
export interface ForwardingTools {
  /** The `fetch` that was there before anybody replaced it. */
  fetch: typeof globalThis.fetch
  /** That `fetch` is a mocking library's: it was there first. What is forwarded must get past its handlers. */
  hasMocks: boolean
  /** Puts the real credential where Retake's placeholder for it stands. */
  restoreCredentials(value: string): string
}

/**
 * Sends a request to the real provider, byte for byte the body that the code gave. The response streams; its body is
 * decoded already, so the headers that described its encoding on the wire are gone.
 *
 * @param signal aborts beside the request's own signal.
 * @throws {TypeError} from `fetch` where the connection fails, the reason in its `cause`.
 */
export async function forward(
  { request, url, bytes }: ReadRequest,
  tools: ForwardingTools,
  signal: AbortSignal,
): Promise<Response> {
  const address = tools.restoreCredentials(url.href)
  if (isInForeignWindow()) return forwardOutside({ request, bytes }, address, tools, signal)
  const headers = new Headers()
  for (const [name, value] of request.headers) headers.append(name, tools.restoreCredentials(value))
  // What msw's own `bypass()` sets; msw takes it off again. See https://mswjs.io/docs/api/bypass
  if (tools.hasMocks) headers.append('accept', 'msw/passthrough')
  // Made from the request, so that what only undici knows of it (a dispatcher) comes along.
  const source = address === url.href ? request : new Request(address, requestInit(request))
  const copy = new Request(source, {
    headers,
    ...(bytes && { body: bytes }),
    signal: anyAborted([request.signal, signal]),
  })
  guardDispatcher(currentProbe)
  return withoutWireHeaders(await sendForwarded(() => tools.fetch(copy)))
}

/**
 * The window's `fetch` sends as a browser, with an OPTIONS request before and CORS after, and Node's own is out of reach
 * there: Node's HTTP client sends instead, and the window's code gets a response of its window.
 */
async function forwardOutside(
  { request, bytes }: Pick<ReadRequest, 'request' | 'bytes'>,
  address: string,
  tools: ForwardingTools,
  signal: AbortSignal,
): Promise<Response> {
  const headers = [...request.headers].map(([name, value]): [string, string] => [
    name,
    tools.restoreCredentials(value),
  ])
  const { method, redirect } = request
  const answer = await sendByNode(
    {
      url: new URL(address),
      method,
      headers,
      body: bytes,
      redirect,
      signal: anyAborted([request.signal, signal]),
    },
    ownClient(),
  )
  return decodedResponse(answer)
}

/** The `Response` of what Node's client got, whose body is decoded already. */
export function decodedResponse(answer: PlainResponse): Response {
  return rebuildResponse(answer.body, { ...answer, headers: withoutWire(answer.headers) }, answer.url)
}

function requestInit(request: Request): RequestInit {
  const { method, redirect, credentials, integrity, keepalive, referrerPolicy } = request
  return { method, redirect, credentials, integrity, keepalive, referrerPolicy }
}

const wireHeaders = ['content-encoding', 'content-length', 'transfer-encoding']

/** The response again, without the headers that clients would take for the encoding of the body they get. */
function withoutWireHeaders(response: Response): Response {
  // Pairs, not a Headers object: several cookies of one response stay several.
  const headers = withoutWire([...response.headers])
  const { status, statusText } = response
  return rebuildResponse(response.body, { status, statusText, headers }, response.url)
}

function withoutWire(headers: [string, string][]): [string, string][] {
  return headers.filter(([name]) => !wireHeaders.includes(name))
}

/** Statuses that the Fetch standard gives no body. */
const bodiless = new Set([101, 103, 204, 205, 304])

/** Makes a `Response` that looks to clients like one from the network: with its URL, and a body only where one may be. */
export function rebuildResponse(
  body: ReadableStream<Uint8Array> | null,
  init: { status: number; statusText: string; headers: [string, string][] },
  url: string,
): Response {
  const response = new Response(bodiless.has(init.status) ? null : body, init)
  Object.defineProperty(response, 'url', { value: url })
  return response
}
