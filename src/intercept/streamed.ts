import type { RequestBody } from '../cassette/records.ts'
import { isJsonObject } from '../json/value.ts'

const streamTypes = [
  'text/event-stream',
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/stream+json',
  'application/vnd.amazon.eventstream',
]

/**
 * Whether a response arrives in pieces that mean something: by its content type, or because the request asked for a
 * stream (some servers declare theirs as JSON, or not at all).
 */
export function isStreamed(response: Response, requestBody: RequestBody): boolean {
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (streamTypes.includes(type ?? '')) return true
  const json = requestBody && 'json' in requestBody ? requestBody.json : null
  return response.ok && isJsonObject(json) && json.stream === true
}
