import { randomInt } from 'node:crypto'

type Event = (delta: string) => string

const sse = (data: unknown, event?: string) =>
  `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`

const chat = (delta: unknown) =>
  sse({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta }] })
const block = (delta: object) => sse({ type: 'content_block_delta', index: 0, delta }, 'content_block_delta')
const item = (type: string) => (delta: string) =>
  sse({ type, item_id: 'i', output_index: 0, content_index: 0, delta }, type)

/** The kinds of delta over which a text can be split: the path of the dialect, one event, and the last word of the stream. */
export const deltaKinds: Record<string, { path: string; event: Event; last: string; json?: true }> = {
  'openai content': {
    path: '/v1/chat/completions',
    event: (content) => chat({ content }),
    last: 'data: [DONE]\n\n',
  },
  'openai reasoning': {
    path: '/v1/chat/completions',
    event: (reasoning_content) => chat({ reasoning_content }),
    last: 'data: [DONE]\n\n',
  },
  'openai arguments': {
    path: '/v1/chat/completions',
    event: (text) => chat({ tool_calls: [{ index: 0, function: { arguments: text } }] }),
    last: 'data: [DONE]\n\n',
    json: true,
  },
  'anthropic text': {
    path: '/v1/messages',
    event: (text) => block({ type: 'text_delta', text }),
    last: sse({ type: 'message_stop' }, 'message_stop'),
  },
  'anthropic thinking': {
    path: '/v1/messages',
    event: (thinking) => block({ type: 'thinking_delta', thinking }),
    last: sse({ type: 'message_stop' }, 'message_stop'),
  },
  'anthropic partial_json': {
    path: '/v1/messages',
    event: (partial_json) => block({ type: 'input_json_delta', partial_json }),
    last: sse({ type: 'message_stop' }, 'message_stop'),
    json: true,
  },
  'responses text': {
    path: '/v1/responses',
    event: item('response.output_text.delta'),
    last: sse({ type: 'response.completed', response: { id: 'r' } }, 'response.completed'),
  },
  'responses arguments': {
    path: '/v1/responses',
    event: item('response.function_call_arguments.delta'),
    last: sse({ type: 'response.completed', response: { id: 'r' } }, 'response.completed'),
    json: true,
  },
}

/**
 * A stream that says `text` in deltas of 1 to `most` characters, cut into raw pieces of 1 to `widest` characters.
 *
 * @param ends whether the last word comes.
 */
export function streamOf(kind: string, text: string, { most = 5, widest = 200, ends = true } = {}): string[] {
  const { event, last } = deltaKinds[kind] as (typeof deltaKinds)[string]
  return cut(cut(text, most).map(event).join('') + (ends ? last : ''), widest)
}

/** Cuts a text into parts of random length. */
export function cut(text: string, most: number): string[] {
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const length = randomInt(1, most + 1)
    parts.push(text.slice(at, at + length))
    at += length
  }
  return parts
}
