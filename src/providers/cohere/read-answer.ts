import type { RecordedCall, Usage } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { readAnswerBody, wholeJson } from '../answer-body.ts'
import type { Answer, Part } from '../dialect.ts'
import { fieldIn, listIn, numberIn, objectIn, textIn } from '../fields.ts'
import { readContent, readToolCall } from '../openai-chat/read-message.ts'
import { rankingParts } from '../ranking.ts'
import { readError } from '../read-error.ts'
import { vectorParts } from '../vectors.ts'
import { joinEvents, joinLines } from './join-events.ts'
import { readCalls } from './read-history.ts'

/** See `Dialect.readAnswer`. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const json = body.kind === 'ndjson' ? joinLines(body.values) : wholeJson(body, joinEvents)
  const error = readError(call, body) ?? failureOf(json)
  const parts = error && call.response && call.response.status >= 400 ? [] : partsOf(json)
  const stop = textIn(json, 'finish_reason')
  return {
    choices: parts.length > 0 || stop !== null ? [{ parts, stop }] : [],
    usage: readUsage(json),
    model: null,
    error,
  }
}

// A stream that fails ends as any other, with its error beside the reason.
function failureOf(json: JsonValue): Answer['error'] {
  const message = textIn(json, 'error')
  return message === null ? null : { type: textIn(json, 'finish_reason'), message }
}

function partsOf(json: JsonValue): Part[] {
  const message = fieldIn(json, 'message')
  if (isJsonObject(message)) return readMessage(message)
  const text = textIn(json, 'text')
  const plain: Part[] = text ? [{ kind: 'text', text }] : []
  return [
    ...plain,
    ...readCalls(json),
    ...readCitations(json),
    ...readVectors(json),
    ...rankingParts(listIn(json, 'results')),
  ]
}

function readMessage(message: JsonValue): Part[] {
  const plan = textIn(message, 'tool_plan')
  return [
    ...(plan ? [{ kind: 'reasoning' as const, text: plan }] : []),
    ...readContent(fieldIn(message, 'content')),
    ...listIn(message, 'tool_calls').map(readToolCall),
    ...readCitations(message),
  ]
}

/** Which words rest on which documents. The documents' own texts are long, and stand in the request or the web. */
function readCitations(value: JsonValue): Part[] {
  return listIn(value, 'citations').map((citation) => {
    const sources = listIn(citation, 'sources').map((source) => textIn(source, 'id') ?? '')
    const names = [...listIn(citation, 'document_ids'), ...sources].filter((name) => name !== '')
    return { kind: 'other', label: 'citation', value: { text: textIn(citation, 'text'), sources: names } }
  })
}

/** Version 1 answers with a list of vectors, or like version 2 with one list for each type of number. */
function readVectors(json: JsonValue): Part[] {
  const embeddings = fieldIn(json, 'embeddings')
  if (Array.isArray(embeddings)) return vectorParts(embeddings)
  if (!isJsonObject(embeddings)) return []
  return Object.entries(embeddings).flatMap(([type, vectors]) =>
    Array.isArray(vectors) ? vectorParts(vectors, type === 'base64' ? 'float' : type) : [],
  )
}

/** Tokens as the model saw them, where they are told; else those that were billed. */
function readUsage(json: JsonValue): Usage | null {
  const usage = isJsonObject(fieldIn(json, 'usage')) ? objectIn(json, 'usage') : objectIn(json, 'meta')
  const places = [fieldIn(usage, 'tokens'), fieldIn(usage, 'billed_units')]
  const count = (key: string) => places.map((place) => numberIn(place, key)).find((one) => one !== undefined)
  const input = count('input_tokens')
  const output = count('output_tokens')
  const cached = numberIn(usage, 'cached_tokens')
  if (input === undefined && output === undefined) return null
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
    ...(cached === undefined ? {} : { cached_input_tokens: cached }),
  }
}
