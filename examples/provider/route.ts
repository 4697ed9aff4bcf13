import { answerChat } from './chat.ts'
import { type Exchange, lastUserText } from './exchange.ts'
import { hashOf } from './hash.ts'
import { answerMessages } from './messages.ts'
import { answerResponses } from './responses.ts'
import { fail, sendJson } from './send.ts'

/** A special wish in the last user message, for tests of what goes wrong. */
const wish = /please fail (once )?with (\d{3})/i

/** Finds who answers a request, after the checks that every provider makes. */
export async function route(exchange: Exchange): Promise<void> {
  const { request, response, body } = exchange
  const path = (request.url ?? '/').split('?')[0] as string
  if (path === '/v1/traces/ingest') return void response.writeHead(204).end()
  if (!hasKey(exchange)) return fail(exchange, 401, 'Incorrect API key provided.')
  if (path === '/v1/models')
    return sendJson(exchange, { object: 'list', data: [{ id: 'gpt-5-mini', object: 'model' }] })
  const answerers = {
    '/v1/chat/completions': answerChat,
    '/v1/responses': answerResponses,
    '/v1/messages': answerMessages,
  }
  const answerer = answerers[path as keyof typeof answerers]
  if (!answerer || request.method !== 'POST')
    return fail(exchange, 404, `Unknown request URL: ${request.method} ${path}.`)
  const { model } = (body ?? {}) as { model?: unknown }
  if (typeof model !== 'string') return fail(exchange, 400, 'you must provide a model parameter')
  if (path === '/v1/messages' && !request.headers['anthropic-version']) {
    return fail(exchange, 400, 'anthropic-version: header is required')
  }
  const key = hashOf([path, body])
  const before = exchange.seen.get(key) ?? 0
  exchange.seen.set(key, before + 1)
  const [, once, status] = wish.exec(lastUserText(body)) ?? []
  if (status && !(once && before > 0))
    return fail(exchange, Number(status), `The request asked for status ${status}.`)
  await answerer(exchange)
}

function hasKey({ request, keys }: Exchange): boolean {
  const { authorization, 'x-api-key': apiKey } = request.headers
  const key = apiKey ? String(apiKey) : (authorization ?? '').replace(/^Bearer /, '')
  return keys ? keys.includes(key) : key.startsWith('sk-')
}
