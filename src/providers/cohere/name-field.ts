import type { FieldPath } from '../../json/path.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { fieldIn, listIn } from '../fields.ts'
import { type NamedField, nameMessage, nameOther } from '../name-field.ts'
import { nameField as nameChatField } from '../openai-chat/name-field.ts'
import { roleOf } from './read-history.ts'

/** See `Dialect.nameField`. The message of version 1 counts after those of its history. */
export function nameField(body: JsonValue, path: FieldPath): NamedField {
  const [first, at, ...inside] = path
  if (first === 'preamble') return { words: 'the system prompt', rest: path.slice(1) }
  if (first === 'query') return { words: 'the query', rest: path.slice(1) }
  if (first === 'message') return nameMessage(listIn(body, 'chat_history').length, 'user', path.slice(1))
  if (typeof at !== 'number') return nameOther(path)
  if (first === 'chat_history') {
    const turn = listIn(body, 'chat_history')[at]
    const isText = inside.length === 1 && inside[0] === 'message'
    return nameMessage(at, isJsonObject(turn) ? roleOf(turn) : 'unknown role', isText ? [] : inside)
  }
  const singular = { documents: 'document', texts: 'text', inputs: 'text', images: 'image' }[String(first)]
  if (singular) return { words: `${singular} ${at + 1}`, rest: inside }
  if (first === 'tool_results') return { words: `tool result ${at + 1}`, rest: inside }
  if (first === 'tools' && isJsonObject(fieldIn(listIn(body, 'tools')[at], 'parameter_definitions'))) {
    return nameOldTool(body, at, inside)
  }
  return nameChatField(body, path)
}

function nameOldTool(body: JsonValue, at: number, inside: FieldPath): NamedField {
  const named = nameChatField(body, ['tools', at, ...inside])
  return inside[0] === 'parameter_definitions' ? { ...named, words: `the schema of ${named.words}` } : named
}
