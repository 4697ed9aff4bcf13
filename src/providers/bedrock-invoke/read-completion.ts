import type { Usage } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import type { Answer, Part } from '../dialect.ts'
import { fieldIn, listIn, numberIn, objectIn, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'
import { rankingIn, rankingParts } from '../ranking.ts'
import { vectorParts } from '../vectors.ts'

/**
 * The answer to a prompt, in the form of whoever made the model; a stream is its chunks, whose texts follow one another.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters.html
 */
export function readCompletion(chunks: readonly JsonValue[]): Omit<Answer, 'error' | 'model'> {
  const found = chunks.map(readChunk)
  const size = Math.max(0, ...found.map((choices) => choices.length))
  const choices: Answer['choices'] = Array.from({ length: size }, (_, at) => {
    const pieces = found.flatMap((list) => list[at] ?? [])
    const text = pieces.map((piece) => piece.text ?? '').join('')
    const hasText = pieces.some((piece) => piece.text !== null)
    const stop = pieces.findLast((piece) => piece.stop !== null)?.stop ?? null
    return { parts: hasText ? [{ kind: 'text', text }] : [], stop }
  })
  return { choices: withParts(choices, chunks.flatMap(readOther)), usage: readCounts(chunks) }
}

/** The choices with more parts at the end of the first. */
export function withParts(choices: Answer['choices'], parts: Part[]): Answer['choices'] {
  if (parts.length === 0) return choices
  const [first, ...rest] = choices
  return [{ parts: [...(first?.parts ?? []), ...parts], stop: first?.stop ?? null }, ...rest]
}

interface Piece {
  text: string | null
  stop: string | null
}

/** The texts of a chunk, one for each choice. */
function readChunk(chunk: JsonValue): Piece[] {
  // Mistral, Titan, Cohere and AI21 of old, DeepSeek: lists of results.
  const lists = ['outputs', 'results', 'generations', 'completions', 'choices'].map((key) =>
    listIn(chunk, key),
  )
  const list = lists.find((items) => items.some((item) => textOf(item) !== null))
  if (list) return list.map((item) => ({ text: textOf(item), stop: stopOf(item) }))
  const text = textOf(chunk)
  const stop = stopOf(chunk)
  return text === null && stop === null ? [] : [{ text, stop }]
}

function textOf(item: JsonValue): string | null {
  for (const key of ['text', 'outputText', 'completion', 'generation']) {
    const text = textIn(item, key)
    if (text !== null) return text
  }
  return textIn(fieldIn(item, 'data'), 'text')
}

function stopOf(item: JsonValue): string | null {
  for (const key of ['stop_reason', 'completionReason', 'finish_reason', 'finishReason']) {
    const stop = textIn(item, key)
    if (stop !== null) return stop
  }
  return textIn(fieldIn(item, 'finishReason'), 'reason')
}

function readOther(chunk: JsonValue): Part[] {
  const images = [
    ...listIn(chunk, 'images'),
    ...listIn(chunk, 'artifacts').map((one) => fieldIn(one, 'base64')),
  ]
  const vector = fieldIn(chunk, 'embedding')
  const typed = objectIn(chunk, 'embeddingsByType')
  const vectors = Array.isArray(vector)
    ? vectorParts([vector])
    : Object.entries(typed).flatMap(([type, one]) => vectorParts([one], type))
  const embedded = listIn(chunk, 'embeddings').map((one) => fieldIn(one, 'embedding') ?? one)
  return [
    ...images.flatMap((data): Part[] =>
      typeof data === 'string' ? [{ kind: 'media', label: mediaLabel('image', { data }) }] : [],
    ),
    ...vectors,
    ...vectorParts(embedded),
    ...rankingParts(rankingIn(chunk)),
  ]
}

/** Llama and Titan count in every chunk, anew; Bedrock's own count, in the last, is read elsewhere. */
function readCounts(chunks: readonly JsonValue[]): Usage | null {
  const last = (key: string) =>
    chunks.map((chunk) => numberIn(chunk, key)).findLast((count) => count !== undefined)
  const input = last('prompt_token_count') ?? last('inputTextTokenCount')
  const results = chunks.flatMap((chunk) =>
    listIn(chunk, 'results').map((item) => numberIn(item, 'tokenCount')),
  )
  const counted = results.filter((count) => count !== undefined)
  const output =
    last('generation_token_count') ??
    last('totalOutputTextTokenCount') ??
    (counted.length > 0 ? counted.reduce((sum, count) => sum + count, 0) : undefined)
  if (input === undefined && output === undefined) return null
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  }
}
