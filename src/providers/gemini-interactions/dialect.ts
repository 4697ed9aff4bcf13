import type { Dialect } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, textIn } from '../fields.ts'
import { nameField } from './name-field.ts'
import { readAnswer } from './read-answer.ts'
import { readRequest } from './read-request.ts'

/** Google's interactions API, the stateful successor of `generateContent`: https://ai.google.dev/gemini-api/docs/interactions */
export const geminiInteractions: Dialect = {
  id: 'gemini-interactions',
  label: 'gemini interactions',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'gemini-interactions',
  ownsBody: (body) => fieldIn(body, 'input') !== undefined,
  model: (_url, body) => (textIn(body, 'model') ?? textIn(body, 'agent'))?.replace(/^models\//, '') ?? null,
  readRequest,
  readAnswer,
  nameField,
  deltaFields: ['text', 'arguments', 'partial_arguments'],
  contentPaths: [],
  isTerminal: ({ event, data }) => {
    const type = event ?? textIn(data, 'event_type') ?? ''
    return (
      ['interaction.completed', 'interaction.complete', 'error', 'done'].includes(type) || data === '[DONE]'
    )
  },
  incidentalPaths: [],
  responseHeaders: [],
}
