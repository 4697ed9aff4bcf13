/** Any value that JSON text can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

/** A JSON object. Key order is never significant to Retake. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** True for JSON objects: neither `null` nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
