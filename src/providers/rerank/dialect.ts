import type { RecordedCall } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import { readAnswerBody } from '../answer-body.ts'
import { nameField } from '../cohere/name-field.ts'
import { readRequest } from '../cohere/read-request.ts'
import type { Answer, Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { rankingParts } from '../ranking.ts'
import { readError } from '../read-error.ts'
import { readTokenUsage } from '../token-usage.ts'

/**
 * What rerankers beside Cohere's speak: a query and documents, answered by scores. Voyage calls the list `data`, the others
 * `results`. https://docs.voyageai.com/reference/reranker-api https://docs.together.ai/reference/rerank
 */
export const rerank: Dialect = {
  id: 'rerank',
  label: 'rerank',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'rerank',
  ownsBody: (body: JsonValue) =>
    fieldIn(body, 'query') !== undefined && fieldIn(body, 'documents') !== undefined,
  model: (_url, body) => textIn(body, 'model'),
  readRequest,
  readAnswer,
  nameField,
  deltaFields: [],
  contentPaths: [],
  isTerminal: () => false,
  incidentalPaths: [],
  responseHeaders: [],
}

function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const json = body.kind === 'json' ? body.json : null
  const parts = rankingParts([...listIn(json, 'results'), ...listIn(json, 'data')])
  return {
    choices: parts.length > 0 ? [{ parts, stop: null }] : [],
    usage: readTokenUsage(fieldIn(json, 'usage')),
    model: textIn(json, 'model'),
    error: readError(call, body),
  }
}
