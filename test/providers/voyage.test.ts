import { expect, test } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'
import { voyage } from '../../src/providers/voyage/dialect.ts'
import { renderTranscript } from '../../src/report/transcript.ts'
import { jsonEvents, recordedCall } from './recorded-call.ts'

const origin = 'https://api.voyageai.com/v1'

function transcriptOf(path: string, body: JsonValue, answer: JsonValue): string {
  const found = recogniseCall(new URL(origin + path), 'POST', body)
  if (found?.telemetry !== false) throw new Error('not recognised')
  const dialect = found.dialect.id
  const call = recordedCall({ dialect, url: origin + path, body, events: jsonEvents(answer) })
  return renderTranscript({ test: { file: 'a.test.ts', name: ['it'] }, calls: [call] })
}

test('embeddings of texts with images show both, and are told by number and length', () => {
  const body = {
    model: 'voyage-multimodal-3',
    inputs: [
      {
        content: [
          { type: 'text', text: 'A banana' },
          { type: 'image_url', image_url: 'https://example.com/b.jpg' },
        ],
      },
      { content: [{ type: 'image_base64', image_base64: 'data:image/png;base64,aW1hZ2U=' }] },
    ],
  }
  const data = [
    { object: 'embedding', embedding: [1, 2, 3], index: 0 },
    { object: 'embedding', embedding: [4, 5, 6], index: 1 },
  ]
  const usage = { text_tokens: 5, image_pixels: 2_000_000, total_tokens: 3576 }
  const transcript = transcriptOf('/multimodalembeddings', body, {
    object: 'list',
    data,
    model: 'voyage-multimodal-3',
    usage,
  })
  expect(transcript).toContain('voyage embeddings · voyage-multimodal-3')
  expect(transcript).toContain('A banana\n\n*(image https://example.com/b.jpg)*')
  expect(transcript).toMatch(/\*\(image\/png, 5 bytes, sha256 /)
  expect(transcript).toMatch(/\*\(2 embeddings of 3 dimensions, sha256 [0-9a-f]{12}\)\*\n\n3576 tokens in/)
})

test('embeddings of chunks in their context count each chunk', () => {
  const body = { model: 'voyage-context-3', inputs: [['one', 'two'], ['three']] }
  const item = (index: number) => ({ object: 'embedding', embedding: [1, 2], index })
  const data = [
    { object: 'list', data: [item(0), item(1)], index: 0 },
    { object: 'list', data: [item(0)], index: 1 },
  ]
  const transcript = transcriptOf('/contextualizedembeddings', body, {
    object: 'list',
    data,
    usage: { total_tokens: 4 },
  })
  expect(transcript).toContain('one\n\ntwo')
  expect(transcript).toContain('3 embeddings of 2 dimensions')
})

test('embeddings of texts alone are those of OpenAI', () => {
  const body = { model: 'voyage-3.5', input: ['a', 'b'], input_type: 'query' }
  const data = [{ object: 'embedding', embedding: [1, 2], index: 0 }]
  const transcript = transcriptOf('/embeddings', body, { object: 'list', data, usage: { total_tokens: 2 } })
  expect(transcript).toContain('1 embedding of 2 dimensions')
})

test('an input that changed is named by its place', () => {
  expect(voyage.nameField({}, ['inputs', 1, 'content', 0, 'text']).words).toBe('input 2')
})
