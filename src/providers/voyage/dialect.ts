import type { RecordedRequest } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Answer, Conversation, Dialect, Part } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'
import { inputNamer } from '../name-input.ts'
import { requestJson } from '../request-body.ts'
import { oneChoice, readResultAnswer } from '../result-answer.ts'
import { vectorParts } from '../vectors.ts'

/**
 * Voyage's embeddings of texts with images, and of chunks in the context of their document. Its other endpoints speak
 * `openai-embeddings` and `rerank`. https://docs.voyageai.com/reference
 */
export const voyage: Dialect = {
  id: 'voyage',
  label: 'voyage embeddings',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'voyage',
  ownsBody: (body: JsonValue) => listIn(body, 'inputs').length > 0 && textIn(body, 'model') !== null,
  model: (_url, body) => textIn(body, 'model'),
  readRequest,
  readAnswer: (call) => readResultAnswer(call, readVectors),
  nameField: (body, path) => {
    const named = inputNamer('inputs')(body, path)
    return { ...named, words: named.words.replace(/^inputs (?=\d)/, 'input ') }
  },
  deltaFields: [],
  contentPaths: [],
  isTerminal: () => false,
  incidentalPaths: [],
  responseHeaders: [],
}

function readRequest(request: RecordedRequest): Conversation {
  const messages = listIn(requestJson(request), 'inputs').map((input, at) => {
    // An input is a list of parts; of a document, a list of texts.
    const parts = Array.isArray(input) ? input : listIn(input, 'content')
    return { role: 'user', parts: parts.map(readPart), path: ['inputs', at] }
  })
  return { system: [], messages, tools: [] }
}

function readPart(part: JsonValue): Part {
  if (typeof part === 'string') return { kind: 'text', text: part }
  const text = textIn(part, 'text')
  if (text !== null) return { kind: 'text', text }
  const type = textIn(part, 'type') ?? 'part'
  const url = textIn(part, type)
  return url === null
    ? { kind: 'other', label: type, value: part }
    : { kind: 'media', label: mediaLabel(type.replace(/_.*$/, ''), { url }) }
}

function readVectors(json: JsonValue): Answer['choices'] {
  const vectors = listIn(json, 'data').flatMap((item) =>
    [item, ...listIn(item, 'data')].map((one) => fieldIn(one, 'embedding')),
  )
  const isVector = (vector: JsonValue | undefined): vector is JsonValue =>
    vector !== undefined && !isJsonObject(vector)
  return oneChoice(vectorParts(vectors.filter(isVector)))
}
