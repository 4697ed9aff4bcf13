import { answerBedrock } from './bedrock.ts'
import { answerChat } from './chat.ts'
import { answerCohere } from './cohere.ts'
import { type Exchange, lastUserText } from './exchange.ts'
import { answerGemini } from './gemini.ts'
import { hashOf } from './hash.ts'
import { answerHuggingFace } from './huggingface.ts'
import { answerInteractions } from './interactions.ts'
import { answerMessages } from './messages.ts'
import { answerOllama } from './ollama.ts'
import {
  answerAudio,
  answerCompletions,
  answerEmbeddings,
  answerImages,
  answerModerations,
} from './openai-others.ts'
import { answerPrediction } from './replicate.ts'
import { answerRerank } from './rerank.ts'
import { answerResponses } from './responses.ts'
import { fail, sendJson } from './send.ts'

/** A special wish in the last user message, for tests of what goes wrong. */
const wish = /please fail (once )?with (\d{3})/i

const answerers: [path: RegExp, answer: (exchange: Exchange) => Promise<void> | void][] = [
  // Groq's clients put a prefix before it.
  [/^(?:\/openai)?\/v1\/chat\/completions$/, answerChat],
  [/^\/v1\/responses$/, answerResponses],
  [/^\/v1\/messages$/, answerMessages],
  [/^\/v1(?:beta)?\/models\/[^/:]+:\w+$/, answerGemini],
  [/^\/v1beta\/interactions$/, answerInteractions],
  [/^\/api\/(?:chat|generate|embed)$/, answerOllama],
  [/^\/v[12]\/(?:chat|embed|rerank)$/, answerCohere],
  [/^\/v1\/(?:fim\/)?completions$/, answerCompletions],
  [/^\/v1\/embeddings$/, answerEmbeddings],
  [/^\/v1\/moderations$/, answerModerations],
  [/^\/v1\/images\/(?:generations|edits)$/, answerImages],
  [/^\/(?:model|guardrail)\/.+\/[a-z-]+$/, answerBedrock],
  [/^\/v1\/(?:multimodal|contextualized)embeddings$/, answerEmbeddings],
  [/^(?:\/v1\/inference\/.*)?\/rerank$/, answerRerank],
  [/^\/v1\/(?:models\/.+\/)?predictions(?:\/\w+)?$|^\/v1\/streams\/\w+$/, answerPrediction],
  [/^\/models\/.+|^\/generate(?:_stream)?$/, answerHuggingFace],
  [/^\/v1\/audio\/(?:speech|transcriptions|translations)$/, answerAudio],
]

/** Endpoints whose model stands in the path, or that need none. */
const modelElsewhere =
  /:\w+$|\/moderations$|^\/(?:model|models|guardrail)\/|^\/generate|\/predictions$|^\/(?:v1\/inference\/.*)?rerank$/

/** Finds who answers a request, after the checks that every provider makes. */
export async function route(exchange: Exchange): Promise<void> {
  const { request, response, body } = exchange
  const path = (request.url ?? '/').split('?')[0] as string
  if (path === '/v1/traces/ingest') return void response.writeHead(204).end()
  if (!hasKey(exchange)) return fail(exchange, 401, 'Incorrect API key provided.')
  if (path === '/v1/models')
    return sendJson(exchange, { object: 'list', data: [{ id: 'gpt-5-mini', object: 'model' }] })
  const answerer = answerers.find(([pattern]) => pattern.test(path))?.[1]
  const isAsked = request.method === 'POST' || answerer === answerPrediction
  if (!answerer || !isAsked) return fail(exchange, 404, `Unknown request URL: ${request.method} ${path}.`)
  const { model } = (body ?? {}) as { model?: unknown }
  const needsModel = typeof body === 'object' && !modelElsewhere.test(path)
  if (needsModel && typeof model !== 'string')
    return fail(exchange, 400, 'you must provide a model parameter')
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

/** Ollama asks for none. */
function hasKey({ request, keys }: Exchange): boolean {
  const { authorization, 'x-api-key': ownKey, 'x-goog-api-key': googleKey } = request.headers
  if (request.url?.startsWith('/api/')) return true
  // Signatures are not checked.
  if (authorization?.startsWith('AWS4-HMAC-SHA256 ')) return true
  const apiKey = ownKey ?? googleKey
  const key = apiKey ? String(apiKey) : (authorization ?? '').replace(/^Bearer /, '')
  return keys ? keys.includes(key) : key.startsWith('sk-')
}
