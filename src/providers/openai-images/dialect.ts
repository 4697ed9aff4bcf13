import type { RecordedRequest } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import type { Conversation, Dialect, Part } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { textIn } from '../fields.ts'
import { formFields, formParts } from '../form-parts.ts'
import { readFormFiles } from '../media.ts'
import { modelOrDeployment } from '../model-in-path.ts'
import { inputNamer } from '../name-input.ts'
import { requestJson } from '../request-body.ts'
import { readAnswer } from './read-answer.ts'

/** OpenAI's images: generations, edits (a form or JSON) and variations. */
export const openaiImages: Dialect = {
  id: 'openai-images',
  label: 'openai images',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'openai-images',
  ownsBody: (body: JsonValue) => textIn(body, 'prompt') !== null && textIn(body, 'model') !== null,
  model: modelOrDeployment,
  readRequest,
  readAnswer,
  nameField: inputNamer('prompt'),
  deltaFields: [],
  contentPaths: [],
  isTerminal: ({ event, data }) =>
    (event ?? textIn(data, 'type') ?? '').endsWith('.completed') || textIn(data, 'type') === 'error',
  incidentalPaths: [],
  responseHeaders: ['x-request-id'],
}

function readRequest(request: RecordedRequest): Conversation {
  const fields = requestJson(request) ?? formFields(request.body)
  const prompt = textIn(fields, 'prompt')
  const parts: Part[] = [
    ...(prompt === null ? [] : [{ kind: 'text' as const, text: prompt }]),
    ...readFormFiles(formParts(request.body)),
  ]
  const messages = parts.length > 0 ? [{ role: 'user', parts, path: ['prompt'] }] : []
  return { system: [], messages, tools: [] }
}
