import type { RecordedRequest } from '../cassette/records.ts'
import type { FieldPath } from '../json/path.ts'
import { isJsonObject, type JsonValue } from '../json/value.ts'
import type { NamingDialect } from './mismatch-headline.ts'

/** Characters of the text that are shown. */
const SHOWN = 80

/**
 * The end of what a request asks, so that a reader recognises the call: `message 4 (user): And tomorrow?`. `null` where
 * the body has no list of messages that ends in text.
 */
export function lastWords(request: RecordedRequest, dialect: NamingDialect): string | null {
  if (!request.body || !('json' in request.body) || !isJsonObject(request.body.json)) return null
  const body = request.body.json
  const key = ['messages', 'input', 'contents', 'message', 'prompt'].find((name) => Object.hasOwn(body, name))
  if (key === undefined) return null
  const list = body[key]
  const path: FieldPath = Array.isArray(list) ? [key, list.length - 1] : [key]
  const text = lastText(Array.isArray(list) ? list.at(-1) : list)
  if (text === null) return null
  const line = text.trim().replace(/\s+/g, ' ')
  return `${dialect.nameField(body, path).words}: ${line.length > SHOWN ? `${line.slice(0, SHOWN)} …` : line}`
}

/** The text a message ends with, in any of the shapes that dialects give it. */
function lastText(value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (Array.isArray(value)) return lastText(value.at(-1))
  if (!isJsonObject(value)) return null
  return lastText(value.content ?? value.text ?? value.output ?? value.parts)
}
