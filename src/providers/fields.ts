import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts'

/*
 * Readers for JSON that came over the wire: whatever stands in a field, the answer has the asked type, and nothing throws.
 */

/** The string in `key`, or `null`. */
export function textIn(value: JsonValue | undefined, key: string): string | null {
  const field = fieldIn(value, key)
  return typeof field === 'string' ? field : null
}

/** The number in `key`, or `undefined`. */
export function numberIn(value: JsonValue | undefined, key: string): number | undefined {
  const field = fieldIn(value, key)
  return typeof field === 'number' ? field : undefined
}

/** The list in `key`, or an empty one. */
export function listIn(value: JsonValue | undefined, key: string): JsonValue[] {
  const field = fieldIn(value, key)
  return Array.isArray(field) ? field : []
}

/** The object in `key`, or an empty one. */
export function objectIn(value: JsonValue | undefined, key: string): JsonObject {
  const field = fieldIn(value, key)
  return isJsonObject(field) ? field : {}
}

/** Whatever stands in an own `key` of an object, or `undefined`. */
export function fieldIn(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The JSON text of a value; empty where it is nested too deeply for the stack. */
export function jsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value)
  } catch {
    return ''
  }
}

/** The JSON value a text holds, or the text itself. Tool arguments arrive as text that need not be JSON. */
export function parsedOrText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}
