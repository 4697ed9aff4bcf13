/*
 * A second reading of answers, written without src/, one plain function for each kind of endpoint in the corpus. An endpoint
 * that is not listed is no model's answer (threads, files, uploads of traces).
 */
import type { CorpusExchange } from '../support/corpus.ts'
import { readConverse, readInvoke } from './read-bedrock.ts'
import { readChat, readCompletions } from './read-chat.ts'
import { readCohere, readRerank } from './read-cohere.ts'
import { readGemini, readInteraction } from './read-gemini.ts'
import { readMessages } from './read-messages.ts'
import { readOllama } from './read-ollama.ts'
import { readOther } from './read-other.ts'
import { readResponses } from './read-responses.ts'
import type { Reading } from './reading.ts'
import { type Any, valuesOf } from './wire.ts'

type Reader = (values: Any[], exchange: CorpusExchange, bytes: Uint8Array) => Omit<Reading, 'failed'>

/** By the corpus' names for endpoints. */
const readers: Record<string, Reader> = {
  'chat.completions': readChat,
  responses: readResponses,
  messages: readMessages,
  'vertex.rawPredict': readMessages,
  'gemini.generate': readGemini,
  'gemini.stream-sse': readGemini,
  'gemini.stream-json-array': readGemini,
  'gemini.embed/predict': readGemini,
  'gemini.interactions': readInteraction,
  'cohere.chat': readCohere,
  'ollama.chat': readOllama,
  'ollama.generate': readOllama,
  completions: readCompletions,
  embeddings: readOther,
  images: readOther,
  moderations: readOther,
  'audio.speech': readOther,
  'audio.transcription': readOther,
  rerank: readRerank,
  'bedrock.converse': readConverse,
  'bedrock.converse-stream': readConverse,
  'bedrock.invoke': readInvoke,
  'bedrock.invoke-stream': readInvoke,
}

/** Endpoints whose answers no reader here reads yet, though a model made them. */
export const unread = new Set<string>()

/** What an exchange's answer says; `null` where it is no model's. */
export function independentReading(exchange: CorpusExchange, decoded: Uint8Array): Reading | null {
  const { endpoint, url } = { endpoint: exchange.endpoint, url: exchange.request.url }
  // The corpus files Writer under Cohere for its path; it speaks OpenAI's format.
  const reader = url.includes('api.writer.com') ? readChat : readers[endpoint]
  if (!reader) return null
  const values = valuesOf(decoded, exchange.response.contentType)
  const failed =
    exchange.response.status >= 400 ||
    values.some((value) => Boolean(value?.error ?? value?.response?.error) || value?.type === 'error')
  if (exchange.response.status >= 400) return { choices: [], usage: {}, failed }
  return { ...reader(values, exchange, decoded), failed }
}
