import type { FieldPath } from '../../json/path.ts'
import type { JsonValue } from '../../json/value.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { type NamedField, nameMessage, nameOther, nameTool, toolResultWords } from '../name-field.ts'
import { isTurn, roleOf } from './read-request.ts'

/** See `Dialect.nameField`. Contents without turns are one message. */
export function nameField(body: JsonValue, path: FieldPath): NamedField {
  const [first, at, ...inside] = path
  if (first === 'system_instruction') return { words: 'the system prompt', rest: path.slice(1) }
  if (first === 'generation_config' && typeof at === 'string') return { words: at, rest: inside }
  if (first === 'tools' && typeof at === 'number') return nameTool(body, path)
  if (first !== 'input') return nameOther(path)
  const items = listIn(body, 'input')
  if (typeof at !== 'number')
    return typeof fieldIn(body, 'input') === 'string' ? nameMessage(0, 'user', []) : nameOther(path)
  if (!items.some(isTurn)) {
    const isText = inside.length === 1 && inside[0] === 'text' && items.length === 1
    return { words: 'message 1 (user)', rest: isText ? [] : [at, ...inside] }
  }
  const item = items[at]
  const result = textIn(item, 'type') === 'function_result'
  return nameMessage(at, result ? toolResultWords(textIn(item, 'name')) : roleOf(item), inside)
}
