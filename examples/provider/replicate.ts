import type { Exchange } from './exchange.ts'
import { countTokens, hashOf, splitTokens } from './hash.ts'
import { reply } from './model.ts'
import { fail, sendEvents, sendJson } from './send.ts'

interface Input {
  prompt?: string
  system_prompt?: string
}

/** POST /v1/predictions, /v1/models/OWNER/NAME/predictions; GET /v1/predictions/ID, which is done when asked twice; streams. */
export async function answerPrediction(exchange: Exchange): Promise<void> {
  const { request, body, conversations } = exchange
  const path = (request.url ?? '').split('?')[0] as string
  const id = /\/(?:predictions|streams)\/(\w+)$/.exec(path)?.[1]
  if (id === undefined) {
    const { input = {} } = body as { input?: Input }
    const made = hashOf([path, body]).slice(0, 26)
    conversations.set(made, [input])
    return sendJson(exchange, prediction(made, input, 'starting', exchange), 201)
  }
  const [input] = (conversations.get(id) ?? []) as Input[]
  if (!input) return fail(exchange, 404, 'The requested resource could not be found.')
  if (path.includes('/streams/')) {
    const pieces = textOf(input).map((data) => ({ event: 'output', data }))
    return sendEvents(exchange, [...pieces, { event: 'done', data: {} }])
  }
  const asked = (exchange.seen.get(`poll ${id}`) ?? 0) + 1
  exchange.seen.set(`poll ${id}`, asked)
  sendJson(exchange, prediction(id, input, asked < 2 ? 'processing' : 'succeeded', exchange))
}

function prediction(id: string, input: Input, status: string, { request }: Exchange): object {
  const output = textOf(input)
  const isDone = status === 'succeeded'
  const origin = `http://${request.headers.host}/v1`
  return {
    id,
    model: 'meta/llama-4',
    input,
    output: isDone ? output : null,
    error: null,
    status,
    urls: { get: `${origin}/predictions/${id}`, stream: `${origin}/streams/${id}` },
    ...(isDone
      ? {
          metrics: {
            input_token_count: countTokens(input),
            output_token_count: output.length,
            predict_time: 0.4,
          },
        }
      : {}),
  }
}

function textOf({ prompt = '', system_prompt = '' }: Input): string[] {
  const ask = { system: system_prompt, user: prompt, tools: [], results: [], schema: null, thinks: false }
  return splitTokens(reply(ask, hashOf(prompt)).text)
}
