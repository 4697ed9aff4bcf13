import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { listIn, textIn } from '../fields.ts'
import { nameField } from './name-field.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'

/** OpenAI's chat completions, the format that most providers speak. */
export const openaiChat: Dialect = {
  id: 'openai-chat',
  label: 'openai chat completions',
  ownsPath: (path) => endpointDialect(path) === 'openai-chat',
  ownsBody,
  model: (url, body) => textIn(body, 'model') ?? deploymentIn(url),
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

// Azure names the model's deployment in the path only.
function deploymentIn(url: URL): string | null {
  const name = /\/deployments\/([^/]+)\//.exec(url.pathname)?.[1]
  try {
    return name === undefined ? null : decodeURIComponent(name)
  } catch {
    return name ?? null
  }
}
