import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningProvider, startProvider } from '../../examples/provider/provider.ts'
import { encodePiece } from '../../src/cassette/payload.ts'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { captureRequest, readRequest } from '../../src/intercept/capture.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'
import { createRedactor } from '../../src/redact/create.ts'
import { renderTranscript } from '../../src/report/transcript.ts'
import { jsonEvents, recordedCall, sseEvents } from './recorded-call.ts'

let provider: RunningProvider
beforeAll(async () => {
  provider = await startProvider({ pace: 0 })
})
afterAll(() => provider.close())

/** The transcript of a call that the loopback provider answers, recorded as if it stood at `host`. */
async function transcriptOf(url: string, body: object): Promise<string> {
  return renderTranscript({ test: { file: 'a.test.ts', name: ['it'] }, calls: [await record(url, body)] })
}

async function record(url: string, body: object): Promise<RecordedCall> {
  const { pathname, search } = new URL(url)
  const form = body instanceof FormData
  const init = { method: 'POST', body: form ? body : JSON.stringify(body) }
  const type: Record<string, string> = form ? {} : { 'content-type': 'application/json' }
  const sent = new Request(url, { ...init, headers: type })
  const found = recogniseCall(new URL(url), 'POST', form ? undefined : JSON.parse(JSON.stringify(body)))
  if (found?.telemetry !== false) throw new Error(`not recognised: ${url}`)
  const read = await readRequest(sent, new URL(url))
  const { recorded, digest } = captureRequest(
    read,
    found.provider,
    found.dialect,
    createRedactor({ credentials: [] }),
  )
  const response = await fetch(provider.url + pathname + search, {
    ...init,
    headers: { ...type, authorization: 'Bearer sk-test' },
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(response.status).toBe(200)
  return {
    ...recordedCall({}),
    request: recorded,
    digest,
    response: { status: 200, headers: [['content-type', response.headers.get('content-type') ?? '']] },
    events: [{ payload: encodePiece(bytes, null), at_ms: 0 }],
  }
}

describe('embeddings', () => {
  const openai = 'https://api.openai.com/v1/embeddings'

  test('are told by number, length and hash, never as a wall of numbers', async () => {
    const transcript = await transcriptOf(openai, { model: 'e', input: ['cats', 'dogs'] })
    expect(transcript).toContain('openai embeddings · e')
    expect(transcript).toContain('\n\ncats\n\n')
    expect(transcript).toMatch(/\*\(2 embeddings of 8 dimensions, sha256 [0-9a-f]{12}\)\*\n\n\d+ tokens in/)
    expect(transcript).not.toMatch(/0\.\d{5}/)
  })

  test('have as many dimensions in base64', async () => {
    const transcript = await transcriptOf(openai, { model: 'e', input: 'cats', encoding_format: 'base64' })
    expect(transcript).toContain('1 embedding of 8 dimensions')
  })

  test.each([
    [
      'https://generativelanguage.googleapis.com/v1beta/models/e:batchEmbedContents',
      { requests: [{ content: { parts: [{ text: 'cats' }] } }] },
    ],
    ['https://api.cohere.com/v2/embed', { model: 'e', texts: ['cats'] }],
    ['http://localhost:11434/api/embed', { model: 'e', input: 'cats' }],
  ])('at %s look the same', async (url, body) => {
    const transcript = await transcriptOf(url, body)
    expect(transcript).toContain('\n\ncats\n\n')
    expect(transcript).toContain('1 embedding of 8 dimensions')
  })

  test('name an input by its place where it changed', () => {
    const found = recogniseCall(new URL(openai), 'POST', {})
    const name = found?.telemetry === false ? found.dialect.nameField({}, ['input', 2]).words : ''
    expect(name).toBe('input 3')
  })
})

test('a ranking names each document with its score', async () => {
  const transcript = await transcriptOf('https://api.cohere.com/v2/rerank', {
    model: 'rerank-v3.5',
    query: 'Which is warm?',
    documents: ['ice', 'fire'],
  })
  expect(transcript).toContain('\n\nWhich is warm?\n\n')
  expect(transcript).toMatch(/- document [12] 0\.\d+\n- document [12] 0\.\d+/)
})

test('completions show prompt, suffix and text, of one API as of the other', async () => {
  for (const url of ['https://api.openai.com/v1/completions', 'https://api.mistral.ai/v1/fim/completions']) {
    for (const stream of [false, true]) {
      const body = { model: 'm', prompt: 'def add(', suffix: 'return sum', stream }
      const transcript = await transcriptOf(url, body)
      expect(transcript).toContain('def add(')
      expect(transcript).toContain('return sum')
      expect(transcript).toMatch(/\*\*Assistant\*\*\n\nOn “def add\(”/)
      expect(transcript).toMatch(/stop: stop · \d+ tokens in, \d+ out/)
    }
  }
})

test('a reranker of any list says what it ranks and how', async () => {
  const body = { query: 'umbrellas', documents: ['rain', 'sun'], model: 'rerank-1' }
  for (const [url, list] of [
    ['https://api.voyageai.com/v1/rerank', 'data'],
    ['https://api.together.xyz/v1/rerank', 'results'],
  ] as const) {
    const answer = { [list]: [{ index: 1, relevance_score: 0.5 }], usage: { total_tokens: 26 } }
    const call = recordedCall({ url, dialect: 'rerank', body, events: jsonEvents(answer) })
    const transcript = renderTranscript({ test: { file: 'a.test.ts', name: ['ranks'] }, calls: [call] })
    for (const word of ['umbrellas', 'rain', 'document 2 0.5', '26 tokens in'])
      expect(transcript).toContain(word)
    expect(recogniseCall(new URL(url), 'POST', body)).toMatchObject({ dialect: { id: 'rerank' } })
  }
})

test('moderations say what is flagged', async () => {
  const body = { input: ['be kind', 'harm the robots'] }
  const transcript = await transcriptOf('https://api.openai.com/v1/moderations', body)
  expect(transcript).toContain('*(not flagged)*')
  expect(transcript).toContain('- flagged ["violence"]')
})

describe('media', () => {
  const form = (fields: Record<string, string | Blob>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') data.append(name, value)
      else data.append(name, value, `${name}.bin`)
    }
    return data
  }

  test('made from a prompt is told by type, size and hash', async () => {
    const body = { model: 'gpt-image-1', prompt: 'a cat' }
    const transcript = await transcriptOf('https://api.openai.com/v1/images/generations', body)
    expect(transcript).toMatch(
      /a cat\n\n\*\*Assistant\*\*\n\n\*\(image\/png, 73 bytes, sha256 [0-9a-f]{12}\)\*/,
    )
    expect(transcript).toContain('12 tokens in, 272 out')
  })

  test('edited in a form: its fields and files are read, and the model', async () => {
    const body = form({ model: 'gpt-image-1', prompt: 'add a höt', image: new Blob(['\xff\x00png']) })
    const call = await record('https://api.openai.com/v1/images/edits', body)
    expect(call.request.model).toBe('gpt-image-1')
    const transcript = renderTranscript({ test: { file: 'a.test.ts', name: ['it'] }, calls: [call] })
    expect(transcript).toContain('add a höt')
    expect(transcript).toMatch(
      /\*\(image image\.bin: application\/octet-stream, 6 bytes, sha256 [0-9a-f]{12}\)\*/,
    )
  })

  test('spoken: sound by type, size and hash', async () => {
    const body = { model: 'tts-1', input: 'Hello', voice: 'alloy' }
    const transcript = await transcriptOf('https://api.openai.com/v1/audio/speech', body)
    expect(transcript).toMatch(
      /Hello\n\n\*\*Assistant\*\*\n\n\*\(audio\/mpeg, 36 bytes, sha256 [0-9a-f]{12}\)\*/,
    )
  })

  test('heard: the text of a transcription, of a stream as well', async () => {
    const body = form({ model: 'whisper-1', file: new Blob([new Uint8Array([0xff, 0, 13, 10, 13, 10])]) })
    const call = await record('https://api.openai.com/v1/audio/transcriptions', body)
    const transcript = renderTranscript({ test: { file: 'a.test.ts', name: ['it'] }, calls: [call] })
    expect(transcript).toMatch(
      /\*\(file file\.bin: application\/octet-stream, 6 bytes, sha256 [0-9a-f]{12}\)\*/,
    )
    expect(transcript).toMatch(/\*\*Assistant\*\*\n\nHeard [0-9a-f]{8}\.\n\n30 tokens in, 8 out/)
    const streamed = {
      ...call,
      events: sseEvents(
        { type: 'transcript.text.delta', delta: 'Hel' },
        { type: 'transcript.text.delta', delta: 'lo' },
        { type: 'transcript.text.done', text: 'Hello' },
      ),
    }
    const other = renderTranscript({ test: { file: 'a.test.ts', name: ['it'] }, calls: [streamed] })
    expect(other).toContain('**Assistant**\n\nHello')
  })
})
