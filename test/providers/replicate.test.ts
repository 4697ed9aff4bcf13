import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'
import { replicate } from '../../src/providers/replicate/dialect.ts'
import { renderTranscript } from '../../src/report/transcript.ts'
import { jsonEvents, recordedCall, textEvents } from './recorded-call.ts'

const origin = 'https://api.replicate.com/v1'
const prediction = (fields: { [key: string]: JsonValue }) =>
  recordedCall({
    dialect: 'replicate',
    status: 201,
    events: jsonEvents({ id: 'p1', model: 'meta/llama-4', ...fields }),
  })

describe('a prediction', () => {
  test.each([
    [
      'POST',
      `${origin}/predictions`,
      { version: 'meta/llama-4:abc', input: {} },
      'replicate',
      'meta/llama-4:abc',
    ],
    ['POST', `${origin}/models/meta/llama-4/predictions`, { input: {} }, 'replicate', 'meta/llama-4'],
    ['POST', `${origin}/deployments/acme/app/predictions`, { input: {} }, 'replicate', 'acme/app'],
    ['GET', `${origin}/predictions/p1`, undefined, 'replicate', null],
    ['POST', `${origin}/predictions/p1/cancel`, undefined, 'replicate', null],
    ['GET', 'https://stream.replicate.com/v1/files/abc-123', undefined, 'replicate', null],
    ['GET', 'https://streaming-api.svc.us.c.replicate.net/v1/streams/abc', undefined, 'replicate', null],
    ['GET', 'https://replicate.delivery/xezq/abc/out-0.png', undefined, 'plain', null],
    ['GET', `${origin}/models`, undefined, 'plain', null],
  ])('%s %s', (method, url, body, dialect, model) => {
    const found = recogniseCall(new URL(url), method, body)
    expect(found).toMatchObject({ telemetry: false, provider: 'replicate', dialect: { id: dialect } })
    expect(found?.telemetry === false && found.dialect.model(new URL(url), body)).toBe(model)
  })

  test('shows its inputs, files by size', () => {
    const input = {
      system_prompt: 'Be brief.',
      prompt: 'Hi',
      image: 'data:image/png;base64,aW1hZ2U=',
      top_k: 5,
    }
    const { system, messages } = replicate.readRequest(
      recordedCall({ dialect: 'replicate', body: { input } }).request,
    )
    expect(system.map(({ parts }) => parts)).toEqual([[{ kind: 'text', text: 'Be brief.' }]])
    expect(messages.flatMap(({ parts }) => parts)).toEqual([
      { kind: 'text', text: 'Hi' },
      { kind: 'media', label: expect.stringMatching(/^image: image\/png, 5 bytes, sha256 /) },
      { kind: 'other', label: 'top_k', value: 5 },
    ])
    expect(replicate.nameField({ input }, ['input', 'prompt'])).toEqual({ words: 'the prompt', rest: [] })
    expect(replicate.nameField({ input }, ['input', 'top_k'])).toEqual({ words: 'top_k', rest: [] })
  })

  test('says how far it is, then its text and tokens', () => {
    expect(
      replicate.readAnswer(prediction({ status: 'starting', output: null, error: null })).choices,
    ).toEqual([{ parts: [], stop: 'starting' }])
    const metrics = { input_token_count: 4, output_token_count: 2, predict_time: 0.4 }
    expect(replicate.readAnswer(prediction({ status: 'succeeded', output: ['Hel', 'lo'], metrics }))).toEqual(
      {
        choices: [{ parts: [{ kind: 'text', text: 'Hello' }], stop: 'succeeded' }],
        usage: { input_tokens: 4, output_tokens: 2 },
        model: 'meta/llama-4',
        error: null,
      },
    )
  })

  test('gives files by address, and anything else as it is', () => {
    const partsOf = (output: JsonValue) =>
      replicate.readAnswer(prediction({ status: 'succeeded', output })).choices[0]?.parts
    expect(partsOf(['https://replicate.delivery/a.png'])).toEqual([
      { kind: 'media', label: 'file https://replicate.delivery/a.png' },
    ])
    expect(partsOf({ boxes: [1, 2] })).toEqual([{ kind: 'other', label: 'output', value: { boxes: [1, 2] } }])
  })

  test('that failed says why', () => {
    const { error, choices } = replicate.readAnswer(
      prediction({ status: 'failed', error: 'CUDA out of memory' }),
    )
    expect(error).toEqual({ type: 'failed', message: 'CUDA out of memory' })
    expect(choices[0]?.stop).toBe('failed')
    const refused = recordedCall({
      status: 422,
      events: jsonEvents({ title: 'Invalid input', detail: 'prompt is required', status: 422 }),
    })
    expect(replicate.readAnswer(refused)).toMatchObject({
      choices: [],
      error: { message: 'prompt is required' },
    })
  })
})

test('a stream of a prediction is its pieces joined, numbers and all, and ends with done', () => {
  const sse =
    'event: output\nid: 1\ndata: There are\n\nevent: output\ndata:  \n\nevent: output\ndata: 12\n\nevent: done\ndata: {}\n\n'
  const call = recordedCall({ dialect: 'replicate', events: textEvents(sse) })
  expect(replicate.readAnswer(call).choices).toEqual([
    { parts: [{ kind: 'text', text: 'There are 12' }], stop: 'done' },
  ])
  expect(replicate.isTerminal({ event: 'done', data: {} })).toBe(true)
  expect(replicate.isTerminal({ event: 'output', data: 'done' })).toBe(false)
})

test('a prediction asked for again and again shows each answer in its order', () => {
  const calls = ['starting', 'processing', 'succeeded'].map((status, index) => ({
    ...prediction({ status, output: status === 'succeeded' ? 'Hi' : null }),
    call_index: index,
  }))
  const transcript = renderTranscript({ test: { file: 'a.test.ts', name: ['it'] }, calls })
  expect(transcript).toMatch(/stop: starting[\s\S]+stop: processing[\s\S]+Hi\n\nstop: succeeded/)
})
