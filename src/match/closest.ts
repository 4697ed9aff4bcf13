import type { RecordedCall, RecordedRequest } from '../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../json/value.ts'
import { countDifferences } from './count-differences.ts'
import { firstDifference } from './difference.ts'
import type { Candidate, Difference } from './mismatch.ts'

/** A candidate with the place where it parts from the incoming request. */
export interface CloseCall extends Candidate {
  difference: Difference | null
}

/** How many calls are compared leaf by leaf. The rest are told apart by a look at their surface. */
const DEEP = 20

/** How many candidates a mismatch names. */
const NAMED = 3

/**
 * The recorded calls closest to a request, closest first, at most three: fewest differing leaves, then nearest to the
 * place where a call was expected (the first of `calls`), then recorded order. Flat in the size of the bodies but for
 * 20 calls.
 *
 * @param calls in recorded order
 * @param incoming prepared
 * @param prepare applied to the few recorded requests that are compared leaf by leaf
 */
export function closestCalls(
  calls: readonly RecordedCall[],
  incoming: RecordedRequest,
  prepare: (request: RecordedRequest) => RecordedRequest,
): CloseCall[] {
  const surface = calls.map((call) => ({ call, score: resemblance(call.request, incoming) }))
  // Stable: among equals the earlier call, which is the one that was due, stays in front.
  surface.sort((a, b) => b.score - a.score)
  return surface
    .slice(0, DEEP)
    .map(({ call }) => compareDeeply(call.call_index, prepare(call.request), incoming))
    .sort((a, b) => a.differences - b.differences || a.call_index - b.call_index)
    .slice(0, NAMED)
}

/** Compares one recorded call with a request, both prepared. */
function compareDeeply(call_index: number, recorded: RecordedRequest, incoming: RecordedRequest): CloseCall {
  const difference = firstDifference(recorded, incoming)
  return {
    call_index,
    field_path: difference?.field_path ?? '',
    differences: difference ? countDifferences(recorded, incoming) : 0,
    difference,
  }
}

/** A score from the surface: where the request goes, the top-level fields, the ends of lists. No deep walk. */
function resemblance(recorded: RecordedRequest, incoming: RecordedRequest): number {
  let score = 0
  if (recorded.provider === incoming.provider) score += 100
  if (recorded.url === incoming.url) score += 100
  if (recorded.method === incoming.method) score += 20
  if (recorded.model === incoming.model) score += 5
  const a = structureOf(recorded)
  const b = structureOf(incoming)
  if (!isJsonObject(a) || !isJsonObject(b)) return score
  for (const key of Object.keys(b)) score += alike(a[key], b[key], 3)
  score -= Math.abs(Object.keys(a).length - Object.keys(b).length)
  return score
}

function structureOf({ body }: RecordedRequest): JsonValue {
  if (!body) return null
  return 'json' in body ? body.json : { ...body }
}

function alike(a: JsonValue | undefined, b: JsonValue | undefined, depth: number): number {
  if (a === b) return 2
  if (depth === 0) return 0
  if (Array.isArray(a) && Array.isArray(b)) {
    const lengths = 4 - Math.min(Math.abs(a.length - b.length), 8)
    return lengths + alike(a[0], b[0], depth - 1) + alike(a.at(-1), b.at(-1), depth - 1)
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return 0
  let score = 0
  for (const key of Object.keys(b).slice(0, 8)) score += alike(a[key], b[key], depth - 1)
  return score
}
