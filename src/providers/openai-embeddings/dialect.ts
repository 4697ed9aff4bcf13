import type { RecordedCall } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import { readAnswerBody } from '../answer-body.ts'
import type { Answer, Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { modelOrDeployment } from '../model-in-path.ts'
import { inputNamer } from '../name-input.ts'
import { readError } from '../read-error.ts'
import { readTexts } from '../read-texts.ts'
import { requestJson } from '../request-body.ts'
import { readTokenUsage } from '../token-usage.ts'
import { vectorParts } from '../vectors.ts'

/** OpenAI's embeddings, which most providers of embeddings speak: vectors as numbers or as base64. */
export const openaiEmbeddings: Dialect = {
  id: 'openai-embeddings',
  label: 'openai embeddings',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'openai-embeddings',
  ownsBody: (body: JsonValue) => fieldIn(body, 'input') !== undefined && textIn(body, 'model') !== null,
  model: modelOrDeployment,
  readRequest: (request) => ({ system: [], messages: readTexts(requestJson(request), 'input'), tools: [] }),
  readAnswer,
  nameField: inputNamer('input'),
  deltaFields: [],
  contentPaths: [],
  isTerminal: () => false,
  incidentalPaths: [],
  responseHeaders: ['x-request-id'],
}

function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const json = body.kind === 'json' ? body.json : null
  const vectors = listIn(json, 'data').map((item) => fieldIn(item, 'embedding'))
  const parts = vectorParts(vectors.filter((vector) => vector !== undefined))
  return {
    choices: parts.length > 0 ? [{ parts, stop: null }] : [],
    usage: readTokenUsage(fieldIn(json, 'usage')),
    model: textIn(json, 'model'),
    error: readError(call, body),
  }
}
