import type { Payload, RecordedCall, SocketPayload } from './records.ts'

/** Name of the capability of a cassette that holds WebSocket sessions. */
export const SOCKET_CAPABILITY = 'websockets'

/** Whether a payload is a message of a WebSocket session. */
export function isSocketPayload(payload: Payload): payload is SocketPayload {
  return 'from' in payload
}

/** Whether a call is a WebSocket session: its handshake was accepted (RFC 6455, 4.2.2). */
export function isSocketSession(call: Pick<RecordedCall, 'response'>): boolean {
  return call.response?.status === 101
}

/** The messages of a WebSocket session, both directions, in the order in which they passed. */
export function socketMessages(call: Pick<RecordedCall, 'events'>): SocketPayload[] {
  return call.events.map(({ payload }) => payload).filter(isSocketPayload)
}
