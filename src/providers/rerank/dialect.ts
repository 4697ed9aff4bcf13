import type { RecordedCall } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import { readAnswerBody } from '../answer-body.ts'
import { nameField } from '../cohere/name-field.ts'
import { readRequest } from '../cohere/read-request.ts'
import type { Answer, Dialect, Part } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, listIn, numberIn, textIn } from '../fields.ts'
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
  const parts = [...listIn(json, 'results'), ...listIn(json, 'data')].map(
    (result): Part => ({
      kind: 'other',
      label: `document ${(numberIn(result, 'index') ?? 0) + 1}`,
      value: numberIn(result, 'relevance_score') ?? null,
    }),
  )
  return {
    choices: parts.length > 0 ? [{ parts, stop: null }] : [],
    usage: readTokenUsage(fieldIn(json, 'usage')),
    model: textIn(json, 'model'),
    error: readError(call, body),
  }
}
