import type { JsonValue } from '../../json/value.ts'
import type { Answer, Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { modelOrDeployment } from '../model-in-path.ts'
import { inputNamer } from '../name-input.ts'
import { readTexts } from '../read-texts.ts'
import { requestJson } from '../request-body.ts'
import { oneChoice, readResultAnswer } from '../result-answer.ts'
import { vectorParts } from '../vectors.ts'

/** OpenAI's embeddings, which most providers of embeddings speak: vectors as numbers or as base64. */
export const openaiEmbeddings: Dialect = {
  id: 'openai-embeddings',
  label: 'openai embeddings',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'openai-embeddings',
  ownsBody: (body: JsonValue) => fieldIn(body, 'input') !== undefined && textIn(body, 'model') !== null,
  model: modelOrDeployment,
  readRequest: (request) => ({ system: [], messages: readTexts(requestJson(request), 'input'), tools: [] }),
  readAnswer: (call) => readResultAnswer(call, readVectors),
  nameField: inputNamer('input'),
  deltaFields: [],
  contentPaths: [],
  isTerminal: () => false,
  incidentalPaths: [],
  responseHeaders: ['x-request-id'],
}

function readVectors(json: JsonValue): Answer['choices'] {
  const vectors = listIn(json, 'data').map((item) => fieldIn(item, 'embedding'))
  return oneChoice(vectorParts(vectors.filter((vector) => vector !== undefined)))
}
