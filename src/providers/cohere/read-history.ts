import type { JsonValue } from '../../json/value.ts'
import type { Message, Part } from '../dialect.ts'
import { fieldIn, jsonText, listIn, textIn } from '../fields.ts'

/** The conversation of a request of version 1: the history, then the message, then results of tools. */
export function readHistory(body: JsonValue | undefined): Message[] {
  const history = listIn(body, 'chat_history').map((turn, at) => readTurn(turn, ['chat_history', at]))
  const text = textIn(body, 'message')
  const message: Message[] = text
    ? [{ role: 'user', parts: [{ kind: 'text', text }], path: ['message'] }]
    : []
  const results = readResults(body)
  return [
    ...history,
    ...message,
    ...(results.length > 0 ? [{ role: 'tool', parts: results, path: ['tool_results'] }] : []),
  ]
}

/** Who speaks in a turn of the history, as every dialect calls it. */
export function roleOf(turn: JsonValue | undefined): string {
  const role = (textIn(turn, 'role') ?? 'unknown').toLowerCase()
  return role === 'chatbot' ? 'assistant' : role
}

/** The calls of version 1, whose parameters are JSON. */
export function readCalls(value: JsonValue | undefined): Part[] {
  return listIn(value, 'tool_calls').map((call) => ({
    kind: 'tool_call',
    id: null,
    name: textIn(call, 'name') ?? 'unnamed',
    arguments: fieldIn(call, 'parameters') ?? {},
  }))
}

function readTurn(turn: JsonValue, path: Message['path']): Message {
  const text = textIn(turn, 'message')
  const parts: Part[] = text ? [{ kind: 'text', text }] : []
  return { role: roleOf(turn), parts: [...parts, ...readCalls(turn), ...readResults(turn)], path }
}

function readResults(value: JsonValue | undefined): Part[] {
  return listIn(value, 'tool_results').map((result) => ({
    kind: 'tool_result',
    id: null,
    name: textIn(fieldIn(result, 'call'), 'name'),
    parts: listIn(result, 'outputs').map((output) => ({ kind: 'text', text: jsonText(output) })),
  }))
}
