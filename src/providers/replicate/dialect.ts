import type { RecordedRequest } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Conversation, Dialect, Message, Part } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, objectIn, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'
import { namedInPath } from '../model-in-path.ts'
import { type NamedField, nameOther } from '../name-field.ts'
import { requestJson } from '../request-body.ts'
import { readAnswer } from './read-answer.ts'

/**
 * Replicate's predictions: made, asked for until they are done, and streamed.
 * https://replicate.com/docs/reference/http
 */
export const replicate: Dialect = {
  id: 'replicate',
  label: 'replicate',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'replicate',
  ownsBody: (body: JsonValue) => isJsonObject(fieldIn(body, 'input')),
  model: (url, body) =>
    namedInPath(url, /\/(?:models|deployments)\/([^/]+\/[^/]+)\/predictions$/) ??
    textIn(body, 'model') ??
    textIn(body, 'version'),
  readRequest,
  readAnswer,
  nameField,
  deltaFields: ['data', 'output'],
  contentPaths: [],
  isTerminal: ({ event }) => event === 'done' || event === 'error',
  incidentalPaths: [],
  responseHeaders: [],
}

function readRequest(request: RecordedRequest): Conversation {
  const input = objectIn(requestJson(request), 'input')
  const prompt = textIn(input, 'system_prompt')
  const system: Message[] =
    prompt === null
      ? []
      : [{ role: 'system', parts: [{ kind: 'text', text: prompt }], path: ['input', 'system_prompt'] }]
  const messages = Object.entries(input).flatMap(([name, value]): Message[] =>
    name === 'system_prompt'
      ? []
      : [{ role: 'user', parts: [readInput(name, value)], path: ['input', name] }],
  )
  return { system, messages, tools: [] }
}

/** A model's inputs are its own: its prompt, files by data URL or address, settings. */
function readInput(name: string, value: JsonValue): Part {
  if (name === 'prompt' && typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value === 'string' && value.startsWith('data:'))
    return { kind: 'media', label: `${name}: ${mediaLabel('file', { url: value })}` }
  return { kind: 'other', label: name, value }
}

function nameField(_body: JsonValue, path: (string | number)[]): NamedField {
  const [first, name, ...inside] = path
  if (first === 'version' && path.length === 1) return { words: 'the model', rest: [] }
  if (first !== 'input' || name === undefined) return nameOther(path)
  if (name === 'prompt') return { words: 'the prompt', rest: inside }
  if (name === 'system_prompt') return { words: 'the system prompt', rest: inside }
  return { words: String(name), rest: inside }
}
