import type { JsonValue } from '../../json/value.ts'
import { nameField } from '../cohere/name-field.ts'
import { readRequest } from '../cohere/read-request.ts'
import type { Answer, Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { rankingParts } from '../ranking.ts'
import { oneChoice, readResultAnswer } from '../result-answer.ts'

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
  readAnswer: (call) => readResultAnswer(call, readRanking),
  nameField,
  deltaFields: [],
  contentPaths: [],
  isTerminal: () => false,
  incidentalPaths: [],
  responseHeaders: [],
}

function readRanking(json: JsonValue): Answer['choices'] {
  return oneChoice(rankingParts([...listIn(json, 'results'), ...listIn(json, 'data')]))
}
