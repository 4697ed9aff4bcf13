import type { ReadRequest } from '../intercept/capture.ts'
import type { JsonValue } from '../json/value.ts'

/** The JSON of a request's body, to recognise its shape; `undefined` where it is no JSON. Never throws. */
export function parseJsonBody({ bytes, body }: ReadRequest): JsonValue | undefined {
  if (body && 'json' in body) return body.json
  // `{` or `[`, after white space: anything else is no model call's shape, and may be large.
  if (!bytes || !/^\s*[{[]/.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))) return undefined
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as JsonValue
  } catch {
    return undefined
  }
}
