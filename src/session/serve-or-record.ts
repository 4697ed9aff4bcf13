import type { RecordedCall } from '../cassette/records.ts'
import type { SocketAnswer } from '../intercept/socket-session.ts'
import { noRecording } from '../match/mismatch-data.ts'
import { notify } from '../report/notice.ts'
import type { ProcessState } from './process-state.ts'
import { recordCall } from './record.ts'
import { recordSocket } from './record-socket.ts'
import { playRecorded } from './replay.ts'
import { replayMismatch } from './replay-mismatch.ts'
import { playSocket } from './replay-socket.ts'
import type { SessionCall } from './session-call.ts'
import { countMiss } from './tally.ts'

/**
 * The mode `hybrid`: a recorded call is served; any other is forwarded and recorded, with a warning that says what differs
 * from the closest recorded one. What was served is kept with what is new when the test passes.
 */
export async function serveOrRecord(state: ProcessState, call: SessionCall): Promise<Response> {
  const recorded = takeServed(call)
  return recorded ? playRecorded(state, call, recorded) : recordCall(state, call)
}

/** As {@link serveOrRecord}, for a WebSocket session: its handshake decides. */
export async function serveOrRecordSocket(state: ProcessState, call: SessionCall): Promise<SocketAnswer> {
  const recorded = takeServed(call)
  return recorded ? playSocket(state, call, recorded) : recordSocket(state, call)
}

/** The recorded call that is served; `null` where it must be forwarded, which has been said then. */
function takeServed({ session, work, captured, call_index }: SessionCall): RecordedCall | null {
  const result = work.finder?.take(captured.recorded, captured.digest)
  if (result?.found) {
    work.served.set(call_index, result.call)
    return result.call
  }
  countMiss(work.tally, false)
  const mismatch = result?.mismatch ?? noRecording(captured.recorded, captured.digest)
  const [headline, where] = replayMismatch(session, work, mismatch).message.split('\n')
  // Without a recording there is nothing to compare with; the next line says only how to record.
  const details = result && where ? `\n${where.trim()}` : ''
  notify(`${session.title}: not recorded, so forwarded: ${headline}${details}`)
  return null
}
