import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Exchange, lastUserText } from './exchange.ts'
import { hashOf } from './hash.ts'

/** Answers with an error in the form of the API that was asked. */
export function fail(exchange: Exchange, status: number, message: string): void {
  const type = errorTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error')
  const retry = status === 429 || status === 503 ? { 'retry-after': '1', 'retry-after-ms': '10' } : {}
  const body = isAnthropic(exchange)
    ? { type: 'error', error: { type, message }, request_id: requestId(exchange) }
    : (ownErrorOf(exchange, status, message) ?? {
        error: { message, type, param: null, code: status === 401 ? 'invalid_api_key' : null },
      })
  sendJson(exchange, body, status, retry)
}

const errorTypes: Record<number, string> = {
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

const awsTypes: Record<number, string> = {
  400: 'ValidationException',
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  429: 'ThrottlingException',
  500: 'InternalServerException',
  503: 'ServiceUnavailableException',
}

/** Answers with JSON, compressed where the client takes it, as providers do. */
export function sendJson(
  exchange: Exchange,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  const text = Buffer.from(JSON.stringify(body))
  const isCompressed = /\bgzip\b/.test(String(exchange.request.headers['accept-encoding'] ?? ''))
  const awsType = awsTypes[status]
  const isAws = /^\/(?:model|guardrail)\//.test(exchange.request.url ?? '')
  const aws = isAws && awsType ? { 'x-amzn-errortype': `${awsType}:http://internal.amazon.com/coral/` } : {}
  const type = {
    ...aws,
    'content-type': 'application/json',
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
  }
  exchange.response.writeHead(status, { ...providerHeaders(exchange), ...type, ...headers })
  exchange.response.end(isCompressed ? gzipSync(text) : text)
}

/**
 * Streams server-sent events, each in a piece of its own. Stops when the client leaves. `break off` in the last user message
 * resets the connection after the third event.
 */
export async function sendEvents(
  exchange: Exchange,
  events: readonly { event?: string; data: unknown }[],
): Promise<void> {
  const { response, pace, body } = exchange
  response.writeHead(200, {
    ...providerHeaders(exchange),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  })
  const breaksOff = /please break off/i.test(lastUserText(body))
  for (const [at, { event, data }] of events.entries()) {
    if (response.destroyed) return
    if (breaksOff && at === 3) return void response.destroy()
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    response.write(`${event ? `event: ${event}\n` : ''}data: ${text}\n\n`)
    await pause(pace)
  }
  response.end()
}

/**
 * Streams a body in the given pieces: lines of JSON, the elements of a list, sound. Stops when the client leaves; `break
 * off` as in {@link sendEvents}.
 */
export async function sendPieces(
  exchange: Exchange,
  pieces: readonly (string | Uint8Array)[],
  contentType: string,
): Promise<void> {
  const { response, pace, body } = exchange
  response.writeHead(200, { ...providerHeaders(exchange), 'content-type': contentType })
  const breaksOff = /please break off/i.test(lastUserText(body))
  for (const [at, piece] of pieces.entries()) {
    if (response.destroyed) return
    if (breaksOff && at === 3) return void response.destroy()
    response.write(piece)
    await pause(pace)
  }
  response.end()
}

/** The form of an error in the APIs that have one of their own. */
function ownErrorOf({ request }: Exchange, status: number, message: string): object | null {
  const url = request.url ?? ''
  if (url.startsWith('/api/')) return { error: message }
  if (/^\/v\d\/(?:chat|embed|rerank)$/.test(url)) return { id: 'error-1', message }
  if (/^\/(?:model|guardrail)\//.test(url)) return { message }
  if (/^\/(?:models\/|generate)/.test(url)) return { error: message, error_type: 'validation' }
  if (/^\/v1\/(?:rerank|multimodalembeddings)|\/predictions/.test(url)) return { detail: message }
  const googleStatus = { 400: 'INVALID_ARGUMENT', 401: 'UNAUTHENTICATED', 429: 'RESOURCE_EXHAUSTED' }[status]
  return /\/models\/[^/]+:/.test(url)
    ? { error: { code: status, message, status: googleStatus ?? 'INTERNAL' } }
    : null
}

function isAnthropic({ request }: Exchange): boolean {
  return (request.url ?? '').startsWith('/v1/messages')
}

function requestId(exchange: Exchange): string {
  return `req_${hashOf(exchange.body ?? exchange.request.url).slice(0, 24)}`
}

function providerHeaders(exchange: Exchange): Record<string, string | string[]> {
  if (/^\/(?:model|guardrail)\//.test(exchange.request.url ?? ''))
    return { 'x-amzn-requestid': requestId(exchange).slice(4) }
  const left = String(Math.max(0, 10_000 - exchange.count))
  const common = {
    'set-cookie': ['__cf_bm=loopback; path=/; HttpOnly', '_cfuvid=loopback; path=/; HttpOnly'],
  }
  if (isAnthropic(exchange)) {
    return {
      ...common,
      'request-id': requestId(exchange),
      'anthropic-organization-id': '00000000-0000-4000-8000-000000000000',
      'anthropic-ratelimit-requests-limit': '10000',
      'anthropic-ratelimit-requests-remaining': left,
    }
  }
  return {
    ...common,
    'x-request-id': requestId(exchange),
    'openai-organization': 'org-example',
    'openai-processing-ms': '42',
    'openai-version': '2020-10-01',
    'x-ratelimit-limit-requests': '10000',
    'x-ratelimit-remaining-requests': left,
  }
}
