import type { RecordedCall } from '../cassette/records.ts'
import { socketMessages } from '../cassette/socket-session.ts'
import { refusalResponse } from '../intercept/refusal.ts'
import type { SocketAnswer } from '../intercept/socket-session.ts'
import { noRecording } from '../match/mismatch-data.ts'
import type { ProcessState } from './process-state.ts'
import { refuseCall } from './replay.ts'
import type { SessionCall } from './session-call.ts'
import { SocketPlayer } from './socket-player.ts'
import { countHit, countMiss } from './tally.ts'

/**
 * Answers a WebSocket session from the cassette. Where no unused one equals its handshake, the handshake is refused and the
 * attempt fails.
 */
export async function replaySocket(state: ProcessState, call: SessionCall): Promise<SocketAnswer> {
  const { work, captured } = call
  const result = work.finder?.take(captured.recorded, captured.digest)
  if (result?.found) return playSocket(state, call, result.call)
  countMiss(work.tally, true)
  work.tally.no_recording = result === undefined
  const mismatch = result?.mismatch ?? noRecording(captured.recorded, captured.digest)
  return { refused: refusalResponse(refuseCall(call, mismatch)) }
}

/** Answers with one recorded session, or as its handshake was refused. */
export async function playSocket(
  state: ProcessState,
  call: SessionCall,
  recorded: RecordedCall,
): Promise<SocketAnswer> {
  const { work } = call
  countHit(work.tally, recorded)
  const { response, events, error } = recorded
  if (response === null) throw lostHandshake(error)
  if (response.status !== 101) {
    const { answerBytes } = await import('../providers/answer-body.ts')
    const body = events.length === 0 ? null : Buffer.from(answerBytes(recorded))
    return { refused: new Response(body, { status: response.status, headers: response.headers }) }
  }
  const player = new SocketPlayer(state, call, recorded, socketMessages(recorded))
  work.players.push(player)
  const protocol = response.headers.find(([name]) => name === 'sec-websocket-protocol')?.[1] ?? null
  return { protocol, handler: player }
}

function lostHandshake(failure: RecordedCall['error']): Error {
  const { code = 'ECONNRESET', message = 'the client left' } = failure ?? {}
  return Object.assign(new Error(message), { code })
}
