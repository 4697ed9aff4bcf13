import type { JsonValue } from '../../json/value.ts'
import type { Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, textIn } from '../fields.ts'
import { nameField } from './name-field.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'

/** Cohere's API in its versions 1 and 2: chat, embed and rerank. https://docs.cohere.com/reference/about */
export const cohere: Dialect = {
  id: 'cohere',
  label: 'cohere',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'cohere',
  ownsBody: (body: JsonValue) =>
    ['message', 'messages', 'texts', 'images', 'inputs', 'query'].some(
      (key) => fieldIn(body, key) !== undefined,
    ),
  model: (_url, body) => textIn(body, 'model'),
  readRequest,
  readAnswer,
  nameField,
  deltaFields: ['text', 'thinking', 'tool_plan', 'arguments', 'parameters_delta'],
  contentPaths: [],
  isTerminal: ({ event, data }) =>
    ['message-end', 'stream-end'].includes(event ?? textIn(data, 'type') ?? textIn(data, 'event_type') ?? ''),
  incidentalPaths: [],
  responseHeaders: ['x-debug-trace-id'],
}
