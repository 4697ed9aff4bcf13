import type { RequestBody } from '../cassette/records.ts'
import { isJsonType, mediaType } from './identity-headers.ts'
import { parseLosslessJson } from './lossless-json.ts'
import { parseMultipart } from './multipart.ts'

/**
 * A request body in the form in which it is recorded and compared: JSON and multipart where nothing is lost by reading it
 * as such, other UTF-8 as `text`, the rest as `base64`, `null` where there is no body or an empty one. Never throws.
 *
 * @param bytes without their content encoding
 * @param contentType the header's value; without one, or with `text/plain` (what `fetch` says of a string), a body that
 * is a JSON object or array is taken for JSON.
 */
export function parseRequestBody(
  bytes: Uint8Array | null | undefined,
  contentType: string | null | undefined,
): RequestBody {
  if (!bytes || bytes.byteLength === 0) return null
  const type = mediaType(contentType ?? '')
  const multipart = type.startsWith('multipart/') && parseMultipart(bytes, contentType ?? '')
  if (multipart) return { multipart }
  const text = decodeUtf8(bytes)
  if (text === undefined) return { base64: Buffer.from(bytes).toString('base64') }

  const saysJson = isJsonType(type)
  if (saysJson || type === '' || type === 'text/plain') {
    const json = parseLosslessJson(text)
    if (json !== undefined && (saysJson || (typeof json === 'object' && json !== null))) return { json }
  }
  return { text }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
