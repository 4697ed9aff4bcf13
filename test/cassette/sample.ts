import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { encodePiece } from '../../src/cassette/payload.ts'
import type { CassetteHeader, RecordedCall, SocketPayload } from '../../src/cassette/records.ts'
import { serialiseCassette } from '../../src/cassette/serialise.ts'
import type { JsonValue } from '../../src/json/value.ts'

/** Data for tests of the cassette, all invented. */

export const sampleHeader: CassetteHeader = {
  format_version: 1,
  redaction: 1,
  capabilities: [],
  providers: ['openai'],
  test: { file: 'test/agent.test.ts', name: ['weather', 'calls the tool'] },
  recorded_at: '2026-11-30T10:00:00.000Z',
  fingerprint: { retake: '0.0.0', node: '20.20.2' },
}

export const noTranscript = createHash('sha256').update('').digest('hex')

export function sampleCall(
  callIndex: number,
  json: JsonValue,
  change: Partial<RecordedCall> = {},
): RecordedCall {
  return {
    call_index: callIndex,
    request: {
      provider: 'openai',
      dialect: 'openai-chat',
      model: 'gpt-5-mini',
      method: 'POST',
      url: 'https://api.openai.com/v1/chat/completions',
      headers: [['content-type', 'application/json']],
      body: { json },
    },
    digest: createHash('sha256').update(JSON.stringify(json)).digest('hex'),
    parents: [],
    response: { status: 200, headers: [['content-type', 'application/json']] },
    events: [{ payload: { json: { answer: `call ${callIndex}` } }, at_ms: 12 }],
    outcome: 'complete',
    error: null,
    usage: { input_tokens: 3, output_tokens: 5 },
    ...change,
  }
}

/** Two turns of an agent, the second delta-encoded, one call that failed to connect, one streamed, one form sent on. */
export function sampleCalls(): RecordedCall[] {
  const messages = [
    {
      role: 'system',
      content: 'Answer in one sentence, and use the weather tool when somebody asks for it.',
    },
    { role: 'user', content: 'Do I need an umbrella in Lisbon? Ça va être mouillé? ☔' },
  ]
  const stream = 'data: {"delta":"Yes"}\n\ndata: {"delta":", ☔"}\n\ndata: [DONE]\n\n'
  return [
    sampleCall(0, { model: 'gpt-5-mini', messages }),
    sampleCall(
      1,
      { model: 'gpt-5-mini', messages: [...messages, { role: 'tool', content: 'rain' }] },
      {
        parents: [0],
        response: { status: 200, headers: [['content-type', 'text/event-stream']] },
        events: [Buffer.from(stream).subarray(0, 37), Buffer.from(stream).subarray(37)].map(
          (bytes, index) => ({
            payload: encodePiece(bytes, 'sse'),
            at_ms: index,
          }),
        ),
      },
    ),
    sampleCall(2, ['no object'], {
      response: null,
      events: [],
      outcome: 'error',
      error: { phase: 'connect', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' },
      usage: null,
    }),
    sampleForm(3),
  ]
}

/** A WebSocket session with a message of every form. */
export function sampleSession(callIndex: number, payloads?: SocketPayload[]): RecordedCall {
  const { request, ...rest } = sampleCall(callIndex, null)
  const messages: SocketPayload[] = payloads ?? [
    { from: 'server', json: { type: 'session.created' } },
    { from: 'client', text: '{ "spaced": true }' },
    { from: 'client', base64: '/w==' },
    { from: 'server', close: { code: 1000, reason: 'done' } },
  ]
  return {
    ...rest,
    request: { ...request, method: 'GET', url: 'wss://api.openai.com/v1/realtime', body: null },
    response: { status: 101, headers: [['sec-websocket-protocol', 'realtime']] },
    events: messages.map((payload, at) => ({ payload, at_ms: at })),
  }
}

/** Messages of a session, whatever they say. */
function arbitrarySession(): fc.Arbitrary<SocketPayload[]> {
  const content = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }).map((json) => ({ json: json as JsonValue })),
    fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => ({ text })),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => ({ base64: Buffer.from(bytes).toString('base64') })),
    fc.record({ close: fc.record({ code: fc.nat({ max: 4999 }), reason: fc.string({ maxLength: 9 }) }) }),
  )
  return fc.array(
    fc
      .tuple(fc.constantFrom('client' as const, 'server' as const), content)
      .map(([from, form]) => ({ from, ...form })),
    { maxLength: 4 },
  )
}

/** An upload that was redirected. */
export function sampleForm(callIndex: number): RecordedCall {
  const { request, ...rest } = sampleCall(callIndex, null)
  const multipart = [
    { name: 'model', text: 'whisper-1' },
    { name: 'file', filename: 'a.wav', content_type: 'audio/wav', base64: '/w==' },
    { headers: [['content-id', '<x>']] as [string, string][], text: '' },
  ]
  const redirects = [{ status: 307, url: 'https://eu.api.openai.com/v1/audio/transcriptions' }]
  return {
    ...rest,
    request: { ...request, body: { multipart } },
    response: { redirects, status: 200, headers: [] },
  }
}

export function sampleText(calls = sampleCalls(), key?: string): string {
  return serialiseCassette({ header: sampleHeader, calls }, noTranscript, key).text
}

/** Cassettes of every shape: bodies that grow or not, pieces cut anywhere, calls that failed; WebSocket sessions on request. */
export function arbitraryCalls({ sessions = false } = {}): fc.Arbitrary<RecordedCall[]> {
  const message = fc.record({
    role: fc.constantFrom('user', 'assistant', 'tool'),
    content: fc.string({ unit: 'grapheme', maxLength: 120 }),
  })
  const turn = fc.record({
    keep: fc.nat({ max: 6 }),
    added: fc.array(message, { maxLength: 3 }),
    system: fc.constantFrom('You are terse.', 'x'.repeat(200)),
    other: fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
    pieces: fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom('data: {"a":1}\n\n', '{"b":[2]}', '').map((text) => Buffer.from(text)),
      ),
      { maxLength: 4 },
    ),
    connected: fc.boolean(),
    session: sessions ? fc.option(arbitrarySession(), { freq: 2 }) : fc.constant(null),
  })
  return fc.array(turn, { maxLength: 6 }).map((turns) => {
    let messages: JsonValue[] = []
    return turns.map(({ keep, added, system, other, pieces, connected, session }, index) => {
      if (session) return sampleSession(index, session)
      messages = [...messages.slice(0, Math.max(keep, messages.length - 2)), ...added]
      const events = pieces.map((bytes, at) => ({ payload: encodePiece(bytes, null), at_ms: at }))
      const json = { ...other, system, messages } as JsonValue
      if (connected) return sampleCall(index, json, { events })
      const error = { phase: 'connect', code: 'ECONNRESET', message: 'reset' } as const
      return sampleCall(index, json, { response: null, events: [], outcome: 'error', error, usage: null })
    })
  })
}

/** Bytes without order, always the same for the same name. */
export function bytesLike(name: string, size: number): Buffer {
  const blocks: Buffer[] = []
  for (let block = 0; block * 32 < size; block++) {
    blocks.push(createHash('sha256').update(`${name} ${block}`).digest())
  }
  return Buffer.concat(blocks).subarray(0, size)
}
