import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { credentialNames, credentialsFor } from '../../src/providers/credentials.ts'
import { defineProvider } from '../../src/providers/define.ts'
import { dialectById, dialects } from '../../src/providers/dialects.ts'
import { dialectIds } from '../../src/providers/endpoints.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'

const chat = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
const messages = { ...chat, max_tokens: 10 }
const responses = { model: 'm', input: 'Hi' }
const contents = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }

function recognise(url: string, body?: JsonValue, method = 'POST') {
  const found = recogniseCall(new URL(url), method, body)
  if (found === null) return null
  return found.telemetry ? `${found.provider} telemetry` : `${found.provider} ${found.dialect.id}`
}

describe('a known host', () => {
  test.each([
    ['https://api.openai.com/v1/chat/completions', 'openai openai-chat'],
    ['https://api.openai.com/v1/responses', 'openai openai-responses'],
    ['https://api.openai.com/v1/embeddings', 'openai openai-embeddings'],
    ['https://api.openai.com/v1/completions', 'openai openai-completions'],
    ['https://api.openai.com/v1/images/edits', 'openai openai-images'],
    ['https://api.openai.com/v1/audio/transcriptions', 'openai openai-audio'],
    ['https://api.openai.com/v1/moderations', 'openai openai-moderations'],
    ['https://api.openai.com/v1/files', 'openai plain'],
    ['https://api.mistral.ai/v1/fim/completions', 'mistral openai-completions'],
    ['https://api.mistral.ai/v1/agents/completions', 'mistral openai-chat'],
    ['https://api.mistral.ai/v1/ocr', 'mistral plain'],
    ['https://x.openai.azure.com/openai/deployments/e/embeddings?api-version=1', 'azure openai-embeddings'],
    ['https://x.services.ai.azure.com/models/chat/completions', 'azure openai-chat'],
    ['https://x.services.ai.azure.com/anthropic/v1/messages', 'azure anthropic-messages'],
    ['https://x.services.ai.azure.com/providers/cohere/v2/rerank', 'azure cohere'],
    ['https://api.cohere.com/v1/chat', 'cohere cohere'],
    ['https://api.cohere.com/v2/embed', 'cohere cohere'],
    ['https://api.writer.com/v1/chat', 'writer openai-chat'],
    ['https://api.anthropic.com/v1/messages/count_tokens', 'anthropic anthropic-messages'],
    ['https://api.anthropic.com/v1/messages?beta=true', 'anthropic anthropic-messages'],
    ['https://api.deepseek.com/anthropic/v1/messages', 'deepseek anthropic-messages'],
    ['https://generativelanguage.googleapis.com/v1beta/models/gemini:generateContent', 'google gemini'],
    ['https://generativelanguage.googleapis.com/v1beta/models/e:batchEmbedContents', 'google gemini'],
    ['https://generativelanguage.googleapis.com/v1beta/interactions', 'google gemini-interactions'],
    [
      'https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/google/models/g:streamGenerateContent',
      'google-vertex gemini',
    ],
    [
      'https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/google/models/e:predict',
      'google-vertex gemini',
    ],
    ['https://generativelanguage.googleapis.com/v1beta/openai/chat/completions', 'google openai-chat'],
    [
      'https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/anthropic/models/claude@1:streamRawPredict',
      'google-vertex anthropic-messages',
    ],
    ['https://api.openai.com/v1/traces/ingest', 'openai telemetry'],
  ])('%s is read as %s, whatever the body', (url, wanted) => {
    expect(recognise(url)).toBe(wanted)
    expect(recognise(url, 'not a body')).toBe(wanted)
  })
})

describe('an unknown host', () => {
  test('is a provider where path and body have the shape of a dialect', () => {
    expect(recognise('https://llm.example.com/v1/chat/completions', chat)).toBe(
      'openai-compatible openai-chat',
    )
    expect(recognise('http://127.0.0.1:4010/v1/responses', responses)).toBe(
      'openai-compatible openai-responses',
    )
    expect(recognise('http://127.0.0.1:4010/v1/messages', messages)).toBe(
      'anthropic-compatible anthropic-messages',
    )
    expect(recognise('http://127.0.0.1:11434/v1/chat/completions', chat)).toBe('ollama openai-chat')
    expect(recognise('http://127.0.0.1:11434/api/chat', chat)).toBe('ollama ollama')
    expect(recognise('http://127.0.0.1:4010/v1beta/models/g:generateContent', contents)).toBe(
      'gemini-compatible gemini',
    )
    expect(recognise('http://127.0.0.1:4010/v1/embeddings', responses)).toBe(
      'openai-compatible openai-embeddings',
    )
    expect(recognise('http://127.0.0.1:4010/v1/messages/count_tokens', chat)).toBe(
      'anthropic-compatible anthropic-messages',
    )
  })

  test.each([
    ['a chat route of the user', 'http://localhost:3000/api/chat', chat],
    ['a chat route of the user on a port of another server', 'http://localhost:8080/api/chat', chat],
    [
      'a chat route without a model, on the port of Ollama',
      'http://localhost:11434/api/chat',
      { messages: [] },
    ],
    ['a route that a provider has too', 'https://example.com/v2/chat', chat],
    ['a body of another shape', 'https://example.com/chat/completions', { message: 'hi' }],
    ['a survey that collects responses', 'https://example.com/v1/responses', { answers: [1, 2] }],
    ['a mailbox', 'http://localhost:8080/v1/messages', { messages: [{ role: 'user', content: 'x' }] }],
    [
      'a tool that is called over the Model Context Protocol',
      'http://localhost:3000/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask', arguments: { messages: [] } } },
    ],
    ['no body', 'https://example.com/v1/chat/completions', undefined],
  ])('is none of ours with %s', (_what, url, body) => {
    expect(recognise(url, body)).toBeNull()
  })

  test('is none of ours when it is only read', () => {
    expect(recognise('https://example.com/v1/chat/completions', chat, 'GET')).toBeNull()
  })
})

test('a provider of the config owns its whole host, with its own dialect on paths of its own', () => {
  const own = defineProvider({
    name: 'own',
    hosts: ['localhost:4010', 'llm.example.com'],
    dialect: 'openai-chat',
    telemetry: ['/track'],
  })
  const found = (url: string) => recogniseCall(new URL(url), 'POST', undefined, [own])
  expect(found('http://127.0.0.1:4010/generate')).toMatchObject({
    provider: 'own',
    dialect: { id: 'openai-chat' },
  })
  expect(found('https://llm.example.com/v1/messages')).toMatchObject({
    dialect: { id: 'anthropic-messages' },
  })
  expect(found('https://llm.example.com/track/me')).toMatchObject({ telemetry: true, provider: 'own' })
})

test('an unknown dialect id reads as plain, and every id is listed', () => {
  expect(dialectById('of-tomorrow').id).toBe('plain')
  expect(dialects.map(({ id }) => id)).toEqual([...dialectIds])
})

describe('the model of a request', () => {
  test('stands in the body, or in the URL where a deployment does', () => {
    const azure = new URL('https://x.openai.azure.com/openai/deployments/my%20gpt/chat/completions')
    expect(dialectById('openai-chat').model(azure, { messages: [] })).toBe('my gpt')
    expect(dialectById('openai-chat').model(azure, chat)).toBe('m')
    const vertex = new URL(
      'https://l-aiplatform.googleapis.com/v1/publishers/anthropic/models/claude@1:rawPredict',
    )
    expect(dialectById('anthropic-messages').model(vertex, {})).toBe('claude@1')
    expect(dialectById('plain').model(azure, { model: 'e' })).toBe('e')
    expect(dialectById('plain').model(azure, [])).toBeNull()
  })
})

describe('credentials', () => {
  test('are those of the provider, or those of the dialect where the provider names none', () => {
    expect(credentialsFor('groq')).toEqual(['GROQ_API_KEY'])
    expect(credentialsFor('ollama')).toContain('OPENAI_API_KEY')
    expect(credentialsFor('anthropic-compatible')).toContain('ANTHROPIC_API_KEY')
    expect(credentialsFor('own', 'openai-chat', [{ name: 'own', hosts: [] }])).toEqual(['OPENAI_API_KEY'])
    expect(credentialsFor('own', undefined, [{ name: 'own', hosts: [], credentials: ['OWN_KEY'] }])).toEqual([
      'OWN_KEY',
    ])
    expect(credentialsFor('nobody')).toEqual([])
  })

  test('are listed once each', () => {
    const names = credentialNames([{ name: 'own', hosts: [], credentials: ['OPENAI_API_KEY', 'OWN_KEY'] }])
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('OWN_KEY')
  })
})
