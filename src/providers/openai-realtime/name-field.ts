import { type FieldPath, valueAt } from '../../json/path.ts'
import type { JsonValue } from '../../json/value.ts'
import { textIn } from '../fields.ts'
import { type NamedField, nameMessage, nameOther, nameTool } from '../name-field.ts'

/**
 * See `Dialect.nameField`. The body of a session is `{ messages }`: what the client sends, in order. Settings are named as
 * those of any call, other events by their number and type.
 */
export function nameField(body: JsonValue, path: FieldPath): NamedField {
  const [list, at, ...inside] = path
  if (list !== 'messages' || typeof at !== 'number') return nameOther(path)
  const event = valueAt(body, [list, at]) ?? null
  const [scope, field] = inside
  if (scope === 'session' || scope === 'response') {
    const settings = valueAt(event, [scope]) ?? null
    if (field === 'instructions') return { words: 'the system prompt', rest: inside.slice(2) }
    if (field === 'tools' && typeof inside[2] === 'number') return nameTool(settings, inside.slice(1))
  }
  if (scope === 'item') return nameMessage(at, whatIs(valueAt(event, ['item']) ?? null), inside.slice(1))
  return nameMessage(at, textIn(event, 'type') ?? 'no event', inside)
}

function whatIs(item: JsonValue): string {
  const type = textIn(item, 'type') ?? 'message'
  if (type === 'function_call_output') return 'tool result'
  return type === 'message' ? (textIn(item, 'role') ?? 'message') : type.replaceAll('_', ' ')
}
