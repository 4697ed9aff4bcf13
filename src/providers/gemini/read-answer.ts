import type { RecordedCall, Usage } from '../../cassette/records.ts'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { type AnswerBody, readAnswerBody } from '../answer-body.ts'
import type { Answer, Part } from '../dialect.ts'
import { fieldIn, listIn, numberIn } from '../fields.ts'
import { readError } from '../read-error.ts'
import { vectorParts } from '../vectors.ts'
import { either, eitherText } from './either.ts'
import { chunksOf, type JoinedAnswer, joinChunks } from './join-chunks.ts'

/** See `Dialect.readAnswer`. Reads answers, token counts and embeddings; streams as events or as one list of chunks. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const chunks = chunksIn(body)
  const joined = joinChunks(chunks)
  const choices = joined.candidates.map(({ parts, sources, finish }) => ({
    parts: [...parts, ...sources],
    stop: finish === undefined ? null : stopOf(finish),
  }))
  const vectors = vectorParts(chunks.flatMap(vectorsIn))
  if (vectors.length > 0) choices.push({ parts: vectors, stop: null })
  if (choices.length === 0) choices.push(...readBlock(joined))
  return {
    choices,
    usage: readUsage(joined.usage) ?? readCount(chunks),
    model: typeof joined.model === 'string' ? joined.model : null,
    error: readError(call, body),
  }
}

function chunksIn(body: AnswerBody): JsonValue[] {
  if (body.kind === 'sse') return body.messages.map(({ data }) => data)
  if (body.kind === 'ndjson') return body.values
  return body.kind === 'json' ? chunksOf(body.json) : readCutList(body.text)
}

/** The whole elements of a list that broke off: Google ends each at the start of a line. */
function readCutList(text: string): JsonValue[] {
  if (!text.startsWith('[')) return []
  for (let end = text.lastIndexOf('\n}'), tries = 0; end > 0 && tries < 20; tries += 1) {
    try {
      return JSON.parse(`${text.slice(0, end + 2)}]`) as JsonValue[]
    } catch {
      end = text.lastIndexOf('\n}', end - 1)
    }
  }
  return []
}

/** Numbers of the enumeration that stand for the same in both APIs; clients may ask for numbers instead of names. */
const finishReasons = ['FINISH_REASON_UNSPECIFIED', 'STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION', 'OTHER']

function stopOf(finish: JsonValue): string | null {
  if (typeof finish === 'number') return finishReasons[finish] ?? String(finish)
  return typeof finish === 'string' ? finish : null
}

/** A prompt that was blocked has no candidate: what answers is the reason. */
function readBlock({ feedback }: JoinedAnswer): Answer['choices'] {
  const reason = either(feedback, 'blockReason')
  if (typeof reason !== 'string' && typeof reason !== 'number') return []
  const message = eitherText(feedback, 'blockReasonMessage')
  const parts: Part[] = [{ kind: 'other', label: 'the prompt was blocked', value: message }]
  return [{ parts, stop: String(reason) }]
}

/** Vectors of `embedContent`, `batchEmbedContents` and Vertex AI's `predict`. */
function vectorsIn(chunk: JsonValue): JsonValue[] {
  const predicted = listIn(chunk, 'predictions').map((prediction) => fieldIn(prediction, 'embeddings'))
  const embeddings = [fieldIn(chunk, 'embedding'), ...listIn(chunk, 'embeddings'), ...predicted]
  return embeddings.flatMap((embedding) => {
    const values = fieldIn(embedding, 'values')
    return Array.isArray(values) ? [values] : []
  })
}

/** Google counts thoughts beside the candidates' tokens; here they are part of the output, as everywhere else. */
function readUsage(usage: JsonObject): Usage | null {
  const count = (name: string): number | undefined => {
    const value = either(usage, name)
    return typeof value === 'number' ? value : undefined
  }
  const prompt = count('promptTokenCount')
  const candidates = count('candidatesTokenCount')
  const thoughts = count('thoughtsTokenCount')
  const cached = count('cachedContentTokenCount')
  if (prompt === undefined && candidates === undefined && thoughts === undefined) return null
  return {
    ...(prompt === undefined ? {} : { input_tokens: prompt + (count('toolUsePromptTokenCount') ?? 0) }),
    ...(candidates === undefined && thoughts === undefined
      ? {}
      : { output_tokens: (candidates ?? 0) + (thoughts ?? 0) }),
    ...(cached === undefined ? {} : { cached_input_tokens: cached }),
    ...(thoughts === undefined ? {} : { reasoning_tokens: thoughts }),
  }
}

/** What `countTokens` counted, or Vertex AI's embeddings say of each text. */
function readCount([chunk]: JsonValue[]): Usage | null {
  const total = numberIn(chunk, 'totalTokens')
  if (total !== undefined) return { input_tokens: total }
  const counts = listIn(chunk, 'predictions').flatMap((prediction) => {
    const statistics = fieldIn(fieldIn(prediction, 'embeddings'), 'statistics')
    return numberIn(statistics, 'token_count') ?? []
  })
  return counts.length > 0 ? { input_tokens: counts.reduce((sum, one) => sum + one, 0) } : null
}

/** Whether every candidate of a chunk says why it ended. */
export function isLastChunk(chunk: JsonValue): boolean {
  const candidates = listIn(chunk, 'candidates')
  const isBlocked = either(either(chunk, 'promptFeedback'), 'blockReason') !== undefined
  return (
    isBlocked ||
    fieldIn(chunk, 'error') !== undefined ||
    (candidates.length > 0 &&
      candidates.every((candidate) => either(candidate, 'finishReason') !== undefined))
  )
}
