import { encodePiece } from '../cassette/payload.ts'
import type { SocketEnd, SocketPayload } from '../cassette/records.ts'
import type { SocketData } from '../intercept/socket-session.ts'
import type { JsonValue } from '../json/value.ts'
import type { Dialect } from '../providers/dialect.ts'
import type { Redactor } from '../redact/redactor.ts'

/** A message as it is recorded and compared: redacted, in its most readable form. Binary ones stand as they are. */
export function socketPayload(
  from: SocketEnd,
  data: SocketData,
  { contentPaths, deltaFields }: Dialect,
  redactor: Redactor,
): SocketPayload {
  if (typeof data !== 'string') return { from, base64: Buffer.from(data).toString('base64') }
  const text = redactor.text(data, { contentPaths, deltaFields })
  const payload = encodePiece(Buffer.from(text), 'json')
  return 'json' in payload ? { from, json: payload.json } : { from, text }
}

/** What a recorded message says at the other end. */
export function socketData(payload: SocketPayload): SocketData {
  if ('json' in payload) return JSON.stringify(payload.json)
  if ('base64' in payload) return Buffer.from(payload.base64, 'base64')
  return 'text' in payload ? payload.text : ''
}

/** A message as a value to be compared: JSON as such, other text as a string, bytes as `{ base64 }`. */
export function socketValue(payload: SocketPayload): JsonValue {
  if ('json' in payload) return payload.json
  if ('text' in payload) return payload.text
  return 'base64' in payload ? { base64: payload.base64 } : null
}
