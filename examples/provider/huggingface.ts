import type { Exchange } from './exchange.ts'
import { countTokens, hashOf, splitTokens } from './hash.ts'
import { reply } from './model.ts'
import { sendEvents, sendJson } from './send.ts'
import { vectorOf } from './vector.ts'

interface TaskRequest {
  inputs?: string | string[]
  stream?: boolean
}

/** POST /models/MODEL, /generate, /generate_stream of Hugging Face: vectors where the model's name says so, labels, text. */
export async function answerHuggingFace(exchange: Exchange): Promise<void> {
  const { inputs = '', stream } = exchange.body as TaskRequest
  const path = exchange.request.url ?? ''
  if (/embed|feature/.test(path))
    return sendJson(exchange, Array.isArray(inputs) ? inputs.map(vectorOf) : vectorOf(inputs))
  if (/sentiment/.test(path)) return sendJson(exchange, [[{ label: 'POSITIVE', score: 0.98 }]])
  const ask = { system: '', user: String(inputs), tools: [], results: [], schema: null, thinks: false }
  const generated_text = reply(ask, hashOf(inputs)).text
  const words = splitTokens(generated_text)
  const details = {
    finish_reason: 'eos_token',
    generated_tokens: words.length,
    input_length: countTokens(inputs),
  }
  if (!stream && !path.startsWith('/generate_stream'))
    return sendJson(
      exchange,
      path.startsWith('/generate') ? { generated_text, details } : [{ generated_text, details }],
    )
  const events = words.map((text, at) => {
    const token = { id: at, text, logprob: -0.1, special: false }
    const isLast = at === words.length - 1
    return {
      data: {
        index: at + 1,
        token,
        generated_text: isLast ? generated_text : null,
        details: isLast ? details : null,
      },
    }
  })
  return sendEvents(exchange, events)
}
