import { isJsonObject, type JsonValue } from '../json/value.ts'
import { cutText, fence, inlineText, isPlainProse } from './transcript-text.ts'

/** Longest value that stays on the line of its label, in characters. */
const lineLimit = 160

/** JSON on one line with a space after colons and commas: `{"city": "Lisbon"}`. */
export function spacedJson(value: JsonValue, depth = 0): string {
  // Deeper than any reader follows; and a recursion needs an end.
  if (depth > 64) return '…'
  if (Array.isArray(value)) return `[${value.map((item) => spacedJson(item, depth + 1)).join(', ')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([key, field]) => `${JSON.stringify(key)}: ${spacedJson(field, depth + 1)}`,
  )
  return `{${fields.join(', ')}}`
}

/** JSON that tells any two values apart, but for those nested too deeply for the stack, which differ down to depth 64. */
export function distinctJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return spacedJson(value as JsonValue)
  }
}

/**
 * A list item of a label (Markdown already) and a value: on one line where the value is short and plain, else the value
 * in a code block of its own. `null` leaves the label alone.
 */
export function valueItem(label: string, value: JsonValue, limit: number): string {
  if (value === null) return `- ${label}`
  const line = spacedJson(value)
  const plain = line.length <= lineLimit && isPlainProse(`x ${line}`)
  if (plain && typeof value !== 'string') return `- ${label} ${line}`
  const { shown, note } = cutText(typeof value === 'string' ? value : indentedJson(value, line), limit)
  return [`- ${label}`, fence(shown), ...(note === null ? [] : [note])]
    .join('\n\n')
    .replace(/\n(?!\n|$)/g, '\n  ')
}

/** A label in recorded words, such as the type of a part. */
export function labelText(label: string): string {
  return inlineText(label.replaceAll('_', ' '))
}

function indentedJson(value: JsonValue, line: string): string {
  return line.length <= lineLimit || line.includes('…') ? line : JSON.stringify(value, null, 2)
}
