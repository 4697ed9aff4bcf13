import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { listIn, textIn } from '../fields.ts'
import { modelOrDeployment } from '../model-in-path.ts'
import { nameField } from './name-field.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'

/** OpenAI's chat completions, the format that most providers speak. */
export const openaiChat: Dialect = {
  id: 'openai-chat',
  label: 'openai chat completions',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'openai-chat',
  ownsBody,
  model: modelOrDeployment,
  readRequest,
  readAnswer,
  nameField,
  deltaFields: ['content', 'arguments', 'reasoning_content', 'reasoning', 'refusal', 'text', 'thinking'],
  contentPaths: [
    'choices[].logprobs.content[].token',
    'choices[].logprobs.content[].top_logprobs[].token',
    'choices[].logprobs.refusal[].token',
    'choices[].logprobs.refusal[].top_logprobs[].token',
  ],
  isTerminal: ({ data }) => data === '[DONE]',
  incidentalPaths: [],
  responseHeaders: ['x-request-id'],
}

function ownsBody(body: JsonValue): boolean {
  const messages = listIn(body, 'messages')
  const areMessages = messages.every((message) => isJsonObject(message) && typeof message.role === 'string')
  return messages.length > 0 && areMessages && textIn(body, 'model') !== null
}
