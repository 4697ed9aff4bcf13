import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { namedInPath } from '../model-in-path.ts'
import { nameField } from './name-field.ts'
import { isLastChunk, readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'

/** Google's Gemini API, of the Developer API and of Vertex AI: answers, token counts, embeddings. */
export const gemini: Dialect = {
  id: 'gemini',
  label: 'gemini',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'gemini',
  ownsBody,
  model: (url, body) =>
    namedInPath(url, /\/([^/:]+):[A-Za-z]+$/) ?? textIn(body, 'model')?.replace(/^models\//, '') ?? null,
  readRequest,
  readAnswer,
  nameField,
  deltaFields: ['text', 'stringValue', 'code', 'output'],
  contentPaths: [
    'logprobsResult.chosenCandidates[].token',
    'logprobsResult.topCandidates[].candidates[].token',
  ],
  isTerminal: ({ data }) => isLastChunk(data),
  // @ai-sdk/google invents an id for every call that came without one, and sends it back with the result.
  incidentalPaths: [
    'contents[].parts[].functionCall.id',
    'contents[].parts[].functionResponse.id',
    'contents[].parts[].function_call.id',
    'contents[].parts[].function_response.id',
  ],
  responseHeaders: [],
}

function ownsBody(body: JsonValue): boolean {
  const asked = isJsonObject(fieldIn(body, 'generateContentRequest'))
    ? fieldIn(body, 'generateContentRequest')
    : body
  const contents = [...listIn(asked, 'contents'), ...listIn(body, 'instances')]
  const embedded = [
    fieldIn(body, 'content'),
    ...listIn(body, 'requests').map((one) => fieldIn(one, 'content')),
  ]
  const texts = embedded.filter((content) => content !== undefined)
  return contents.length + texts.length > 0 && [...contents, ...texts].every(isJsonObject)
}
