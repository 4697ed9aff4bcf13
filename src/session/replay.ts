import type { RecordedCall } from '../cassette/records.ts'
import { withoutTrace } from '../errors/without-trace.ts'
import { playBack } from '../intercept/playback.ts'
import { refusalResponse } from '../intercept/refusal.ts'
import { abortExpected, type MismatchCore, noRecording } from '../match/mismatch-data.ts'
import { pointAt } from './point-at.ts'
import type { ProcessState } from './process-state.ts'
import { replayMismatch } from './replay-mismatch.ts'
import type { SessionCall } from './session-call.ts'
import { countHit, countMiss } from './tally.ts'

/** Answers from the cassette. Where no unused call equals the request the attempt fails, whatever the code does next. */
export async function replayCall(state: ProcessState, call: SessionCall): Promise<Response> {
  const { work, captured } = call
  const result = work.finder?.take(captured.recorded, captured.digest)
  if (result?.found) return playRecorded(state, call, result.call)
  countMiss(work.tally, true)
  work.tally.no_recording = result === undefined
  return refusalResponse(
    refuseCall(call, result?.mismatch ?? noRecording(captured.recorded, captured.digest)),
  )
}

/** Answers with one recorded call. */
export async function playRecorded(
  state: ProcessState,
  call: SessionCall,
  recorded: RecordedCall,
): Promise<Response> {
  const { work, read } = call
  countHit(work.tally, recorded)
  const { pace, fragment } = work.options
  return playBack(recorded, {
    signal: read.request.signal,
    url: read.url.href,
    pace: pace === 'instant' ? 0 : pace === 'recorded' ? 1 : pace,
    fragment,
    started: call.started,
    now: state.real.now,
    setTimeout: state.real.setTimeout,
    clearTimeout: state.real.clearTimeout,
    readOn: () => refuseCall(call, abortExpected(recorded, work.finder?.used ?? [])),
  })
}

/** Fails the attempt by a mismatch, pointed at the line that made the call. Returns the error. */
export function refuseCall({ session, work, trace }: SessionCall, mismatch: MismatchCore): Error {
  const mismatched = replayMismatch(session, work, mismatch)
  // Where nothing was recorded, no line of the code has changed.
  const error = mismatch.kind === 'no_recording' ? withoutTrace(mismatched) : pointAt(mismatched, trace)
  session.fail(error)
  return error
}
