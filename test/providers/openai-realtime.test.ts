import { describe, expect, test } from 'vitest'
import type { RecordedCall, SocketPayload } from '../../src/cassette/records.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { openaiRealtime } from '../../src/providers/openai-realtime/dialect.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'
import { renderTranscript } from '../../src/report/transcript.ts'
import { recordedCall } from './recorded-call.ts'

const client = (json: JsonValue): SocketPayload => ({ from: 'client', json })
const server = (json: JsonValue): SocketPayload => ({ from: 'server', json })

function session(payloads: SocketPayload[], change: Partial<RecordedCall> = {}): RecordedCall {
  const call = recordedCall({ dialect: 'openai-realtime', method: 'GET', model: 'gpt-realtime', status: 101 })
  return { ...call, events: payloads.map((payload, at_ms) => ({ payload, at_ms })), ...change }
}

const tool = {
  type: 'function',
  name: 'get_weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
}
const spoken = session([
  server({ type: 'session.created', session: { id: 'sess_1' } }),
  client({ type: 'session.update', session: { instructions: 'Be brief.', tools: [tool] } }),
  client({ type: 'input_audio_buffer.append', audio: 'AAAA' }),
  client({ type: 'input_audio_buffer.append', audio: 'AAAA' }),
  client({ type: 'input_audio_buffer.commit' }),
  server({ type: 'conversation.item.input_audio_transcription.completed', transcript: 'Rain in Oslo?' }),
  client({ type: 'response.create' }),
  server({ type: 'response.output_audio.delta', delta: 'BBBB' }),
  server({
    type: 'response.done',
    response: {
      status: 'completed',
      output: [
        { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' },
      ],
      usage: { input_tokens: 20, output_tokens: 5, input_token_details: { cached_tokens: 8 } },
    },
  }),
  client({
    type: 'conversation.item.create',
    item: { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
  }),
  client({ type: 'response.create' }),
  server({
    type: 'response.done',
    response: {
      status: 'completed',
      output: [
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_audio', transcript: 'Yes, it rains.' }],
        },
      ],
      usage: { input_tokens: 30, output_tokens: 7, input_token_details: { cached_tokens: 0 } },
    },
  }),
  client({ type: 'response.cancel' }),
  server({
    type: 'error',
    error: { type: 'invalid_request_error', code: 'none_active', message: 'Nothing to cancel.' },
  }),
])

describe('openai-realtime', () => {
  test('is recognised at OpenAI and Azure, with the model of the URL', () => {
    const openai = new URL('wss://api.openai.com/v1/realtime?model=gpt-realtime')
    const azure = new URL('wss://mine.openai.azure.com/openai/realtime?deployment=voice')
    for (const [url, provider, model] of [
      [openai, 'openai', 'gpt-realtime'],
      [azure, 'azure', 'voice'],
    ] as const) {
      expect(recogniseCall(url, 'GET', undefined)).toMatchObject({
        provider,
        dialect: { id: 'openai-realtime' },
      })
      expect(openaiRealtime.model(url, undefined)).toBe(model)
    }
  })

  test('the last answer, the cost of all, and an error are read', () => {
    expect(openaiRealtime.readAnswer(spoken)).toEqual({
      choices: [{ parts: [{ kind: 'text', text: 'Yes, it rains.' }], stop: 'completed' }],
      usage: { input_tokens: 50, output_tokens: 12, cached_input_tokens: 8 },
      model: null,
      error: { type: 'none_active', message: 'Nothing to cancel.' },
    })
  })

  test('a transcript has the turns of both sides', () => {
    const test = { file: 'a.test.ts', name: ['talks'] }
    expect(renderTranscript({ test, calls: [spoken] })).toBe(`# talks

## Call 0 · openai realtime · gpt-realtime

**System**

Be brief.

**Tools offered** get_weather(city?: string)

**User**

*(audio, 6 bytes, sha256 b0f66adc8364)*

**User**

Rain in Oslo?

**Assistant** calls

- \`get_weather\` {"city": "Oslo"}

stop: completed · 20 tokens in (8 cached), 5 out

**Tool** get_weather

rain

**Assistant**

Yes, it rains.

stop: completed · 30 tokens in, 7 out

**User**

*(response.cancel)*

**Error** none_active

Nothing to cancel.
`)
  })

  test.each([
    [
      { type: 'session.update', session: { instructions: 'x' } },
      ['session', 'instructions'],
      'the system prompt',
      [],
    ],
    [
      { type: 'session.update', session: { tools: [tool] } },
      ['session', 'tools', 0, 'description'],
      'the description of tool get_weather',
      [],
    ],
    [
      { type: 'conversation.item.create', item: { type: 'message', role: 'user' } },
      ['item', 'content', 0, 'text'],
      'message 1 (user)',
      [],
    ],
    [{ type: 'response.create' }, ['type'], 'message 1 (response.create)', ['type']],
  ] as const)('a change in %j is named', (event, inside, words, rest) => {
    const body = { messages: [event] } as unknown as JsonValue
    expect(openaiRealtime.nameField(body, ['messages', 0, ...inside])).toEqual({ words, rest })
  })

  test('a session of another format shows what the client sent, and how it was closed', () => {
    const plain = session([
      server({ id: 1 }),
      client({ ask: 'x' }),
      { from: 'client', base64: 'AAAA' },
      server({ id: 2 }),
      server({ id: 3 }),
      { from: 'server', close: { code: 4001, reason: 'over' } },
    ])
    const test = { file: 'a.test.ts', name: ['talks'] }
    const calls = [{ ...plain, request: { ...plain.request, dialect: 'plain' } }]
    expect(renderTranscript({ test, calls })).toBe(`# talks

## Call 0 · openai · WebSocket · gpt-realtime

*(1 message of the server)*

- **Client** {"ask": "x"}

**Client** binary, 3 bytes, sha256 709e80c88487

*(2 messages of the server)*

*(closed by the server: 4001 over)*
`)
  })
})
