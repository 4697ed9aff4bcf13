import type { RecordedRequest } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Conversation, Message, Part } from '../dialect.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { requestJson } from '../request-body.ts'
import { readContent, readMessageParts } from './read-message.ts'
import { readTools } from './read-tools.ts'

/** See `Dialect.readRequest`. System and developer messages at the start are the system prompt. */
export function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const list = listIn(body, 'messages')
  const names = toolNames(list)
  const all = list.map((message, at) => readMessage(message, at, names))
  const firstOther = all.findIndex((message) => !isSystemRole(message.role))
  const start = firstOther === -1 ? all.length : firstOther
  return { system: all.slice(0, start), messages: all.slice(start), tools: readTools(body) }
}

/** Whether a role speaks for the application rather than for a party of the conversation. */
export function isSystemRole(role: string | null): boolean {
  return role === 'system' || role === 'developer'
}

/** The name of every tool that was called, by the id of its call. */
export function toolNames(messages: JsonValue[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const message of messages) {
    for (const call of listIn(message, 'tool_calls')) {
      const id = textIn(call, 'id')
      const name = textIn(fieldIn(call, 'function'), 'name') ?? textIn(fieldIn(call, 'custom'), 'name')
      if (id !== null && name !== null) names.set(id, name)
    }
  }
  return names
}

function readMessage(message: JsonValue, at: number, names: Map<string, string>): Message {
  const role = textIn(message, 'role') ?? 'unknown'
  const path = ['messages', at]
  if (!isJsonObject(message))
    return { role, path, parts: [{ kind: 'other', label: 'message', value: message }] }
  if (role !== 'tool' && role !== 'function') return { role, path, parts: readMessageParts(message) }
  const id = textIn(message, 'tool_call_id')
  const name = names.get(id ?? '') ?? textIn(message, 'name')
  const parts: Part[] = [{ kind: 'tool_result', id, name, parts: readContent(message.content) }]
  return { role: 'tool', path, parts }
}
