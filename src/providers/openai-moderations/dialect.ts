import type { RecordedRequest } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import type { Answer, Conversation, Dialect, Message, Part } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, listIn, objectIn, textIn } from '../fields.ts'
import { modelOrDeployment } from '../model-in-path.ts'
import { inputNamer } from '../name-input.ts'
import { readMessageParts } from '../openai-chat/read-message.ts'
import { readTexts } from '../read-texts.ts'
import { requestJson } from '../request-body.ts'
import { readResultAnswer } from '../result-answer.ts'

/** OpenAI's moderations, also as Mistral serves them (of texts, and of conversations). */
export const openaiModerations: Dialect = {
  id: 'openai-moderations',
  label: 'openai moderations',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'openai-moderations',
  ownsBody: (body: JsonValue) => fieldIn(body, 'input') !== undefined && textIn(body, 'model') !== null,
  model: modelOrDeployment,
  readRequest,
  readAnswer: (call) => readResultAnswer(call, readVerdicts),
  nameField: inputNamer('input'),
  deltaFields: [],
  contentPaths: [],
  isTerminal: () => false,
  incidentalPaths: [],
  responseHeaders: ['x-request-id'],
}

function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const turns = listIn(body, 'input').map((turn) => textIn(turn, 'role'))
  const messages =
    turns.length > 0 && turns.every((role) => role !== null)
      ? listIn(body, 'input').map(
          (turn, at): Message => ({
            role: turns[at] as string,
            parts: readMessageParts({ content: fieldIn(turn, 'content') ?? null }),
            path: ['input', at],
          }),
        )
      : readTexts(body, 'input')
  return { system: [], messages, tools: [] }
}

/** One choice for each input: the categories that are flagged. Scores change with every call, and are left out. */
function readVerdicts(json: JsonValue): Answer['choices'] {
  return listIn(json, 'results').map((result) => {
    const categories = Object.entries(objectIn(result, 'categories'))
    const flagged = categories.filter(([, isFlagged]) => isFlagged === true).map(([name]) => name)
    const part: Part =
      flagged.length > 0
        ? { kind: 'other', label: 'flagged', value: flagged }
        : { kind: 'other', label: 'not flagged', value: null }
    return { parts: [part], stop: null }
  })
}
