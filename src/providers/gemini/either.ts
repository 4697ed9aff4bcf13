import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { fieldIn } from '../fields.ts'

/**
 * Whatever stands in a field of Google's protobuf JSON, which servers take in camelCase and in snake_case alike:
 * https://protobuf.dev/programming-guides/json/
 */
export function either(value: JsonValue | undefined, camelName: string): JsonValue | undefined {
  return fieldIn(value, camelName) ?? fieldIn(value, snakeCase(camelName))
}

/** As {@link either}, only text. */
export function eitherText(value: JsonValue | undefined, camelName: string): string | null {
  const field = either(value, camelName)
  return typeof field === 'string' ? field : null
}

/** As {@link either}, only lists. */
export function eitherList(value: JsonValue | undefined, camelName: string): JsonValue[] {
  const field = either(value, camelName)
  return Array.isArray(field) ? field : []
}

/** As {@link either}, only objects. */
export function eitherObject(value: JsonValue | undefined, camelName: string): JsonObject {
  const field = either(value, camelName)
  return isJsonObject(field) ? field : {}
}

/** The name that a field has in an object: as it is written there, else in camelCase. */
export function writtenName(value: JsonValue | undefined, camelName: string): string {
  return fieldIn(value, camelName) === undefined && fieldIn(value, snakeCase(camelName)) !== undefined
    ? snakeCase(camelName)
    : camelName
}

/** A field's name in camelCase. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
