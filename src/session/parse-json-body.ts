import type { ReadRequest } from '../intercept/capture.ts'
import type { JsonValue } from '../json/value.ts'

/** The JSON of a request's body, to recognise its shape; `undefined` where it is no JSON. Never throws. */
export function parseJsonBody({ body }: Pick<ReadRequest, 'body'>): JsonValue | undefined {
  if (body && 'json' in body) return body.json
  // `{` or `[`, after white space: anything else is no model call's shape, and may be large.
  if (!body || !('text' in body) || !/^\s*[{[]/.test(body.text.slice(0, 64))) return undefined
  try {
    return JSON.parse(body.text) as JsonValue
  } catch {
    return undefined
  }
}
