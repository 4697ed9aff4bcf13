import type { FieldPath } from '../../json/path.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { listIn, textIn } from '../fields.ts'
import {
  type NamedField,
  nameMessage,
  nameOther,
  nameTool,
  toolResultWords,
  withoutContent,
} from '../name-field.ts'
import { isSystemRole, toolNames } from './read-request.ts'

/** See `Dialect.nameField`. */
export function nameField(body: JsonValue, path: FieldPath): NamedField {
  const [list, at, ...inside] = path
  if (typeof at !== 'number') return nameOther(path)
  if (list === 'tools') return nameTool(body, path)
  if (list !== 'messages') return nameOther(path)
  const messages = listIn(body, 'messages')
  if (messages.slice(0, at + 1).every(isSystemMessage) && messages.length > at) {
    return { words: 'the system prompt', rest: withoutContent(inside) }
  }
  return nameMessage(at, whatIs(messages, at), inside)
}

function isSystemMessage(message: JsonValue): boolean {
  return isSystemRole(textIn(message, 'role'))
}

function whatIs(messages: JsonValue[], at: number): string {
  const message = messages[at]
  const role = textIn(message, 'role')
  if (!isJsonObject(message) || role === null) return 'unknown role'
  if (role === 'function') return toolResultWords(textIn(message, 'name'))
  if (role !== 'tool') return role
  const id = textIn(message, 'tool_call_id')
  return toolResultWords(toolNames(messages).get(id ?? '') ?? textIn(message, 'name'))
}
