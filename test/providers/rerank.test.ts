import { describe, expect, test } from 'vitest'
import { parsePath } from '../../src/json/path.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'
import { rerank } from '../../src/providers/rerank/dialect.ts'
import { renderTranscript } from '../../src/report/transcript.ts'
import { jsonEvents, recordedCall } from './recorded-call.ts'

const asked = { model: 'r', query: 'Which is warm?', documents: ['ice', { text: 'fire' }] }
const ranked = [
  { index: 1, relevance_score: 0.9 },
  { index: 0, relevance_score: 0.1 },
]

/** How each provider answers: the URL, the request, the answer. */
const forms: [string, string, JsonValue, JsonValue][] = [
  ['jina', 'https://api.jina.ai/v1/rerank', asked, { results: ranked, usage: { total_tokens: 9 } }],
  [
    'voyage',
    'https://api.voyageai.com/v1/rerank',
    asked,
    { object: 'list', data: ranked, usage: { total_tokens: 9 } },
  ],
  [
    'together',
    'https://api.together.xyz/v1/rerank',
    asked,
    { results: ranked, usage: { prompt_tokens: 9, total_tokens: 9 } },
  ],
  [
    'deepinfra',
    'https://api.deepinfra.com/v1/inference/Qwen/Qwen3-Reranker-8B',
    { queries: ['Which is warm?'], documents: ['ice', 'fire'] },
    { scores: [0.1, 0.9], input_tokens: 9 },
  ],
  [
    'huggingface',
    'https://abc.us-east-1.aws.endpoints.huggingface.cloud/rerank',
    { query: 'Which is warm?', texts: ['ice', 'fire'] },
    [
      { index: 1, score: 0.9 },
      { index: 0, score: 0.1 },
    ],
  ],
]

describe.each(forms)('a ranking of %s', (provider, url, body, answer) => {
  test('is recognised, and shows query, documents, scores and tokens', () => {
    expect(recogniseCall(new URL(url), 'POST', body)).toMatchObject({ provider, dialect: { id: 'rerank' } })
    const call = recordedCall({ dialect: 'rerank', url, body, events: jsonEvents(answer) })
    const transcript = renderTranscript({ test: { file: 'a.test.ts', name: ['it'] }, calls: [call] })
    expect(transcript).toContain('**User**\n\nWhich is warm?')
    expect(transcript).toContain('fire')
    expect(transcript).toContain('- document 2 0.9')
    expect(transcript).toContain('- document 1 0.1')
    if (provider !== 'huggingface') expect(transcript).toContain('9 tokens in')
  })
})

test('a long ranking shows its best, and how many more there are', () => {
  const results = Array.from({ length: 40 }, (_, index) => ({ index, relevance_score: 1 - index / 40 }))
  const { choices } = rerank.readAnswer(recordedCall({ dialect: 'rerank', events: jsonEvents({ results }) }))
  expect(choices[0]?.parts.length).toBe(11)
  expect(choices[0]?.parts.at(-1)).toEqual({ kind: 'other', label: 'and 30 more', value: null })
})

test('what changed is named as the query or a document', () => {
  expect(rerank.nameField(asked, ['query'])).toEqual({ words: 'the query', rest: [] })
  expect(rerank.nameField(asked, parsePath('documents[1].text'))).toEqual({
    words: 'document 2',
    rest: ['text'],
  })
  expect(rerank.nameField(asked, ['top_n']).words).toBe('top_n')
})

test('a route called rerank at a host of nobody is none of ours, unless the config says so', () => {
  const url = new URL('http://localhost:7997/rerank')
  expect(recogniseCall(url, 'POST', asked)).toBeNull()
  const own = { name: 'own', hosts: ['localhost:7997'], dialect: 'rerank' }
  expect(recogniseCall(url, 'POST', asked, [own])).toMatchObject({ dialect: { id: 'rerank' } })
})
