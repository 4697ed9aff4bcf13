import { expect, test } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { dialectById } from '../../src/providers/dialects.ts'
import { createRedactor } from '../../src/redact/create.ts'
import { REMOVED } from '../../src/redact/redactor.ts'

const secret = `sk-proj-${'a1B2c3D4'.repeat(6)}`
const event = (data: JsonValue) => `data: ${JSON.stringify(data)}\n\n`
const line = (data: JsonValue) => `${JSON.stringify(data)}\n`
const content = (part: JsonValue) => ({ candidates: [{ content: { role: 'model', parts: [part] } }] })

/** How each format carries a piece of text in its stream, and what stands around the pieces. */
const streams: [name: string, dialect: string, piece: (text: string) => string, wrap?: [string, string]][] = [
  ['gemini events', 'gemini', (text) => event(content({ text }))],
  ['gemini list', 'gemini', (text) => `${JSON.stringify(content({ text }), null, 2)}\n,\r\n`, ['[', '{}]\n']],
  [
    'gemini arguments',
    'gemini',
    (stringValue) => event(content({ functionCall: { partialArgs: [{ jsonPath: '$.a', stringValue }] } })),
  ],
  ['ollama chat', 'ollama', (text) => line({ message: { role: 'assistant', content: text }, done: false })],
  ['ollama generate', 'ollama', (response) => line({ response, done: false })],
  ['ollama thinking', 'ollama', (thinking) => line({ message: { content: '', thinking }, done: false })],
  ['cohere lines', 'cohere', (text) => line({ event_type: 'text-generation', text })],
  [
    'cohere events',
    'cohere',
    (text) => event({ type: 'content-delta', index: 0, delta: { message: { content: { text } } } }),
  ],
  [
    'cohere plan',
    'cohere',
    (tool_plan) => event({ type: 'tool-plan-delta', delta: { message: { tool_plan } } }),
  ],
  ['transcription', 'openai-audio', (delta) => event({ type: 'transcript.text.delta', delta })],
  ['completion', 'openai-completions', (text) => event({ choices: [{ index: 0, text }] })],
]

test.each(streams)(
  'a secret that is split over the pieces of a stream is removed: %s',
  (_name, id, piece, wrap) => {
    const { contentPaths, deltaFields } = dialectById(id)
    const text = `The key is ${secret} .`
    const body = (wrap?.[0] ?? '') + (text.match(/.{1,5}/gs) ?? []).map(piece).join('') + (wrap?.[1] ?? '')
    for (const size of [23, 100_000]) {
      const pieces = createRedactor({ credentials: [] }).pieces({ contentPaths, deltaFields })
      const bytes = Buffer.from(body)
      const out: Uint8Array[] = []
      for (let at = 0; at < bytes.length; at += size) out.push(...pieces.push(bytes.subarray(at, at + size)))
      out.push(...pieces.end())
      const clean = Buffer.concat(out).toString('utf8')
      expect(clean).toContain(REMOVED)
      const left = secret.match(/.{5}/g)?.filter((part) => clean.includes(`${part}"`)) ?? []
      expect(left).toEqual([])
    }
  },
)

test('tokens of log probabilities are content', () => {
  const { contentPaths } = dialectById('gemini')
  const body = { logprobsResult: { chosenCandidates: [{ token: 'cat', logProbability: -0.1 }] } }
  expect(createRedactor({ credentials: [] }).json(body, { contentPaths })).toEqual(body)
})
