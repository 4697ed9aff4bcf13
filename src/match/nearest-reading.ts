import type { RecordedRequest } from '../cassette/records.ts'
import { canonicalRequest } from './canonical.ts'
import { countDifferences } from './count-differences.ts'

/**
 * Of several readings of one recorded request the one nearest to the incoming request: the fewest leaves differ, and
 * among those the first difference comes latest, so that a mismatch shows the change and not the directory before it.
 *
 * @param readings prepared; at least one, the first of equally near ones is taken
 * @param incoming prepared
 */
export function nearestReading(
  readings: readonly RecordedRequest[],
  incoming: RecordedRequest,
): RecordedRequest {
  const [first, ...others] = readings as [RecordedRequest, ...RecordedRequest[]]
  if (others.length === 0) return first
  const asked = canonicalRequest(incoming)
  const judged = readings.map((reading) => ({
    reading,
    differences: countDifferences(reading, incoming),
    shared: sharedLength(canonicalRequest(reading), asked),
  }))
  judged.sort((a, b) => a.differences - b.differences || b.shared - a.shared)
  return judged[0]?.reading ?? first
}

/** How far two texts are equal from the start. */
function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
