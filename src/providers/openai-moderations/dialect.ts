import type { RecordedCall, RecordedRequest } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import { readAnswerBody } from '../answer-body.ts'
import type { Answer, Conversation, Dialect, Message } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { fieldIn, listIn, objectIn, textIn } from '../fields.ts'
import { modelOrDeployment } from '../model-in-path.ts'
import { inputNamer } from '../name-input.ts'
import { readMessageParts } from '../openai-chat/read-message.ts'
import { readError } from '../read-error.ts'
import { readTexts } from '../read-texts.ts'
import { requestJson } from '../request-body.ts'
import { readTokenUsage } from '../token-usage.ts'

/** OpenAI's moderations, also as Mistral serves them (of texts, and of conversations). */
export const openaiModerations: Dialect = {
  id: 'openai-moderations',
  label: 'openai moderations',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'openai-moderations',
  ownsBody: (body: JsonValue) => fieldIn(body, 'input') !== undefined && textIn(body, 'model') !== null,
  model: modelOrDeployment,
  readRequest,
  readAnswer,
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
function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const json = body.kind === 'json' ? body.json : null
  const choices = listIn(json, 'results').map((result): Answer['choices'][number] => {
    const categories = Object.entries(objectIn(result, 'categories'))
    const value = categories.filter(([, isFlagged]) => isFlagged === true).map(([name]) => name)
    return {
      parts: [
        {
          kind: 'other',
          label: value.length > 0 ? 'flagged' : 'not flagged',
          value: value.length > 0 ? value : null,
        },
      ],
      stop: null,
    }
  })
  return {
    choices,
    usage: readTokenUsage(fieldIn(json, 'usage')),
    model: textIn(json, 'model'),
    error: readError(call, body),
  }
}
