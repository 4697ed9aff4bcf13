import type { Exchange } from './exchange.ts'
import { countTokens, hashOf, splitTokens } from './hash.ts'
import { type Ask, type OfferedTool, type Reply, reply } from './model.ts'
import { fail, sendEvents, sendJson, sendPieces } from './send.ts'
import { vectorOf } from './vector.ts'

interface CohereRequest {
  model?: string
  stream?: boolean
  /** Version 1. */
  message?: string
  preamble?: string
  tool_results?: { call: { name: string }; outputs: unknown[] }[]
  /** Version 2. */
  messages?: {
    role: string
    content?: string
    tool_call_id?: string
    tool_calls?: { id: string; function: { name: string } }[]
  }[]
  tools?: (OfferedTool & { function?: OfferedTool; parameter_definitions?: Record<string, unknown> })[]
  texts?: string[]
  query?: string
  documents?: unknown[]
}

/** POST /v1/chat, /v2/chat, /v2/embed, /v2/rerank */
export async function answerCohere(exchange: Exchange): Promise<void> {
  const request = exchange.body as CohereRequest
  const [, version, operation] = /\/(v\d)\/(\w+)/.exec(exchange.request.url ?? '') ?? []
  const meta = { api_version: { version: version?.slice(1) } }
  if (operation === 'embed') {
    const billed_units = { input_tokens: countTokens(request.texts) }
    const embeddings = { float: (request.texts ?? []).map(vectorOf) }
    return sendJson(exchange, {
      id: 'embed-1',
      embeddings,
      texts: request.texts,
      meta: { ...meta, billed_units },
    })
  }
  if (operation === 'rerank') {
    const scored = (request.documents ?? []).map((document, index) => {
      return { index, relevance_score: Math.abs(vectorOf([request.query, document])[0] ?? 0) }
    })
    const results = scored.toSorted((a, b) => b.relevance_score - a.relevance_score)
    return sendJson(exchange, { id: 'rank-1', results, meta: { ...meta, billed_units: { search_units: 1 } } })
  }
  if (version === 'v1' ? typeof request.message !== 'string' : !Array.isArray(request.messages))
    return fail(exchange, 400, 'invalid request: message must be at least 1 token long.')
  const answer = reply(readAsk(request), hashOf(request))
  const tokens = {
    input_tokens: countTokens(request.messages ?? request.message) + countTokens(request.tools ?? ''),
    output_tokens: countTokens(answer.text) + countTokens(answer.calls),
  }
  return version === 'v1'
    ? answerV1(exchange, answer, { ...meta, tokens })
    : answerV2(exchange, answer, { billed_units: tokens, tokens })
}

function readAsk(request: CohereRequest): Ask {
  const messages = request.messages ?? []
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? [])
  const results = messages.slice(lastUser + 1).filter(({ role }) => role === 'tool')
  return {
    system: request.preamble ?? messages.find(({ role }) => role === 'system')?.content ?? '',
    user: request.message ?? messages[lastUser]?.content ?? '',
    tools: (request.tools ?? []).map((tool) => tool.function ?? withSchema(tool)),
    results: [
      ...results.map(({ tool_call_id, content }) => ({
        name: calls.find(({ id }) => id === tool_call_id)?.function.name ?? 'tool',
        text: content ?? '',
      })),
      ...(request.tool_results ?? []).map(({ call, outputs }) => ({
        name: call.name,
        text: JSON.stringify(outputs[0]),
      })),
    ],
    schema: null,
    thinks: false,
  }
}

function withSchema(tool: OfferedTool & { parameter_definitions?: Record<string, unknown> }): OfferedTool {
  const properties = tool.parameter_definitions ?? {}
  return { ...tool, parameters: { type: 'object', properties, required: Object.keys(properties) } }
}

async function answerV1(exchange: Exchange, answer: Reply, meta: object): Promise<void> {
  const tool_calls = answer.calls.map(({ name, arguments: parameters }) => ({ name, parameters }))
  const calls = tool_calls.length > 0 ? { tool_calls } : {}
  const whole = { text: answer.text, generation_id: 'gen-1', finish_reason: 'COMPLETE', ...calls, meta }
  if (!(exchange.body as CohereRequest).stream) return sendJson(exchange, whole)
  const lines = [
    { event_type: 'stream-start', generation_id: 'gen-1' },
    ...splitTokens(answer.text).map((text) => ({ event_type: 'text-generation', text })),
    ...(tool_calls.length > 0 ? [{ event_type: 'tool-calls-generation', tool_calls }] : []),
    { event_type: 'stream-end', finish_reason: 'COMPLETE', response: whole },
  ].map((line) => `${JSON.stringify({ is_finished: line.event_type === 'stream-end', ...line })}\n`)
  return sendPieces(exchange, lines, 'application/stream+json')
}

async function answerV2(exchange: Exchange, answer: Reply, usage: object): Promise<void> {
  const tool_calls = answer.calls.map(({ id, name, arguments: args }) => ({
    id: `${name}_${id}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  const finish_reason = tool_calls.length > 0 ? 'TOOL_CALL' : 'COMPLETE'
  const content = answer.text === '' ? [] : [{ type: 'text', text: answer.text }]
  const calls = tool_calls.length > 0 ? { tool_plan: 'I will use a tool.', tool_calls } : { content }
  if (!(exchange.body as CohereRequest).stream) {
    return sendJson(exchange, { id: 'msg-1', message: { role: 'assistant', ...calls }, finish_reason, usage })
  }
  const event = (type: string, message?: object, index?: number) => {
    const data = {
      type,
      ...(index === undefined ? {} : { index }),
      ...(message ? { delta: { message } } : {}),
    }
    return { event: type, data }
  }
  const plan = tool_calls.length > 0 ? [event('tool-plan-delta', { tool_plan: 'I will use a tool.' })] : []
  const spoken = splitTokens(answer.text).map((text) => event('content-delta', { content: { text } }, 0))
  const called = tool_calls.flatMap((call, at) => [
    event('tool-call-start', { tool_calls: { ...call, function: { ...call.function, arguments: '' } } }, at),
    ...(call.function.arguments.match(/.{1,8}/gsu) ?? []).map((piece) =>
      event('tool-call-delta', { tool_calls: { function: { arguments: piece } } }, at),
    ),
    event('tool-call-end', undefined, at),
  ])
  return sendEvents(exchange, [
    event('message-start', { role: 'assistant', content: [] }),
    ...plan,
    ...(content.length > 0 ? [event('content-start', { content: { type: 'text', text: '' } }, 0)] : []),
    ...spoken,
    ...called,
    { event: 'message-end', data: { type: 'message-end', delta: { finish_reason, usage } } },
  ])
}
