import type { RecordedRequest } from '../cassette/records.ts'
import { isJsonObject } from '../json/value.ts'

const streamTypes = [
  'text/event-stream',
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/stream+json',
  'application/vnd.amazon.eventstream',
]

/** Operations of Google and AWS that answer in a stream, as their URLs name them: Google's may be one JSON array. */
const streamOperation = /:stream[A-Z][A-Za-z]*$|\/(?:converse|invoke-with-response)-stream$/

/**
 * Whether a response arrives in pieces that mean something: by its content type, or because the request asked for a
 * stream, in its body or by its URL (some servers declare theirs as JSON, or not at all).
 */
export function isStreamed(
  response: Response,
  { url, body }: Pick<RecordedRequest, 'url' | 'body'>,
): boolean {
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (streamTypes.includes(type ?? '')) return true
  const json = body && 'json' in body ? body.json : null
  const isAsked = isJsonObject(json) && json.stream === true
  return response.ok && (isAsked || streamOperation.test(url.split('?', 1)[0] as string))
}
