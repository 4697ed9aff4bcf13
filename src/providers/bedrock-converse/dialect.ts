import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, listIn } from '../fields.ts'
import { namedInPath } from '../model-in-path.ts'
import { nameField } from './name-field.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'

/** Amazon Bedrock's Converse and ConverseStream, and the counting of tokens for both. */
export const bedrockConverse: Dialect = {
  id: 'bedrock-converse',
  label: 'bedrock converse',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'bedrock-converse',
  ownsBody,
  // A model's name, or the ARN of an inference profile, an imported or a provisioned model, a prompt.
  model: (url) => namedInPath(url, /\/model\/(.+)\/(?:converse|converse-stream|count-tokens)\/?$/),
  readRequest,
  readAnswer,
  nameField,
  deltaFields: ['text', 'input'],
  contentPaths: [],
  // Usage comes after `messageStop`.
  isTerminal: ({ event }) => event === 'metadata' || event === 'exception',
  incidentalPaths: [],
  responseHeaders: [],
}

function ownsBody(body: JsonValue): boolean {
  const asked = fieldIn(body, 'input')
  if (isJsonObject(asked)) return isJsonObject(asked.converse) || isJsonObject(asked.invokeModel)
  const messages = listIn(body, 'messages')
  // A prompt that is kept at AWS brings its own messages.
  const isPrompt = messages.length === 0 && isJsonObject(fieldIn(body, 'promptVariables'))
  return (
    isPrompt ||
    (messages.length > 0 && messages.every((message) => Array.isArray(fieldIn(message, 'content'))))
  )
}
