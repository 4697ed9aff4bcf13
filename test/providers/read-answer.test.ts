import { describe, expect, test } from 'vitest'
import type { RecordedEvent } from '../../src/cassette/records.ts'
import { dialectById } from '../../src/providers/dialects.ts'
import { jsonEvents, recordedCall, sseEvents, textEvents } from './recorded-call.ts'

function read(dialect: string, events: RecordedEvent[], status = 200) {
  return dialectById(dialect).readAnswer(recordedCall({ dialect, events, status }))
}

const chunk = (delta: object, finish_reason: string | null = null, index = 0) => ({
  choices: [{ index, delta: delta as Record<string, never>, finish_reason }],
})

describe('openai-chat', () => {
  test('joins a stream cut inside a character, with CRLF, comments and no [DONE]', () => {
    const wire = [
      ': keep-alive',
      '',
      `data: ${JSON.stringify(chunk({ content: 'caf' }))}`,
      '',
      `data: ${JSON.stringify(chunk({ content: 'é!' }, 'stop'))}`,
    ].join('\r\n')
    const bytes = Buffer.from(wire)
    const at = bytes.indexOf(0xc3) + 1
    const events = [bytes.subarray(0, at), bytes.subarray(at)].map((piece) => ({
      payload: { base64: piece.toString('base64') },
      at_ms: 0,
    }))
    expect(read('openai-chat', events).choices).toEqual([
      { parts: [{ kind: 'text', text: 'café!' }], stop: 'stop' },
    ])
  })

  test('joins parallel tool calls, by index and by id', () => {
    const call = (index: number, id: string | undefined, name: string | undefined, text: string) =>
      chunk({
        tool_calls: [
          { index, ...(id ? { id } : {}), function: { ...(name ? { name } : {}), arguments: text } },
        ],
      })
    const byIndex = [
      call(0, 'a', 'f', ''),
      call(1, 'b', 'g', '{"y"'),
      call(0, undefined, undefined, '{"x":1}'),
      call(1, undefined, undefined, ':2}'),
    ]
    const byId = [call(0, 'a', 'f', '{"x":1}'), call(0, 'b', 'g', '{"y":2}')]
    const wanted = [
      { kind: 'tool_call', id: 'a', name: 'f', arguments: { x: 1 } },
      { kind: 'tool_call', id: 'b', name: 'g', arguments: { y: 2 } },
    ]
    expect(read('openai-chat', sseEvents(...byIndex)).choices[0]?.parts).toEqual(wanted)
    expect(read('openai-chat', sseEvents(...byId)).choices[0]?.parts).toEqual(wanted)
  })

  test('keeps the choices of n > 1 apart', () => {
    const events = sseEvents(
      chunk({ content: 'b' }, null, 1),
      chunk({ content: 'a' }),
      chunk({}, 'stop'),
      chunk({}, 'length', 1),
    )
    expect(read('openai-chat', events).choices).toEqual([
      { parts: [{ kind: 'text', text: 'a' }], stop: 'stop' },
      { parts: [{ kind: 'text', text: 'b' }], stop: 'length' },
    ])
  })

  test('reads reasoning, refusal and usage with what is cached and what is thought', () => {
    const message = { reasoning_content: 'Hm.', content: null, refusal: 'No.' }
    const usage = {
      prompt_tokens: 9,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 3 },
    }
    const answer = read(
      'openai-chat',
      jsonEvents({ model: 'm', choices: [{ message, finish_reason: 'stop' }], usage }),
    )
    expect(answer.choices[0]?.parts).toEqual([
      { kind: 'reasoning', text: 'Hm.' },
      { kind: 'refusal', text: 'No.' },
    ])
    expect(answer).toMatchObject({
      model: 'm',
      usage: { input_tokens: 9, output_tokens: 5, cached_input_tokens: 4, reasoning_tokens: 3 },
    })
  })

  test('reads an error status, an error inside a good stream, and a stream declared as JSON', () => {
    expect(
      read('openai-chat', jsonEvents({ error: { type: 'rate_limit', message: 'Slow down' } }), 429).error,
    ).toEqual({ type: 'rate_limit', message: 'Slow down' })
    expect(read('openai-chat', textEvents('<html>Bad gateway</html>'), 502).error).toEqual({
      type: null,
      message: '<html>Bad gateway</html>',
    })
    expect(read('openai-chat', [], 500).error).toEqual({ type: null, message: 'status 500' })
    const broken = read(
      'openai-chat',
      sseEvents(chunk({ content: 'So' }), { error: { code: 502, message: 'Provider left' } }),
    )
    expect(broken).toMatchObject({
      error: { type: '502', message: 'Provider left' },
      choices: [{ parts: [{ text: 'So' }] }],
    })
  })
})

describe('openai-responses', () => {
  const added = {
    type: 'response.output_item.added',
    output_index: 0,
    item: { type: 'function_call', call_id: 'c', name: 'f', arguments: '' },
  }

  test('reads a stream that was cut off from its pieces', () => {
    const text = { type: 'response.output_text.delta', output_index: 1, content_index: 0 }
    const events = sseEvents(
      { type: 'response.created', response: { status: 'in_progress', output: [], model: 'm' } },
      added,
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"a"' },
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: ':1}' },
      { ...text, delta: 'Hel' },
      { ...text, delta: 'lo' },
    )
    expect(read('openai-responses', events)).toMatchObject({
      model: 'm',
      choices: [
        {
          stop: null,
          parts: [
            { kind: 'tool_call', name: 'f', arguments: { a: 1 } },
            { kind: 'text', text: 'Hello' },
          ],
        },
      ],
    })
  })

  test('reads reasoning, hidden reasoning, refusals, citations and builtin tools', () => {
    const output = [
      { type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      { type: 'reasoning', id: 's', summary: [], encrypted_content: 'gAAAA' },
      { type: 'web_search_call', id: 'w', status: 'completed', action: { type: 'search', query: 'cats' } },
      {
        type: 'message',
        role: 'assistant',
        content: [
          {
            type: 'output_text',
            text: 'Cats.',
            annotations: [{ type: 'url_citation', url: 'https://cats.example' }],
          },
          { type: 'refusal', refusal: 'No.' },
        ],
      },
    ]
    const answer = read(
      'openai-responses',
      jsonEvents({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output }),
    )
    expect(answer.choices).toEqual([
      {
        stop: 'max_output_tokens',
        parts: [
          { kind: 'reasoning', text: 'Hm.' },
          { kind: 'other', label: 'encrypted reasoning', value: null },
          { kind: 'other', label: 'web_search_call', value: { action: { type: 'search', query: 'cats' } } },
          { kind: 'text', text: 'Cats.' },
          { kind: 'other', label: 'citation', value: { type: 'url_citation', url: 'https://cats.example' } },
          { kind: 'refusal', text: 'No.' },
        ],
      },
    ])
  })

  test('reads a failed response as an error', () => {
    const failed = {
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'server_error', message: 'Oh' }, output: [] },
    }
    expect(read('openai-responses', sseEvents(failed))).toMatchObject({
      choices: [],
      error: { type: 'server_error', message: 'Oh' },
    })
    expect(read('openai-responses', sseEvents({ type: 'error', code: 'bad', message: 'Oh' })).error).toEqual({
      type: 'bad',
      message: 'Oh',
    })
  })
})

describe('anthropic-messages', () => {
  test('joins thinking, text, tool input and usage over a stream with pings', () => {
    const delta = (index: number, value: object) => ({
      type: 'content_block_delta',
      index,
      delta: value as Record<string, never>,
    })
    const events = sseEvents(
      {
        type: 'message_start',
        message: {
          model: 'claude',
          usage: { input_tokens: 3, cache_read_input_tokens: 100, output_tokens: 1 },
        },
      },
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      delta(0, { type: 'thinking_delta', thinking: 'Hm' }),
      delta(0, { type: 'signature_delta', signature: 'xyz' }),
      { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'zzz' } },
      { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
      delta(2, { type: 'text_delta', text: 'Hel' }),
      delta(2, { type: 'text_delta', text: 'lo' }),
      {
        type: 'content_block_start',
        index: 3,
        content_block: { type: 'tool_use', id: 't', name: 'f', input: {} },
      },
      delta(3, { type: 'input_json_delta', partial_json: '{"a"' }),
      delta(3, { type: 'input_json_delta', partial_json: ':1}' }),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
      { type: 'message_stop' },
    )
    const answer = read('anthropic-messages', events)
    expect(answer.choices).toEqual([
      {
        stop: 'tool_use',
        parts: [
          { kind: 'reasoning', text: 'Hm' },
          { kind: 'other', label: 'redacted thinking', value: null },
          { kind: 'text', text: 'Hello' },
          { kind: 'tool_call', id: 't', name: 'f', arguments: { a: 1 } },
        ],
      },
    ])
    expect(answer.usage).toEqual({ input_tokens: 103, output_tokens: 20, cached_input_tokens: 100 })
  })

  test('reads an overloaded error inside a stream', () => {
    const events = textEvents(
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
    )
    expect(read('anthropic-messages', events).error).toEqual({
      type: 'overloaded_error',
      message: 'Overloaded',
    })
  })
})

test('only the last message of a format ends its answer', () => {
  const ends = (dialect: string, data: unknown, event?: string) =>
    dialectById(dialect).isTerminal({ data: data as never, ...(event ? { event } : {}) })
  expect(ends('openai-chat', '[DONE]')).toBe(true)
  expect(ends('openai-chat', { choices: [] })).toBe(false)
  expect(ends('openai-responses', { type: 'response.completed' })).toBe(true)
  expect(ends('openai-responses', { type: 'response.output_text.done' })).toBe(false)
  expect(ends('anthropic-messages', { type: 'message_stop' }, 'message_stop')).toBe(true)
  expect(ends('anthropic-messages', { type: 'message_delta' }, 'message_delta')).toBe(false)
})
