import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readCassette } from '../../src/cassette/open.ts'
import { transcriptPath } from '../../src/cassette/path.ts'
import { decodePayload } from '../../src/cassette/payload.ts'
import type { RecordedCall } from '../../src/cassette/records.ts'
import type { Part } from '../../src/providers/dialect.ts'
import { dialectById } from '../../src/providers/dialects.ts'
import { formatVectors, withVectors } from './format-vectors.ts'

const folder = new URL('../../__recordings__/v1/', import.meta.url)
const pathOf = (dialect: string) => fileURLToPath(new URL(`${dialect}.jsonl`, folder))
const bodyOf = (call: RecordedCall | undefined) =>
  Buffer.concat(call?.events.map((event) => decodePayload(event.payload)) ?? []).toString('utf8')

/** What was in the cassettes of format 1 when they were written. These hold for every later version. */
const references = [
  {
    dialect: 'openai-chat',
    messages: 'messages',
    counts: [2, 4, 5],
    events: [1, 5, 1],
    last: 'data: [DONE]\n\n',
    says: 'today ☂.',
  },
  {
    dialect: 'openai-responses',
    messages: 'input',
    counts: [1, 3],
    events: [1, 5],
    last: '"total_tokens":114}}}\n\n',
    says: 'fall on São Miguel today.',
  },
  {
    dialect: 'anthropic-messages',
    messages: 'messages',
    counts: [1, 3],
    events: [1, 6],
    last: 'data: {"type":"message_stop"}\n\n',
    says: 'fall on São Miguel"',
  },
]

describe.each(references)(
  'the cassette of format 1 for $dialect',
  ({ dialect, messages, counts, events, last, says }) => {
    const { calls, header, seal } = readCassette(pathOf(dialect))

    test('is read, its requests whole', () => {
      expect(header.test.name).toEqual(['weather agent', `asks in ${dialect}`])
      const bodies = calls.map((call) => (call.request.body as { json: Record<string, unknown[]> }).json)
      expect(bodies.map((body) => body[messages]?.length)).toEqual(counts)
      expect(bodies.every((body) => body.tools?.length === 1)).toBe(true)
      expect(readFileSync(pathOf(dialect), 'utf8')).toContain(`"delta":[{"path":`)
    })

    test('gives its answers back, in their pieces', () => {
      expect(calls.map((call) => call.events.length)).toEqual(events)
      expect(bodyOf(calls[0])).toContain('get_weather')
      expect(bodyOf(calls[1])).toContain(says)
      expect(bodyOf(calls[1]).endsWith(last)).toBe(true)
      expect(calls[1]?.events.some((event) => 'base64' in event.payload)).toBe(true)
    })

    test('names the transcript beside it', () => {
      const transcript = readFileSync(transcriptPath(pathOf(dialect)))
      expect(createHash('sha256').update(transcript).digest('hex')).toBe(seal.transcript)
    })
  },
)

/** Of each later dialect: the texts and calls of its answers, as today's readers understand them. */
const answers: Record<string, string[]> = {
  gemini: [
    'get_weather {"city":"Oslo"}',
    'get_weather says rain is true, mm is 12.',
    'The request asked for status 429.',
    'get_weather says rain is true, mm is 12.',
  ],
  'gemini-interactions': [
    'get_weather {"city":"Oslo"}',
    'get_weather says rain is true, mm is 12.',
    'The request asked for status 429.',
  ],
  cohere: [
    'get_weather {"city":"Oslo"}',
    'get_weather says rain is true, mm is 12.',
    'The request asked for status 429.',
    'get_weather says rain is true, mm is 12.',
  ],
  ollama: [
    'get_weather {"city":"Oslo"}',
    'get_weather says rain is true, mm is 12.',
    'The request asked for status 429.',
  ],
  'openai-completions': ['On “Once in São Miguel”: '],
  'openai-embeddings': ['2 embeddings of 8 dimensions', '2 embeddings of 8 dimensions'],
  'openai-images': ['image/png, 73 bytes, sha256 '],
  'openai-audio': ['audio/mpeg, 36 bytes, sha256 '],
  'openai-moderations': ['flagged ["violence"]'],
  rerank: ['document 1 '],
  'bedrock-converse': [
    'get_weather {"city":"Oslo"}',
    'get_weather says rain is true, mm is 12.',
    'The request asked for status 429.',
  ],
  'bedrock-invoke': [
    'get_weather {"city":"Oslo"}',
    'get_weather says rain is true, mm is 12.',
    'On “Once in São Miguel”: ',
  ],
  'bedrock-guardrail': [
    'I cannot help with that. guardrail {"policy":"wordPolicy","match":"harm","action":"BLOCKED"}',
  ],
  voyage: ['1 embedding of 8 dimensions'],
  replicate: [''],
  huggingface: ['On “Once in São Miguel”: '],
}

describe.each(Object.entries(answers))('the cassette of format 1 for %s', (dialect, wanted) => {
  const { calls, seal } = readCassette(pathOf(dialect))

  test('is read, and says what it said', () => {
    expect(calls.map((call) => call.request.dialect)).toEqual(wanted.map(() => dialect))
    calls.forEach((call, at) => {
      const { choices, error } = dialectById(dialect).readAnswer(call)
      const said = choices.flatMap(({ parts }) => parts).filter(({ kind }) => kind !== 'reasoning')
      expect(error?.message ?? said.map(sayingOf).join(' ')).toContain(wanted[at])
    })
  })

  test('names the transcript beside it', () => {
    const transcript = readFileSync(transcriptPath(pathOf(dialect)))
    expect(createHash('sha256').update(transcript).digest('hex')).toBe(seal.transcript)
  })
})

function sayingOf(part: Part): string {
  if (part.kind === 'tool_call') return `${part.name} ${JSON.stringify(part.arguments)}`
  if (part.kind === 'other') return `${part.label} ${JSON.stringify(part.value)}`
  return part.kind === 'media' ? part.label : part.kind === 'text' ? part.text : ''
}

test('docs/format.md has the vectors that the code yields', () => {
  const doc = readFileSync(new URL('../../docs/format.md', import.meta.url), 'utf8')
  expect(withVectors(doc, formatVectors())).toBe(doc)
})
