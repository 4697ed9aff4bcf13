import type { RecordedRequest } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import type { Conversation, Dialect, Message } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, textIn } from '../fields.ts'
import { namedInPath } from '../model-in-path.ts'
import { type NamedField, nameOther } from '../name-field.ts'
import { readTexts } from '../read-texts.ts'
import { requestJson } from '../request-body.ts'
import { readAnswer } from './read-answer.ts'

/**
 * Hugging Face's tasks: `/models/<model>` and `/pipeline/<task>/<model>` of the router, and the servers behind endpoints of
 * one's own (`/generate`, `/generate_stream`, `/embed`). Its chat is `openai-chat`.
 * https://huggingface.co/docs/inference-providers/tasks/index
 */
export const huggingface: Dialect = {
  id: 'huggingface',
  label: 'hugging face',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'huggingface',
  ownsBody: (body: JsonValue) => fieldIn(body, 'inputs') !== undefined,
  model: (url, body) =>
    namedInPath(url, /\/(?:models|pipeline\/[^/]+)\/([^/]+\/[^/]+|[^/]+)/) ?? textIn(body, 'model'),
  readRequest,
  readAnswer,
  nameField,
  deltaFields: ['text', 'generated_text'],
  contentPaths: [],
  isTerminal: ({ data }) => typeof fieldIn(data, 'generated_text') === 'string',
  incidentalPaths: [],
  responseHeaders: ['x-compute-type', 'x-prompt-tokens', 'x-generated-tokens'],
}

function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const inputs = fieldIn(body, 'inputs')
  const isObject = inputs !== undefined && typeof inputs === 'object' && !Array.isArray(inputs)
  const messages: Message[] = isObject
    ? [{ role: 'user', parts: [{ kind: 'other', label: 'inputs', value: inputs }], path: ['inputs'] }]
    : readTexts(body, 'inputs')
  return { system: [], messages, tools: [] }
}

function nameField(_body: JsonValue, path: (string | number)[]): NamedField {
  const [first, second, ...inside] = path
  if (first === 'parameters' && second !== undefined) return { words: String(second), rest: inside }
  if (first !== 'inputs') return nameOther(path)
  return typeof second === 'number'
    ? { words: `input ${second + 1}`, rest: inside }
    : { words: 'the input', rest: path.slice(1) }
}
