import type { JsonValue } from '../../json/value.ts'
import type { Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { listIn, numberIn, textIn } from '../fields.ts'
import { nameField } from './name-field.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'

/** Anthropic's messages API, also as Vertex AI serves it. */
export const anthropicMessages: Dialect = {
  id: 'anthropic-messages',
  label: 'anthropic messages',
  ownsPath: (path) => endpointDialect(path) === 'anthropic-messages',
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

function ownsBody(body: JsonValue): boolean {
  const messages = listIn(body, 'messages')
  const areTurns = messages.every((message) => ['user', 'assistant'].includes(textIn(message, 'role') ?? ''))
  const isSized = numberIn(body, 'max_tokens') !== undefined
  return messages.length > 0 && areTurns && isSized && textIn(body, 'model') !== null
}

function modelIn(url: URL): string | null {
  return /\/publishers\/anthropic\/models\/([^/:]+)/.exec(url.pathname)?.[1] ?? null
}
