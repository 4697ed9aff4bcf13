import type { JsonValue } from '../../json/value.ts'
import type { Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, textIn } from '../fields.ts'
import { nameField } from './name-field.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'

/** Ollama's own API: https://docs.ollama.com/api */
export const ollama: Dialect = {
  id: 'ollama',
  label: 'ollama',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'ollama',
  ownsBody: (body: JsonValue) => textIn(body, 'model') !== null,
  model: (_url, body) => textIn(body, 'model'),
  readRequest,
  readAnswer,
  nameField,
  deltaFields: ['content', 'thinking', 'response'],
  contentPaths: ['logprobs[].token', 'logprobs[].top_logprobs[].token'],
  isTerminal: ({ data }) => fieldIn(data, 'done') === true || textIn(data, 'error') !== null,
  incidentalPaths: [],
  responseHeaders: [],
}
