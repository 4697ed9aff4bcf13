import { hash } from 'node:crypto'
import type { RecordedRequest } from '../cassette/records.ts'
import { canonicalRequest } from './canonical.ts'

/** SHA-256 (lower-case hex) of the UTF-8 bytes of a redacted request's canonical form. User rules have no part in it. */
export function digestRequest(request: RecordedRequest): string {
  return hash('sha256', canonicalRequest(request), 'hex')
}
