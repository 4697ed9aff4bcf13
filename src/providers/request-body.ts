import type { RecordedRequest } from '../cassette/records.ts'
import type { JsonValue } from '../json/value.ts'
import { parsedOrText } from './fields.ts'

/** The JSON body of a request, also where it was kept as text; `undefined` where it is no JSON. */
export function requestJson(request: RecordedRequest): JsonValue | undefined {
  if (request.body === null || 'base64' in request.body || 'multipart' in request.body) return undefined
  if ('json' in request.body) return request.body.json
  const value = parsedOrText(request.body.text)
  return typeof value === 'string' ? undefined : value
}
