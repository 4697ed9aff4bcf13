import type { RecordedRequest } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import type { Conversation, Dialect, Message } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, textIn } from '../fields.ts'
import { modelOrDeployment } from '../model-in-path.ts'
import { inputNamer } from '../name-input.ts'
import { readAnswer } from '../openai-chat/read-answer.ts'
import { readTexts } from '../read-texts.ts'
import { requestJson } from '../request-body.ts'

/** OpenAI's completions of a bare prompt, and Mistral's "fill in the middle", which answers as a chat does. */
export const openaiCompletions: Dialect = {
  id: 'openai-completions',
  label: 'openai completions',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'openai-completions',
  ownsBody: (body: JsonValue) => fieldIn(body, 'prompt') !== undefined && textIn(body, 'model') !== null,
  model: modelOrDeployment,
  readRequest,
  readAnswer,
  nameField: inputNamer('prompt'),
  deltaFields: ['text', 'content'],
  contentPaths: [],
  isTerminal: ({ data }) => data === '[DONE]',
  incidentalPaths: [],
  responseHeaders: ['x-request-id'],
}

function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const suffix = textIn(body, 'suffix')
  const after: Message[] = suffix
    ? [{ role: 'user', parts: [{ kind: 'other', label: 'suffix', value: suffix }], path: ['suffix'] }]
    : []
  return { system: [], messages: [...readTexts(body, 'prompt'), ...after], tools: [] }
}
