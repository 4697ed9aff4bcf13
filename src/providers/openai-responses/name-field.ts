import type { FieldPath } from '../../json/path.ts'
import type { JsonValue } from '../../json/value.ts'
import { listIn, textIn } from '../fields.ts'
import {
  type NamedField,
  nameMessage,
  nameOther,
  nameTool,
  toolResultWords,
  withoutContent,
} from '../name-field.ts'
import { toolNames } from './read-item.ts'

/** See `Dialect.nameField`. Every item of `input` counts as a message. */
export function nameField(body: JsonValue, path: FieldPath): NamedField {
  const [list, at, ...inside] = path
  if (list === 'instructions') return { words: 'the system prompt', rest: path.slice(1) }
  if (list === 'input' && at === undefined && typeof textIn(body, 'input') === 'string') {
    return nameMessage(0, 'user', [])
  }
  if (typeof at !== 'number') return nameOther(path)
  if (list === 'tools') return nameTool(body, path)
  if (list !== 'input') return nameOther(path)
  const items = listIn(body, 'input')
  if (items.length > at && items.slice(0, at + 1).every(isSystemItem)) {
    return { words: 'the system prompt', rest: withoutContent(inside) }
  }
  return nameMessage(at, whatIs(items, at), inside)
}

function isSystemItem(item: JsonValue): boolean {
  return ['system', 'developer'].includes(textIn(item, 'role') ?? '')
}

function whatIs(items: JsonValue[], at: number): string {
  const item = items[at]
  const type = textIn(item, 'type') ?? 'message'
  if (type.endsWith('_call_output')) {
    return toolResultWords(toolNames(items).get(textIn(item, 'call_id') ?? '') ?? null)
  }
  if (type === 'message') return textIn(item, 'role') ?? 'unknown role'
  if (type === 'function_call' || type === 'custom_tool_call')
    return `call of ${textIn(item, 'name') ?? 'a tool'}`
  return type.replaceAll('_', ' ')
}
