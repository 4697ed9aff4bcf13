import type { RecordedCall } from '../cassette/records.ts'

/**
 * The calls of a file's hooks after a run in which not every test ran: each old call gives way to the new one that equals
 * it, those that were not made stay, and new ones follow. Numbered from 0.
 */
export function mergeCalls(old: readonly RecordedCall[], made: readonly RecordedCall[]): RecordedCall[] {
  const queues = groupByDigest(made)
  const merged = old.map((call) => queues.get(call.digest)?.shift() ?? call)
  const rest = new Set([...queues.values()].flat())
  return [...merged, ...made.filter((call) => rest.has(call))].map((call, call_index) => ({
    ...call,
    call_index,
  }))
}

function groupByDigest(calls: readonly RecordedCall[]): Map<string, RecordedCall[]> {
  const groups = new Map<string, RecordedCall[]>()
  for (const call of calls) groups.set(call.digest, [...(groups.get(call.digest) ?? []), call])
  return groups
}
