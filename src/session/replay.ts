import type { CapturedRequest, ReadRequest } from '../intercept/capture.ts'
import { playBack } from '../intercept/playback.ts'
import { refusalResponse } from '../intercept/refusal.ts'
import { abortExpected, noRecording } from '../match/mismatch-data.ts'
import { pointAt } from './point-at.ts'
import type { ProcessState } from './process-state.ts'
import { replayMismatch } from './replay-mismatch.ts'
import type { Session } from './session.ts'
import type { Work } from './work.ts'

export interface ReplayedCall {
  session: Session
  work: Work
  captured: CapturedRequest
  read: ReadRequest
  trace: Error
}

/** Answers from the cassette. Where no unused call equals the request the attempt fails, whatever the code does next. */
export async function replayCall(state: ProcessState, call: ReplayedCall): Promise<Response> {
  const { session, work, captured, read, trace } = call
  const refuse = (mismatch: Parameters<typeof replayMismatch>[2]) => {
    const error = pointAt(replayMismatch(session, work, mismatch), trace)
    session.fail(error)
    return error
  }
  if (!work.finder) return refusalResponse(refuse(noRecording(captured.recorded, captured.digest)))
  const result = work.finder.take(captured.recorded)
  if (!result.found) return refusalResponse(refuse(result.mismatch))
  return playBack(result.call, {
    signal: read.request.signal,
    url: read.url.href,
    setTimeout: state.real.setTimeout,
    clearTimeout: state.real.clearTimeout,
    readOn: () => refuse(abortExpected(result.call, work.finder?.used ?? [])),
  })
}
