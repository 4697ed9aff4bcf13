import type { JsonValue } from '../../json/value.ts'
import type { Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { listIn, numberIn, textIn } from '../fields.ts'
import { namedInPath } from '../model-in-path.ts'
import { nameField } from './name-field.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'

/** Anthropic's messages API, also as Vertex AI serves it. */
export const anthropicMessages: Dialect = {
  id: 'anthropic-messages',
  label: 'anthropic messages',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'anthropic-messages',
  ownsBody,
  model: (url, body) => textIn(body, 'model') ?? modelIn(url),
  readRequest,
  readAnswer,
  nameField,
  deltaFields: ['text', 'partial_json', 'thinking'],
  contentPaths: [],
  isTerminal: ({ event, data }) => ['message_stop', 'error'].includes(event ?? textIn(data, 'type') ?? ''),
  incidentalPaths: [],
  responseHeaders: ['request-id'],
}

function ownsBody(body: JsonValue, path: string): boolean {
  const messages = listIn(body, 'messages')
  const areTurns = messages.every((message) => ['user', 'assistant'].includes(textIn(message, 'role') ?? ''))
  // Counting tokens needs no limit; on Vertex AI and Bedrock the version stands in the body, the model in the path.
  const isSized = numberIn(body, 'max_tokens') !== undefined || path.endsWith('/count_tokens')
  const isNamed = textIn(body, 'model') !== null || textIn(body, 'anthropic_version') !== null
  return messages.length > 0 && areTurns && isSized && isNamed
}

function modelIn(url: URL): string | null {
  return namedInPath(url, /\/publishers\/anthropic\/models\/([^/:]+)/)
}
