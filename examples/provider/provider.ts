import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from './exchange.ts'
import { route } from './route.ts'
import { fail } from './send.ts'

/** A request as the provider received it. */
export interface ReceivedRequest {
  method: string
  /** Path with query. */
  path: string
  headers: IncomingMessage['headers']
  /** Parsed where it is JSON, text otherwise (a form, in particular). */
  body: unknown
}

export interface ProviderOptions {
  /** Default: a free one. */
  port?: number
  /** Keys it accepts. Default: every key that starts with `sk-`. */
  keys?: string[]
  /** Milliseconds between the events of a stream. Default 1. */
  pace?: number
}

export interface RunningProvider {
  /** `http://127.0.0.1:PORT`, without a slash. OpenAI clients take `${url}/v1` as base URL, Anthropic's take `url`. */
  url: string
  /** Every request so far, refused ones too. */
  requests: ReceivedRequest[]
  close(): Promise<void>
}

/**
 * Starts a model provider on loopback: OpenAI's API, Anthropic's messages, Gemini, Cohere and Ollama, as JSON and as
 * streams. What it answers depends on the request alone, so two equal runs get equal answers.
 */
export async function startProvider(options: ProviderOptions = {}): Promise<RunningProvider> {
  const { keys, pace = 1 } = options
  const requests: ReceivedRequest[] = []
  const seen = new Map<string, number>()
  const conversations = new Map<string, unknown[]>()
  const server = createServer((request, response) => {
    const exchange: Exchange = {
      request,
      response,
      body: undefined,
      count: 0,
      keys,
      pace,
      seen,
      conversations,
    }
    answer(exchange, requests).catch(() => response.destroy())
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, close: () => close(server) }
}

async function answer(exchange: Exchange, requests: ReceivedRequest[]): Promise<void> {
  const { request, response } = exchange
  const text = await readText(request)
  try {
    exchange.body = text === '' ? undefined : JSON.parse(text)
  } catch {
    exchange.body = text
  }
  const { method = 'GET', url = '/', headers } = request
  requests.push({ method, path: url, headers, body: exchange.body })
  exchange.count = requests.length
  const isForm = String(headers['content-type'] ?? '').startsWith('multipart/form-data')
  if (typeof exchange.body === 'string' && !isForm)
    return fail(exchange, 400, 'We could not parse the JSON body of your request.')
  await route(exchange)
  if (!response.writableEnded && !response.destroyed) response.end()
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
