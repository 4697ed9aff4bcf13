import type { Exchange } from './exchange.ts'
import { countTokens, hashOf, splitTokens } from './hash.ts'
import { type Ask, type Reply, reply } from './model.ts'
import { fail, sendEvents, sendJson } from './send.ts'

interface ChatMessage {
  role: string
  content?: string | null | { type: string; text?: string }[]
  tool_call_id?: string
  tool_calls?: { id: string; function: { name: string } }[]
}

interface ChatRequest {
  model: string
  messages?: ChatMessage[]
  n?: number
  stream?: boolean
  stream_options?: { include_usage?: boolean }
  tools?: { function?: { name: string; description?: string; parameters?: unknown } }[]
  tool_choice?: unknown
  response_format?: { type: string; json_schema?: { schema?: unknown } }
  reasoning_effort?: string
}

/** POST /v1/chat/completions */
export async function answerChat(exchange: Exchange): Promise<void> {
  const request = exchange.body as ChatRequest
  if (!Array.isArray(request.messages)) return fail(exchange, 400, "Missing required parameter: 'messages'.")
  const seed = hashOf(request)
  const replies = Array.from({ length: request.n ?? 1 }, (_, at) =>
    reply(readAsk(request), `${seed}${at || ''}`),
  )
  const head = {
    id: `chatcmpl-${seed.slice(0, 29)}`,
    created: 1_760_000_000 + (Number.parseInt(seed.slice(0, 6), 16) % 1_000_000),
    model: request.model,
    service_tier: 'default',
    system_fingerprint: 'fp_loopback',
  }
  const usage = usageOf(request, replies)
  if (request.stream) return sendEvents(exchange, streamOf(head, replies, request, usage))
  const choices = replies.map((answer, index) => ({
    index,
    message: { role: 'assistant', ...messageOf(answer), annotations: [] },
    logprobs: null,
    finish_reason: finishOf(answer),
  }))
  sendJson(exchange, { ...head, object: 'chat.completion', choices, usage })
}

function readAsk(request: ChatRequest): Ask {
  const messages = request.messages ?? []
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? [])
  const nameOf = (id?: string) => calls.find((call) => call.id === id)?.function.name ?? 'tool'
  const results = messages.slice(lastUser + 1).filter(({ role }) => role === 'tool')
  return {
    system: messages
      .filter(({ role }) => role === 'system' || role === 'developer')
      .map(textOf)
      .join('\n'),
    user: textOf(messages[lastUser]),
    tools: request.tool_choice === 'none' ? [] : (request.tools ?? []).flatMap((tool) => tool.function ?? []),
    results: results.map((message) => ({ name: nameOf(message.tool_call_id), text: textOf(message) })),
    schema:
      request.response_format?.json_schema?.schema ??
      (request.response_format?.type === 'json_object' ? { type: 'object' } : null),
    thinks: false,
  }
}

function textOf(message: ChatMessage | undefined): string {
  const content = message?.content ?? ''
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n')
}

function messageOf({ text, calls, refuses }: Reply): Record<string, unknown> {
  const tool_calls = calls.map(toToolCall)
  return {
    content: refuses || calls.length > 0 ? null : text,
    ...(calls.length > 0 ? { tool_calls } : {}),
    refusal: refuses ? text : null,
  }
}

function toToolCall(call: Reply['calls'][number]) {
  const { name } = call
  return {
    id: `call_${call.id}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(call.arguments) },
  }
}

function finishOf(answer: Reply): string {
  return answer.calls.length > 0 ? 'tool_calls' : 'stop'
}

function usageOf(request: ChatRequest, replies: readonly Reply[]) {
  const prompt_tokens = countTokens(request.messages) + countTokens(request.tools ?? '')
  const completion_tokens = replies.reduce(
    (sum, answer) => sum + countTokens(answer.text) + countTokens(answer.calls),
    0,
  )
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  }
}

function streamOf(
  head: object,
  replies: readonly Reply[],
  request: ChatRequest,
  usage: object,
): { data: unknown }[] {
  const withUsage = request.stream_options?.include_usage ?? false
  const chunk = (choices: unknown[], counted: object | null = null) => ({
    data: { ...head, object: 'chat.completion.chunk', choices, ...(withUsage ? { usage: counted } : {}) },
  })
  const events = replies.flatMap((answer, index) => {
    const choice = (delta: object, finish_reason: string | null = null) =>
      chunk([{ index, delta, logprobs: null, finish_reason }])
    return [...deltasOf(answer).map((delta) => choice(delta)), choice({}, finishOf(answer))]
  })
  return [...events, ...(withUsage ? [chunk([], usage)] : []), { data: '[DONE]' }]
}

function deltasOf(answer: Reply): object[] {
  const field = answer.refuses ? 'refusal' : 'content'
  const words = answer.calls.length > 0 ? [] : splitTokens(answer.text).map((word) => ({ [field]: word }))
  const calls = answer.calls
    .map(toToolCall)
    .flatMap(({ function: { name, arguments: text }, ...call }, index) => [
      { tool_calls: [{ index, ...call, function: { name, arguments: '' } }] },
      ...(text.match(/.{1,8}/gsu) ?? []).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ])
  return [
    { role: 'assistant', content: answer.calls.length > 0 ? null : '', refusal: null },
    ...words,
    ...calls,
  ]
}
