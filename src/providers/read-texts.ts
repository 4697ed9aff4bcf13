import type { JsonValue } from '../json/value.ts'
import type { Message, Part } from './dialect.ts'
import { fieldIn, jsonText, textIn } from './fields.ts'
import { readContent } from './openai-chat/read-message.ts'

/** The texts in a field that holds one or a list of them, each as a message of the user. Token lists stand as they are. */
export function readTexts(body: JsonValue | undefined, field: string): Message[] {
  const given = fieldIn(body, field)
  if (given === undefined || given === null) return []
  const isList = Array.isArray(given) && !given.every((item) => typeof item === 'number')
  const texts: JsonValue[] = isList ? (given as JsonValue[]) : [given]
  return texts.map((text, at) => ({
    role: 'user',
    parts: partsOf(text),
    path: isList ? [field, at] : [field],
  }))
}

function partsOf(value: JsonValue): Part[] {
  if (typeof value === 'string') return [{ kind: 'text', text: value }]
  if (Array.isArray(value)) return [{ kind: 'other', label: 'tokens', value: jsonText(value) }]
  // Inputs of several kinds (text and image) stand as the parts of a chat message do.
  return textIn(value, 'type') === null ? [{ kind: 'other', label: 'input', value }] : readContent([value])
}
