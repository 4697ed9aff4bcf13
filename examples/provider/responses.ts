import type { Exchange } from './exchange.ts'
import { countTokens, hashOf } from './hash.ts'
import { type Ask, type Reply, reply } from './model.ts'
import { streamResponse } from './responses-stream.ts'
import { fail, sendEvents, sendJson } from './send.ts'

interface InputItem {
  type?: string
  role?: string
  name?: string
  call_id?: string
  output?: unknown
  content?: string | { text?: string }[]
}

interface ResponsesRequest {
  model: string
  instructions?: string
  input?: string | InputItem[]
  stream?: boolean
  store?: boolean
  previous_response_id?: string | null
  tools?: { type: string; name?: string; description?: string; parameters?: unknown }[]
  tool_choice?: unknown
  text?: { format?: { type: string; schema?: unknown } }
  reasoning?: { effort?: string; summary?: string } | null
}

export type OutputItem = { id: string; type: string } & Record<string, unknown>

/** POST /v1/responses */
export async function answerResponses(exchange: Exchange): Promise<void> {
  const request = exchange.body as ResponsesRequest
  if (request.input === undefined) return fail(exchange, 400, "Missing required parameter: 'input'.")
  const before = request.previous_response_id ? exchange.conversations.get(request.previous_response_id) : []
  if (!before)
    return fail(exchange, 400, `Previous response with id '${request.previous_response_id}' not found.`)
  const seed = hashOf(request)
  const given: InputItem[] =
    typeof request.input === 'string' ? [{ role: 'user', content: request.input }] : request.input
  const items = [...(before as InputItem[]), ...given]
  const answer = reply(readAsk(request, items), seed)
  const output = outputOf(answer, seed)
  const response = {
    id: `resp_${seed.slice(0, 40)}`,
    object: 'response',
    created_at: 1_760_000_000 + (Number.parseInt(seed.slice(0, 6), 16) % 1_000_000),
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    model: request.model,
    output,
    parallel_tool_calls: true,
    previous_response_id: request.previous_response_id ?? null,
    reasoning: request.reasoning ?? { effort: null, summary: null },
    store: request.store ?? true,
    temperature: 1,
    text: request.text ?? { format: { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_p: 1,
    truncation: 'disabled',
    usage: usageOf(request, items, answer),
    user: null,
    metadata: {},
  }
  exchange.conversations.set(response.id, [...items, ...output])
  if (request.stream) return sendEvents(exchange, streamResponse(response))
  sendJson(exchange, response)
}

function readAsk(request: ResponsesRequest, items: readonly InputItem[]): Ask {
  const lastUser = items.findLastIndex(({ role }) => role === 'user')
  const nameOf = (id?: string) =>
    items.find(({ type, call_id }) => type === 'function_call' && call_id === id)?.name ?? 'tool'
  const results = items.slice(lastUser + 1).filter(({ type }) => type === 'function_call_output')
  return {
    system: request.instructions ?? '',
    user: textOf(items[lastUser]),
    tools:
      request.tool_choice === 'none'
        ? []
        : (request.tools ?? []).flatMap(({ name, ...tool }) => (name ? { name, ...tool } : [])),
    results: results.map(({ call_id, output }) => ({
      name: nameOf(call_id),
      text: typeof output === 'string' ? output : JSON.stringify(output),
    })),
    schema: request.text?.format?.schema ?? null,
    thinks: Boolean(request.reasoning?.summary),
  }
}

function textOf(item: InputItem | undefined): string {
  const content = item?.content ?? ''
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n')
}

function outputOf(answer: Reply, seed: string): OutputItem[] {
  const id = (prefix: string, at: number) => `${prefix}_${hashOf([seed, prefix, at]).slice(0, 40)}`
  const items: OutputItem[] = []
  if (answer.thought !== null) {
    items.push({
      id: id('rs', 0),
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: answer.thought }],
    })
  }
  for (const [at, call] of answer.calls.entries()) {
    const text = JSON.stringify(call.arguments)
    items.push({
      id: id('fc', at),
      type: 'function_call',
      status: 'completed',
      arguments: text,
      call_id: `call_${call.id}`,
      name: call.name,
    })
  }
  if (answer.calls.length > 0) return items
  const part = answer.refuses
    ? { type: 'refusal', refusal: answer.text }
    : { type: 'output_text', annotations: [], logprobs: [], text: answer.text }
  return [
    ...items,
    { id: id('msg', 0), type: 'message', status: 'completed', content: [part], role: 'assistant' },
  ]
}

function usageOf(request: ResponsesRequest, items: readonly InputItem[], answer: Reply) {
  const input_tokens =
    countTokens(items) + countTokens(request.instructions ?? '') + countTokens(request.tools ?? '')
  const reasoning_tokens = countTokens(answer.thought ?? '')
  const output_tokens = countTokens(answer.text) + countTokens(answer.calls) + reasoning_tokens
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens },
    total_tokens: input_tokens + output_tokens,
  }
}
