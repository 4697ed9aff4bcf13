import type { RecordedRequest } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import type { Answer, Conversation, Dialect, Message } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { listIn, textIn } from '../fields.ts'
import { namedInPath } from '../model-in-path.ts'
import { type NamedField, nameOther } from '../name-field.ts'
import { documentText, rankingIn, rankingParts } from '../ranking.ts'
import { readTexts } from '../read-texts.ts'
import { requestJson } from '../request-body.ts'
import { oneChoice, readResultAnswer } from '../result-answer.ts'

/** The ranking of documents by a query: Jina, Voyage, Together, DeepInfra, Mixedbread, vLLM, Hugging Face's TEI. */
export const rerank: Dialect = {
  id: 'rerank',
  label: 'rerank',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'rerank',
  ownsBody: (body: JsonValue) =>
    (textIn(body, 'query') !== null || listIn(body, 'queries').length > 0) &&
    documentFields.some((field) => listIn(body, field).length > 0),
  model: (url, body) => textIn(body, 'model') ?? namedInPath(url, /\/inference\/(.+)$/),
  readRequest,
  readAnswer: (call) => readResultAnswer(call, readRanking),
  nameField,
  deltaFields: [],
  contentPaths: [],
  isTerminal: () => false,
  incidentalPaths: [],
  responseHeaders: [],
}

/** Hugging Face's server says `texts`. */
const documentFields = ['documents', 'texts']

function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const documents = documentFields.flatMap((field): Message[] => {
    const parts = listIn(body, field).map((document, at) => ({
      kind: 'other' as const,
      label: `document ${at + 1}`,
      value: documentText(document) ?? document,
    }))
    return parts.length > 0 ? [{ role: 'user', parts, path: [field] }] : []
  })
  const queries = [...readTexts(body, 'query'), ...readTexts(body, 'queries')]
  return { system: [], messages: [...queries, ...documents], tools: [] }
}

function readRanking(json: JsonValue): Answer['choices'] {
  return oneChoice(rankingParts(rankingIn(json)))
}

function nameField(_body: JsonValue, path: (string | number)[]): NamedField {
  const [first, at, ...inside] = path
  if (first === 'query') return { words: 'the query', rest: path.slice(1) }
  if (typeof at !== 'number') return nameOther(path)
  if (first === 'queries') return { words: `query ${at + 1}`, rest: inside }
  const isDocument = documentFields.includes(String(first))
  return isDocument ? { words: `document ${at + 1}`, rest: inside } : nameOther(path)
}
