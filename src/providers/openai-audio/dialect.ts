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

/** OpenAI's audio: speech (JSON to sound), transcriptions and translations (a form to text). */
export const openaiAudio: Dialect = {
  id: 'openai-audio',
  label: 'openai audio',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'openai-audio',
  ownsBody: (body: JsonValue) =>
    textIn(body, 'input') !== null && textIn(body, 'model') !== null && textIn(body, 'voice') !== null,
  model: modelOrDeployment,
  readRequest,
  readAnswer,
  nameField: inputNamer('input'),
  deltaFields: ['delta', 'text'],
  contentPaths: ['logprobs[].token'],
  isTerminal: ({ event, data }) =>
    ['speech.audio.done', 'transcript.text.done', 'error'].includes(event ?? textIn(data, 'type') ?? ''),
  incidentalPaths: [],
  responseHeaders: ['x-request-id'],
}

function readRequest(request: RecordedRequest): Conversation {
  const fields = requestJson(request) ?? formFields(request.body)
  const instructions = textIn(fields, 'instructions')
  const text = textIn(fields, 'input') ?? textIn(fields, 'prompt')
  const parts: Part[] = [
    ...(text === null ? [] : [{ kind: 'text' as const, text }]),
    ...readFormFiles(formParts(request.body)),
  ]
  return {
    system: instructions
      ? [{ role: 'system', parts: [{ kind: 'text', text: instructions }], path: ['instructions'] }]
      : [],
    messages: parts.length > 0 ? [{ role: 'user', parts, path: ['input'] }] : [],
    tools: [],
  }
}
