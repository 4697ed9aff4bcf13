import type { RecordedRequest } from '../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../json/value.ts'
import { jsonEqual, ownValue, unionOfKeys } from './json-difference.ts'
import { urlParts } from './request-url.ts'

/** Counting stops here: beyond it two requests have nothing to do with each other. */
export const MOST_DIFFERENCES = 1_000

/** How many leaf values of two requests differ, up to {@link MOST_DIFFERENCES}. 0 exactly where they are equal. */
export function countDifferences(recorded: RecordedRequest, incoming: RecordedRequest): number {
  const count =
    (recorded.method === incoming.method ? 0 : 1) +
    (recorded.provider === incoming.provider ? 0 : 1) +
    countJson(plainUrl(recorded.url), plainUrl(incoming.url)) +
    countJson(recorded.headers, incoming.headers) +
    countJson(plainBody(recorded), plainBody(incoming))
  return Math.min(count, MOST_DIFFERENCES)
}

function plainUrl(url: string): JsonValue {
  return { ...urlParts(url) }
}

function plainBody({ body }: RecordedRequest): JsonValue | undefined {
  if (body === null) return undefined
  return 'json' in body ? body.json : { ...body }
}

function countJson(a: JsonValue | undefined, b: JsonValue | undefined): number {
  if (a === b) return 0
  if (a === undefined) return countLeaves(b)
  if (b === undefined) return countLeaves(a)
  if (Array.isArray(a) && Array.isArray(b)) return countArrays(a, b)
  if (isJsonObject(a) && isJsonObject(b)) {
    let count = 0
    for (const key of unionOfKeys(a, b)) {
      count += countJson(ownValue(a, key), ownValue(b, key))
      if (count >= MOST_DIFFERENCES) break
    }
    return count
  }
  return Math.max(countLeaves(a), countLeaves(b))
}

/** Equal beginnings and ends are set aside first, so that one element put in counts as one, not as a shift of all. */
function countArrays(a: JsonValue[], b: JsonValue[]): number {
  let start = 0
  while (start < a.length && start < b.length && jsonEqual(a[start], b[start])) start++
  let endA = a.length
  let endB = b.length
  while (endA > start && endB > start && jsonEqual(a[endA - 1], b[endB - 1])) {
    endA--
    endB--
  }
  let count = 0
  const end = Math.max(endA, endB)
  for (let index = start; index < end && count < MOST_DIFFERENCES; index++) {
    count += countJson(index < endA ? a[index] : undefined, index < endB ? b[index] : undefined)
  }
  return count
}

function countLeaves(value: JsonValue | undefined): number {
  if (value === undefined) return 0
  if (typeof value !== 'object' || value === null) return 1
  let count = 0
  for (const child of Object.values(value)) {
    count += countLeaves(child)
    if (count >= MOST_DIFFERENCES) break
  }
  return Math.max(count, 1)
}
