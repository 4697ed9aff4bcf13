import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { omitPaths } from '../../src/match/omit-paths.ts'
import { dialectById } from '../../src/providers/dialects.ts'
import { jsonEvents, recordedCall, sseEvents, textEvents } from './recorded-call.ts'

const gemini = dialectById('gemini')
const candidate = (parts: JsonValue[], more: { [key: string]: JsonValue } = {}) => ({
  candidates: [{ content: { role: 'model', parts }, ...more }],
})

describe('an answer of Gemini', () => {
  test('joins thoughts and texts each with its kind, and counts thoughts as output', () => {
    const answer = gemini.readAnswer(
      recordedCall({
        events: sseEvents(
          candidate([{ text: 'Hm, ', thought: true }]),
          candidate([{ text: 'well.', thought: true }]),
          candidate([{ text: 'It ' }]),
          candidate([{ text: 'rains.', thoughtSignature: 'abc' }, { thoughtSignature: 'def' }]),
          {
            ...candidate([{ text: '' }], { finishReason: 'MAX_TOKENS' }),
            usageMetadata: {
              promptTokenCount: 10,
              cachedContentTokenCount: 4,
              candidatesTokenCount: 3,
              thoughtsTokenCount: 5,
            },
            modelVersion: 'gemini-3',
          },
        ),
      }),
    )
    expect(answer).toEqual({
      choices: [
        {
          parts: [
            { kind: 'reasoning', text: 'Hm, well.' },
            { kind: 'text', text: 'It rains.' },
          ],
          stop: 'MAX_TOKENS',
        },
      ],
      usage: { input_tokens: 10, output_tokens: 8, cached_input_tokens: 4, reasoning_tokens: 5 },
      model: 'gemini-3',
      error: null,
    })
  })

  test('joins arguments that are streamed by their places', () => {
    const call = (functionCall: JsonValue) => candidate([{ functionCall }])
    const piece = (jsonPath: string, value: { [key: string]: JsonValue }, willContinue = true) =>
      call({ partialArgs: [{ jsonPath, ...value }], willContinue })
    const { choices } = gemini.readAnswer(
      recordedCall({
        events: sseEvents(
          call({ name: 'plan', willContinue: true }),
          piece('$.city', { stringValue: 'Os', willContinue: true }),
          piece('$.city', { stringValue: 'lo' }),
          piece('$.days[0].rain', { boolValue: true }),
          piece("$['max mm']", { numberValue: 12 }),
          piece('$.note', { nullValue: null }),
          call({}),
          call({ name: 'now' }),
        ),
      }),
    )
    expect(choices[0]?.parts).toEqual([
      {
        kind: 'tool_call',
        id: null,
        name: 'plan',
        arguments: { city: 'Oslo', days: [{ rain: true }], 'max mm': 12, note: null },
      },
      { kind: 'tool_call', id: null, name: 'now', arguments: {} },
    ])
  })

  test('says why a prompt was blocked, and why a candidate was', () => {
    const read = (json: JsonValue) => gemini.readAnswer(recordedCall({ events: jsonEvents(json) })).choices
    expect(read({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })).toEqual([
      {
        parts: [{ kind: 'other', label: 'the prompt was blocked', value: null }],
        stop: 'PROHIBITED_CONTENT',
      },
    ])
    expect(read({ candidates: [{ finishReason: 'SAFETY', index: 0 }] })).toEqual([
      { parts: [], stop: 'SAFETY' },
    ])
    expect(read({ candidates: [{ finishReason: 1 }] })[0]?.stop).toBe('STOP')
  })

  test('names what was searched for and found, images by size and hash', () => {
    const [choice] = gemini.readAnswer(
      recordedCall({
        events: jsonEvents(
          candidate([{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }], {
            groundingMetadata: {
              webSearchQueries: ['oslo rain'],
              groundingChunks: [{ web: { uri: 'https://redirect.example/1', title: 'yr.no' } }],
            },
          }),
        ),
      }),
    ).choices
    expect(choice?.parts).toEqual([
      { kind: 'media', label: 'image/png, 3 bytes, sha256 709e80c88487' },
      { kind: 'other', label: 'searched for', value: ['oslo rain'] },
      { kind: 'other', label: 'source', value: 'yr.no' },
    ])
  })

  test('reads errors: a status, one inside a list, one inside a stream', () => {
    const error = { code: 429, message: 'Slow down', status: 'RESOURCE_EXHAUSTED' }
    const wanted = { type: 'RESOURCE_EXHAUSTED', message: 'Slow down' }
    const read = (call: Parameters<typeof recordedCall>[0]) => gemini.readAnswer(recordedCall(call)).error
    expect(read({ status: 429, events: jsonEvents({ error }) })).toEqual(wanted)
    expect(read({ events: textEvents(JSON.stringify([candidate([{ text: 'So' }]), { error }])) })).toEqual(
      wanted,
    )
    expect(read({ events: sseEvents(candidate([{ text: 'So' }]), { error }) })).toEqual(wanted)
  })

  test('reads token counts and embeddings of both APIs', () => {
    const read = (json: JsonValue) => gemini.readAnswer(recordedCall({ events: jsonEvents(json) }))
    const label = 'embedding of 2 dimensions, sha256 '
    expect(read({ totalTokens: 7 })).toMatchObject({ choices: [], usage: { input_tokens: 7 } })
    expect(read({ embedding: { values: [0.1, 0.2] } }).choices[0]?.parts).toMatchObject([
      { label: expect.stringContaining(`1 ${label}`) },
    ])
    const vertex = { embeddings: { values: [0.1, 0.2], statistics: { token_count: 3 } } }
    expect(read({ predictions: [vertex, vertex] })).toMatchObject({
      choices: [{ parts: [{ label: expect.stringContaining('2 embeddings of 2 dimensions') }] }],
      usage: { input_tokens: 6 },
    })
  })
})

describe('a request of Gemini', () => {
  const read = (body: JsonValue) => gemini.readRequest(recordedCall({ body, dialect: 'gemini' }).request)

  test('may be written in snake_case, with files and links', () => {
    const read1 = read({
      system_instruction: 'Be short.',
      contents: [
        {
          role: 'user',
          parts: [
            { inline_data: { mime_type: 'image/png', data: 'AAAA' } },
            { file_data: { mime_type: 'video/mp4', file_uri: 'gs://b/v.mp4' } },
          ],
        },
      ],
      tools: [{ function_declarations: [{ name: 'f' }] }, { google_search: {} }],
    })
    expect(read1.system[0]?.parts).toEqual([{ kind: 'text', text: 'Be short.' }])
    expect(read1.messages[0]?.parts).toEqual([
      { kind: 'media', label: 'image/png, 3 bytes, sha256 709e80c88487' },
      { kind: 'media', label: 'video/mp4 gs://b/v.mp4' },
    ])
    expect(read1.tools.map(({ name }) => name)).toEqual(['f', 'google_search'])
  })

  test('to count tokens may carry a whole request inside', () => {
    const inner = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
    expect(read({ generateContentRequest: inner }).messages).toEqual([
      {
        role: 'user',
        path: ['generateContentRequest', 'contents', 0],
        parts: [{ kind: 'text', text: 'Hi' }],
      },
    ])
  })

  test('to embed shows each text', () => {
    const content = { parts: [{ text: 'a' }] }
    for (const body of [{ content }, { requests: [{ content }] }, { instances: [{ content: 'a' }] }])
      expect(read(body).messages.map(({ parts }) => parts)).toEqual([[{ kind: 'text', text: 'a' }]])
  })

  test('matches whatever ids a client invented for calls', () => {
    const body = (id: string) => ({
      contents: [
        { parts: [{ functionCall: { id, name: 'f', args: { id: 'mine' } } }] },
        { parts: [{ functionResponse: { id, name: 'f', response: {} } }] },
      ],
    })
    expect(omitPaths(body('a'), gemini.incidentalPaths)).toEqual(omitPaths(body('b'), gemini.incidentalPaths))
    expect(JSON.stringify(omitPaths(body('a'), gemini.incidentalPaths))).toContain('mine')
  })
})

describe('an interaction of Gemini', () => {
  const interactions = dialectById('gemini-interactions')

  test('reads a stream of steps', () => {
    const answer = interactions.readAnswer(
      recordedCall({
        events: sseEvents(
          { event_type: 'interaction.created', interaction: { model: 'g', status: 'in_progress' } },
          { event_type: 'step.start', index: 0, step: { type: 'thought' } },
          { event_type: 'step.delta', index: 0, delta: { type: 'thought_signature', signature: 'x' } },
          { event_type: 'step.start', index: 1, step: { type: 'model_output' } },
          { event_type: 'step.delta', index: 1, delta: { type: 'text', text: 'It ' } },
          { event_type: 'step.delta', index: 1, delta: { type: 'text', text: 'rains.' } },
          { event_type: 'step.start', index: 2, step: { type: 'function_call', name: 'f', arguments: '' } },
          { event_type: 'step.delta', index: 2, delta: { type: 'arguments', arguments: '{"a":' } },
          { event_type: 'step.delta', index: 2, delta: { type: 'arguments', arguments: '1}' } },
          {
            event_type: 'interaction.completed',
            interaction: { status: 'completed', usage: { total_input_tokens: 4, total_output_tokens: 2 } },
          },
        ),
      }),
    )
    expect(answer).toMatchObject({
      model: 'g',
      usage: { input_tokens: 4, output_tokens: 2 },
      choices: [
        {
          stop: 'completed',
          parts: [
            { kind: 'text', text: 'It rains.' },
            { kind: 'tool_call', name: 'f', arguments: { a: 1 } },
          ],
        },
      ],
    })
  })

  test('reads contents as one message, turns as many', () => {
    const read = (input: JsonValue) =>
      interactions.readRequest(recordedCall({ body: { input } }).request).messages
    expect(read('Hi')).toHaveLength(1)
    expect(
      read([
        { type: 'text', text: 'Hi' },
        { type: 'image', mime_type: 'image/png', data: 'AAAA' },
      ]),
    ).toEqual([
      {
        role: 'user',
        path: ['input'],
        parts: [
          { kind: 'text', text: 'Hi' },
          { kind: 'media', label: 'image/png, 3 bytes, sha256 709e80c88487' },
        ],
      },
    ])
    const turns = read([
      { role: 'user', content: 'Hi' },
      { role: 'model', content: [{ type: 'text', text: 'Yes?' }] },
    ])
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant'])
  })
})
