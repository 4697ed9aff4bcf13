import stringify from 'fast-json-stable-stringify'
import type { RecordedRequest } from '../cassette/records.ts'
import { canonicalUrl } from './request-url.ts'

/**
 * The canonical form of a redacted request: JSON with sorted keys of everything that makes its identity. Two requests
 * ask the same exactly where this text is equal. `model` and `dialect` are derived from the rest and not part of it.
 */
export function canonicalRequest(request: RecordedRequest): string {
  const { provider, method, headers, body } = request
  return stringify({ provider, method, url: canonicalUrl(request.url), headers, body })
}
