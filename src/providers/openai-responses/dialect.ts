import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, textIn } from '../fields.ts'
import { nameField } from './name-field.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'

const terminal = ['response.completed', 'response.failed', 'response.incomplete', 'error']

/** OpenAI's responses API. */
export const openaiResponses: Dialect = {
  id: 'openai-responses',
  label: 'openai responses',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'openai-responses',
  ownsBody,
  model: (_url, body) => textIn(body, 'model'),
  readRequest,
  readAnswer,
  nameField,
  deltaFields: ['delta'],
  contentPaths: [
    ...['', 'response.'].flatMap((root) => [
      `${root}output[].content[].logprobs[].token`,
      `${root}output[].content[].logprobs[].top_logprobs[].token`,
    ]),
    ...['item.content[].', 'part.', ''].flatMap((root) => [
      `${root}logprobs[].token`,
      `${root}logprobs[].top_logprobs[].token`,
    ]),
  ],
  isTerminal: ({ event, data }) =>
    terminal.includes(event ?? textIn(data, 'type') ?? '') || data === '[DONE]',
  incidentalPaths: [],
  responseHeaders: ['x-request-id'],
}

function ownsBody(body: JsonValue): boolean {
  const input = fieldIn(body, 'input')
  const isInput =
    (typeof input === 'string' && input !== '') ||
    (Array.isArray(input) && input.length > 0 && input.every(isJsonObject))
  return (isInput && textIn(body, 'model') !== null) || asksStoredPrompt(body)
}

/** A prompt that is kept at the provider brings its own model and input. */
function asksStoredPrompt(body: JsonValue): boolean {
  return textIn(fieldIn(body, 'prompt'), 'id')?.startsWith('pmpt_') ?? false
}
