import type { Exchange } from './exchange.ts'
import { countTokens, hashOf, splitTokens } from './hash.ts'
import { type Ask, type Reply, reply } from './model.ts'
import { fail, sendEvents, sendJson } from './send.ts'

type Block = { type: string } & Record<string, unknown>

interface Turn {
  role: string
  content: string | Block[]
}

export interface MessagesRequest {
  model: string
  max_tokens?: number
  messages?: Turn[]
  system?: string | Block[]
  stream?: boolean
  tools?: { name: string; description?: string; input_schema?: unknown }[]
  tool_choice?: { type: string }
  thinking?: { type: string }
  output_format?: { schema?: unknown }
  output_config?: { format?: { schema?: unknown } }
}

/** POST /v1/messages */
export async function answerMessages(exchange: Exchange): Promise<void> {
  const request = exchange.body as MessagesRequest
  if (!Array.isArray(request.messages)) return fail(exchange, 400, 'messages: Field required')
  if (typeof request.max_tokens !== 'number') return fail(exchange, 400, 'max_tokens: Field required')
  const message = messageFor(request)
  if (request.stream) return sendEvents(exchange, streamMessage(message))
  sendJson(exchange, message)
}

/** The message that answers a request which has messages. */
export function messageFor(request: MessagesRequest): Streamed & Record<string, unknown> {
  const seed = hashOf(request)
  const answer = reply(readAsk(request, request.messages ?? []), seed)
  const content = contentOf(answer)
  return {
    id: `msg_${seed.slice(0, 24)}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content,
    stop_reason: answer.refuses ? 'refusal' : answer.calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens:
        countTokens(request.messages) + countTokens(request.system ?? '') + countTokens(request.tools ?? ''),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: countTokens(content),
    },
  }
}

function readAsk(request: MessagesRequest, messages: readonly Turn[]): Ask {
  const blocks = messages.map(({ content }): Block[] =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  )
  const lastUser = messages.findLastIndex(
    ({ role }, at) => role === 'user' && blocks[at]?.some(({ type }) => type === 'text'),
  )
  const uses = blocks.flat().filter(({ type }) => type === 'tool_use')
  const results = blocks
    .slice(lastUser + 1)
    .flat()
    .filter(({ type }) => type === 'tool_result')
  return {
    system: textOf(request.system),
    user: textOf(blocks[lastUser]),
    tools:
      request.tool_choice?.type === 'none'
        ? []
        : (request.tools ?? []).map(({ input_schema, ...tool }) => ({ ...tool, parameters: input_schema })),
    results: results.map(({ tool_use_id, content }) => ({
      name: String(uses.find(({ id }) => id === tool_use_id)?.name ?? 'tool'),
      text: textOf(content as string | Block[]),
    })),
    schema: request.output_config?.format?.schema ?? request.output_format?.schema ?? null,
    thinks: request.thinking !== undefined && request.thinking.type !== 'disabled',
  }
}

function textOf(content: string | Block[] | undefined): string {
  if (content === undefined || typeof content === 'string') return content ?? ''
  return content
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n')
    .trim()
}

function contentOf(answer: Reply): Block[] {
  const signature = Buffer.from(hashOf(answer.thought)).toString('base64')
  const thought = answer.thought === null ? [] : [{ type: 'thinking', thinking: answer.thought, signature }]
  const uses = answer.calls.map(({ id, name, arguments: input }) => ({
    type: 'tool_use',
    id: `toolu_${id}`,
    name,
    input,
  }))
  return [...thought, ...(uses.length > 0 ? uses : [{ type: 'text', text: answer.text }])]
}

type Streamed = {
  content: Block[]
  stop_reason: string
  stop_sequence: null
  usage: { input_tokens: number; output_tokens: number } & Record<string, number>
}

/** The events of a streamed message. */
export function streamMessage(message: Streamed): { event: string; data: unknown }[] {
  const { stop_reason, stop_sequence, usage } = message
  const started = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  const events: Block[] = [
    { type: 'message_start', message: started },
    { type: 'ping' },
    ...message.content.flatMap(streamBlock),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence },
      usage: { output_tokens: usage.output_tokens },
    },
    { type: 'message_stop' },
  ]
  return events.map((data) => ({ event: data.type, data }))
}

function streamBlock(block: Block, index: number): Block[] {
  const empty = { text: { text: '' }, thinking: { thinking: '', signature: '' }, tool_use: { input: {} } }[
    block.type
  ]
  const delta = (value: Block): Block => ({ type: 'content_block_delta', index, delta: value })
  return [
    { type: 'content_block_start', index, content_block: { ...block, ...empty } },
    ...deltasOf(block).map(delta),
    { type: 'content_block_stop', index },
  ]
}

function deltasOf(block: Block): Block[] {
  if (block.type === 'text')
    return splitTokens(String(block.text)).map((text) => ({ type: 'text_delta', text }))
  if (block.type === 'tool_use') {
    const pieces = JSON.stringify(block.input).match(/.{1,8}/gsu) ?? []
    return ['', ...pieces].map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  }
  const words = splitTokens(String(block.thinking)).map((thinking) => ({ type: 'thinking_delta', thinking }))
  return [...words, { type: 'signature_delta', signature: block.signature }]
}
