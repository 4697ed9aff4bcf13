import { formatPath } from '../../src/json/path.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { firstJsonDifference } from '../../src/match/json-difference.ts'

/** Where what a client saw parts from what it saw without Retake, key order included; `null` where nowhere. */
export function outcomeDifference<T>(wanted: T, got: T | null | undefined): string | null {
  if (got === null || got === undefined) return 'no outcome'
  if (JSON.stringify(wanted) === JSON.stringify(got)) return null
  const found = firstJsonDifference(wanted as JsonValue, got as JsonValue)
  const [live, here] = [found?.recorded, found?.incoming].map((value) => JSON.stringify(value)?.slice(0, 600))
  return `${found ? formatPath(found.path) : 'key order'}: ${here}, live: ${live}`
}
