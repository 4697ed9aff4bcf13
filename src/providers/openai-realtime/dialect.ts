import type { RecordedCall, Usage } from '../../cassette/records.ts'
import { socketMessages } from '../../cassette/socket-session.ts'
import { readAnswerBody } from '../answer-body.ts'
import type { Answer, Dialect, SessionTurn } from '../dialect.ts'
import { endpointDialect } from '../endpoints.ts'
import { readError } from '../read-error.ts'
import { nameField } from './name-field.ts'
import { readSession } from './read-session.ts'

/** OpenAI's Realtime API over WebSockets. https://platform.openai.com/docs/api-reference/realtime-client-events */
export const openaiRealtime: Dialect = {
  id: 'openai-realtime',
  label: 'openai realtime',
  ownsPath: (path, provider) => endpointDialect(path, provider) === 'openai-realtime',
  // A session has no body.
  ownsBody: () => false,
  model: (url) => url.searchParams.get('model') ?? url.searchParams.get('deployment'),
  readRequest: () => ({ system: [], messages: [], tools: [] }),
  readAnswer,
  readSession,
  nameField,
  deltaFields: ['delta'],
  contentPaths: [],
  isTerminal: () => false,
  // A client may name its events, to find the error that one led to.
  incidentalPaths: ['messages[].event_id'],
  responseHeaders: ['x-request-id'],
}

/** The last answer of the session, and what all of them cost together. */
function readAnswer(call: RecordedCall): Answer {
  const turns = readSession(socketMessages(call))
  const answers = turns.filter(
    (turn) => turn.kind === 'message' && turn.role === 'assistant',
  ) as (SessionTurn & {
    kind: 'message'
  })[]
  const last = answers.at(-1)
  const failed = (call.response?.status ?? 101) >= 400
  const error = turns.find((turn) => turn.kind === 'error')
  return {
    choices: last ? [{ parts: last.parts, stop: last.stop }] : [],
    usage: sumOf(answers.flatMap(({ usage }) => usage ?? [])),
    model: null,
    error: failed ? readError(call, readAnswerBody(call)) : (error ?? null) && pick(error as ErrorTurn),
  }
}

type ErrorTurn = SessionTurn & { kind: 'error' }

function pick({ type, message }: ErrorTurn): Answer['error'] {
  return { type, message }
}

function sumOf(usages: readonly Usage[]): Usage | null {
  if (usages.length === 0) return null
  const sum: Usage = {}
  for (const usage of usages)
    for (const [name, count] of Object.entries(usage) as [keyof Usage, number][])
      sum[name] = (sum[name] ?? 0) + count
  return sum
}
