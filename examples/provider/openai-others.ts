import type { Exchange } from './exchange.ts'
import { countTokens, hashOf, splitTokens } from './hash.ts'
import { reply } from './model.ts'
import { fail, sendEvents, sendJson, sendPieces } from './send.ts'
import { encodeVector, vectorOf } from './vector.ts'

type Fields = Record<string, unknown>

/** POST /v1/embeddings, and Voyage's of texts with images */
export function answerEmbeddings(exchange: Exchange): void {
  const { model, inputs, input = inputs, encoding_format } = exchange.body as Fields
  const data = [input].flat().map((text, index) => {
    const vector = vectorOf(text)
    return {
      object: 'embedding',
      index,
      embedding: encoding_format === 'base64' ? encodeVector(vector) : vector,
    }
  })
  const tokens = countTokens(input)
  sendJson(exchange, { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } })
}

/** POST /v1/completions and Mistral's /v1/fim/completions, which answers as a chat does. */
export async function answerCompletions(exchange: Exchange): Promise<void> {
  const { model, prompt, stream } = exchange.body as Fields
  const ask = { system: '', user: String(prompt), tools: [], results: [], schema: null, thinks: false }
  const { text } = reply(ask, hashOf(exchange.body))
  const isFim = (exchange.request.url ?? '').includes('/fim/')
  const head = { id: `cmpl-${hashOf(exchange.body).slice(0, 12)}`, model }
  const usage = {
    prompt_tokens: countTokens(prompt),
    completion_tokens: countTokens(text),
    total_tokens: countTokens(prompt) + countTokens(text),
  }
  const choice = (content: string, finish_reason: string | null, field: string) => {
    const said = isFim ? { [field]: { role: 'assistant', content } } : { text: content }
    return [{ index: 0, ...said, finish_reason }]
  }
  if (!stream) return sendJson(exchange, { ...head, choices: choice(text, 'stop', 'message'), usage })
  const pieces = splitTokens(text).map((piece) => ({ ...head, choices: choice(piece, null, 'delta') }))
  const chunks = [...pieces, { ...head, choices: choice('', 'stop', 'delta'), usage }]
  return sendEvents(exchange, [...chunks.map((data) => ({ data })), { data: '[DONE]' }])
}

/** POST /v1/moderations */
export function answerModerations(exchange: Exchange): void {
  const { input } = exchange.body as Fields
  const results = [input].flat().map((text) => {
    const violence = /harm|kill|attack/i.test(JSON.stringify(text))
    return {
      flagged: violence,
      categories: { hate: false, violence },
      category_scores: { hate: 0.001, violence: violence ? 0.97 : 0.002 },
    }
  })
  sendJson(exchange, { id: 'modr-1', model: 'omni-moderation-latest', results })
}

/** POST /v1/images/generations and, with a form, /v1/images/edits */
export function answerImages(exchange: Exchange): void {
  const b64_json = Buffer.from(`image of ${hashOf(exchange.body)}`).toString('base64')
  const usage = { input_tokens: 12, output_tokens: 272, total_tokens: 284 }
  sendJson(exchange, { created: 1_760_000_000, output_format: 'png', data: [{ b64_json }], usage })
}

/** POST /v1/audio/speech (sound), /v1/audio/transcriptions and /v1/audio/translations (a form to text) */
export async function answerAudio(exchange: Exchange): Promise<void> {
  if ((exchange.request.url ?? '').endsWith('/speech')) {
    const { input } = exchange.body as Fields
    if (typeof input !== 'string') return fail(exchange, 400, "Missing required parameter: 'input'.")
    // A frame's header, which is no UTF-8, and what depends on the text.
    const sound = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.from(hashOf(input), 'hex')])
    return sendPieces(exchange, [sound], 'audio/mpeg')
  }
  const usage = { type: 'tokens', input_tokens: 30, output_tokens: 8, total_tokens: 38 }
  return sendJson(exchange, { text: `Heard ${hashOf(exchange.body).slice(0, 8)}.`, usage })
}
