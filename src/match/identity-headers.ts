import type { HeaderPairs } from '../cassette/records.ts'
import { REMOVED } from '../redact/redactor.ts'
import { isHeaderNoise } from './header-noise.ts'

/** What Stainless-made SDKs invent per call where their caller gave no key; only a caller's own key is identity. */
const inventedIdempotencyKey = /^stainless-\w+-retry-/

/**
 * The request headers that carry meaning (design §5): all but credentials, transport headers and what client libraries
 * say of themselves. Names in lower case, sorted; repeated names keep their order; values trimmed. Idempotent.
 *
 * `application/json` is left out: that a body is JSON shows in its recorded form, and some clients do not say so. Other
 * content types count, without what is no news in them (charset of JSON, boundary of multipart).
 *
 * @param extra lower-case names that are noise here too (a provider's own key header, say).
 */
export function identityHeaders(
  headers: Iterable<readonly [string, string]>,
  extra: readonly string[] = [],
): HeaderPairs {
  const pairs: HeaderPairs = []
  for (const [rawName, rawValue] of headers) {
    const name = rawName.toLowerCase()
    const value = rawValue.trim()
    if (isHeaderNoise(name) || extra.includes(name) || value === REMOVED) continue
    if (name === 'idempotency-key' && inventedIdempotencyKey.test(value)) continue
    if (name !== 'content-type') pairs.push([name, value])
    else if (mediaType(value) !== 'application/json') pairs.push([name, reduceContentType(value)])
  }
  return pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}

/** The media type of a content type header, lower case, without parameters. */
export function mediaType(contentType: string): string {
  return (contentType.split(';', 1)[0] as string).trim().toLowerCase()
}

/** Whether a media type holds JSON: `application/json`, `application/vnd.x+json`. */
export function isJsonType(type: string): boolean {
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json')
}

function reduceContentType(value: string): string {
  const type = mediaType(value)
  if (isJsonType(type) || type.startsWith('multipart/')) return type
  return value.replace(/\s*;\s*/g, '; ').toLowerCase()
}
