import type { RecordedCall } from '../cassette/records.ts'

/**
 * Why calls should not be adopted without being asked for: one of them ended in a transport error, a 429 or a 5xx, which
 * would then be replayed for ever. `null` where none did. A failed call whose retry succeeded is no trouble.
 */
export function troubleIn(calls: readonly RecordedCall[]): string | null {
  const last = new Map<string, RecordedCall>()
  for (const call of calls) last.set(call.digest, call)
  for (const call of last.values()) {
    if (call.outcome === 'error')
      return `call ${call.call_index} ended in a transport error (${call.error?.code ?? 'UNKNOWN'})`
    const status = call.response?.status ?? 0
    if (status === 429 || status >= 500) return `call ${call.call_index} ended in a ${status}`
  }
  return null
}
