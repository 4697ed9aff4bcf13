import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { huggingface } from '../../src/providers/huggingface/dialect.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'
import { jsonEvents, recordedCall, sseEvents } from './recorded-call.ts'

const answer = (json: JsonValue) =>
  huggingface.readAnswer(recordedCall({ dialect: 'huggingface', events: jsonEvents(json) }))

describe('a task at Hugging Face', () => {
  const own = 'https://abc.us-east-1.aws.endpoints.huggingface.cloud'
  test.each([
    [
      'https://router.huggingface.co/hf-inference/models/facebook/bart-large-cnn',
      'huggingface',
      'facebook/bart-large-cnn',
    ],
    [
      'https://router.huggingface.co/hf-inference/models/BAAI/bge-m3/pipeline/feature-extraction',
      'huggingface',
      'BAAI/bge-m3',
    ],
    ['https://api-inference.huggingface.co/models/gpt2', 'huggingface', 'gpt2'],
    [`${own}/generate`, 'huggingface', null],
    [`${own}/generate_stream`, 'huggingface', null],
    [`${own}/`, 'huggingface', null],
    ['https://router.huggingface.co/v1/chat/completions', 'openai-chat', 'm'],
    ['https://router.huggingface.co/hf-inference/models/a/b/v1/chat/completions', 'openai-chat', 'm'],
  ])('%s is %s', (url, dialect, model) => {
    const body = dialect === 'openai-chat' ? { model: 'm', messages: [] } : { inputs: 'Hi' }
    const found = recogniseCall(new URL(url), 'POST', body)
    expect(found).toMatchObject({ provider: 'huggingface', dialect: { id: dialect } })
    expect(found?.telemetry === false && found.dialect.model(new URL(url), body)).toBe(model)
  })

  test('at a host of nobody is none: its paths are anybody’s', () => {
    expect(recogniseCall(new URL('http://localhost:3000/generate'), 'POST', { inputs: 'Hi' })).toBeNull()
  })

  test.each<[string, JsonValue, string]>([
    ['generation', [{ generated_text: 'Hello' }], 'Hello'],
    ['summary', [{ summary_text: 'Short.' }], 'Short.'],
    ['translation', [{ translation_text: 'Hei' }], 'Hei'],
    ['speech', { text: 'spoken words' }, 'spoken words'],
  ])('that writes shows its text: %s', (_task, json, text) => {
    expect(answer(json).choices).toEqual([{ parts: [{ kind: 'text', text }], stop: null }])
  })

  test('that embeds is told by number and length', () => {
    const labels = [
      [0.1, 0.2],
      [
        [0.1, 0.2],
        [0.3, 0.4],
      ],
      [
        [
          [0.1, 0.2],
          [0.3, 0.4],
        ],
      ],
    ].map((vectors) => answer(vectors).choices[0]?.parts[0])
    expect(labels).toEqual([
      { kind: 'media', label: expect.stringMatching(/^1 embedding of 2 dimensions/) },
      { kind: 'media', label: expect.stringMatching(/^2 embeddings of 2 dimensions/) },
      { kind: 'media', label: expect.stringMatching(/^2 embeddings of 2 dimensions/) },
    ])
  })

  test('of another kind shows its answer, unless that is long', () => {
    const labels = [[{ label: 'POSITIVE', score: 0.98 }]]
    expect(answer(labels).choices[0]?.parts).toEqual([{ kind: 'other', label: 'answer', value: labels }])
    const boxes = Array.from({ length: 200 }, (_, at) => ({ label: 'cat', score: 0.5, box: { xmin: at } }))
    expect(answer(boxes).choices[0]?.parts).toEqual([
      { kind: 'media', label: expect.stringMatching(/^answer, [\d,]+ bytes, sha256 /) },
    ])
  })

  test('that paints is told by type and size', () => {
    const call = recordedCall({
      dialect: 'huggingface',
      events: [{ payload: { base64: '/9j/AAEC' }, at_ms: 0 }],
    })
    call.response = { status: 200, headers: [['content-type', 'image/jpeg']] }
    expect(huggingface.readAnswer(call).choices[0]?.parts).toEqual([
      { kind: 'media', label: expect.stringMatching(/^image\/jpeg, 6 bytes, sha256 /) },
    ])
  })

  test('that failed says why', () => {
    const call = recordedCall({
      dialect: 'huggingface',
      status: 503,
      events: jsonEvents({ error: 'Model is loading', estimated_time: 20 }),
    })
    expect(huggingface.readAnswer(call)).toMatchObject({
      choices: [],
      error: { message: 'Model is loading' },
    })
  })

  test('that changed is named as its input or setting', () => {
    expect(huggingface.nameField({}, ['inputs']).words).toBe('the input')
    expect(huggingface.nameField({}, ['inputs', 1]).words).toBe('input 2')
    expect(huggingface.nameField({}, ['parameters', 'temperature'])).toEqual({
      words: 'temperature',
      rest: [],
    })
  })
})

test('a stream of tokens is its text, without special ones, and ends with the whole', () => {
  const token = (text: string, special = false) => ({ id: 1, text, logprob: -0.1, special })
  const details = { finish_reason: 'eos_token', generated_tokens: 3, input_length: 2 }
  const messages: JsonValue[] = [
    { token: token('Hel'), generated_text: null, details: null },
    { token: token('lo'), generated_text: null, details: null },
    { token: token('</s>', true), generated_text: 'Hello', details },
  ]
  const whole = huggingface.readAnswer(recordedCall({ events: sseEvents(...messages) }))
  expect(whole.choices).toEqual([{ parts: [{ kind: 'text', text: 'Hello' }], stop: 'eos_token' }])
  expect(whole.usage).toEqual({ input_tokens: 2, output_tokens: 3 })
  const cut = huggingface.readAnswer(recordedCall({ events: sseEvents(...messages.slice(0, 2)) }))
  expect(cut.choices).toEqual([{ parts: [{ kind: 'text', text: 'Hello' }], stop: null }])
  expect(messages.map((data) => huggingface.isTerminal({ data }))).toEqual([false, false, true])
})
