import { isDeepStrictEqual } from 'node:util'
import { decodePayload } from './payload.ts'
import type { Payload, RecordedCall, RecordedEvent } from './records.ts'
import { isSocketSession } from './socket-session.ts'

/**
 * Whether two recordings hold the same calls with the same answers, byte for byte, and differ at most in the pieces that the
 * answers came in and in when they came. Where a network cuts an unchanged stream is chance.
 */
export function sameContent(a: readonly RecordedCall[], b: readonly RecordedCall[]): boolean {
  return a.length === b.length && a.every((call, at) => sameCall(call, b[at] as RecordedCall))
}

/** All of a call but its events. The calls of a take say more, which no cassette keeps. */
const compared = [
  'call_index',
  'request',
  'digest',
  'parents',
  'response',
  'outcome',
  'error',
  'usage',
] as const

function sameCall(a: RecordedCall, b: RecordedCall): boolean {
  if (!compared.every((field) => isDeepStrictEqual(a[field], b[field]))) return false
  // Messages of a WebSocket session are no pieces of one body.
  if (isSocketSession(a)) return isDeepStrictEqual(payloadsOf(a), payloadsOf(b))
  return bytesOf(a.events).equals(bytesOf(b.events))
}

function payloadsOf({ events }: RecordedCall): Payload[] {
  return events.map(({ payload }) => payload)
}

function bytesOf(events: readonly RecordedEvent[]): Buffer {
  return Buffer.concat(events.map(({ payload }) => decodePayload(payload)))
}
