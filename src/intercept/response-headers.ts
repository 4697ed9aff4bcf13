import type { HeaderPairs } from '../cassette/records.ts'

/** Response headers that clients act on. Transport, cookies, organisation ids and rate-limit counters are not in it. */
const kept = new Set([
  'content-type',
  // Only there where the body is kept encoded, in a coding that nobody here knows.
  'content-encoding',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'request-id',
  'x-request-id',
  'x-ms-request-id',
  'apim-request-id',
  'x-amzn-requestid',
  'x-amzn-errortype',
  'location',
  'warning',
  'deprecation',
  'sunset',
])

/**
 * The headers of a response that a cassette keeps, lower case, in wire order, repeated ones repeated.
 *
 * @param extra further names: of the dialect, the provider and the config.
 */
export function keptHeaders(headers: Headers, extra: Iterable<string>): HeaderPairs {
  const names = new Set([...kept, ...[...extra].map((name) => name.toLowerCase())])
  return [...headers].filter(([name]) => names.has(name)) as HeaderPairs
}
