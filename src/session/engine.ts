import { keepTime } from '../cassette/real-clock.ts'
import { loadConfig } from '../config/load.ts'
import { nodeAbortController } from '../intercept/abort.ts'
import { type CapturedRequest, captureRequest, type ReadRequest, readRequest } from '../intercept/capture.ts'
import { forward } from '../intercept/forward.ts'
import { refusalResponse } from '../intercept/refusal.ts'
import { copyRequest } from '../intercept/request-copy.ts'
import type { TrappedRequest } from '../intercept/trap.ts'
import type { Provider } from '../providers/provider.ts'
import { recogniseCall } from '../providers/recognise.ts'
import { classify } from './classify.ts'
import type { FileScope } from './file-scope.ts'
import { finishAttempt, finishFile } from './finish.ts'
import { forwardingTools } from './forwarding.ts'
import type { Owner } from './owner.ts'
import { parseJsonBody } from './parse-json-body.ts'
import { pointAt } from './point-at.ts'
import type { ProcessState } from './process-state.ts'
import { recordCall } from './record.ts'
import { replayCall } from './replay.ts'
import { serveOrRecord } from './serve-or-record.ts'
import type { AttemptOutcome, Session } from './session.ts'
import { countForwarded } from './tally.ts'
import { workOf } from './work.ts'

/** The heavy half of Retake, loaded at the first model call of a process. */
export interface Engine {
  /**
   * Answers a trapped request. A `Request` as answer is no business of Retake's and goes on with its body whole.
   *
   * @param decided called as soon as the call is put to its session, before a provider is waited for.
   */
  answer(trapped: TrappedRequest, owner: Owner, decided: () => void): Promise<Response | Request>
  /** Ends an attempt; what it must fail with is put to the session. */
  finish(session: Session, outcome: AttemptOutcome): Promise<void>
  /** Ends a file: its own session, and what the next run should know of it. */
  finishFile(file: FileScope, outcome: AttemptOutcome, complete: boolean): Promise<void>
}

/** One request on its way through the stages. */
interface Call {
  trapped: TrappedRequest
  owner: Owner
  call_index: number
  started: number
  read: ReadRequest | null
  decided: () => void
}

/** The orchestrator: intercept, recognise, capture, classify, then one act. */
export function createEngine(state: ProcessState): Engine {
  keepTime(state.real.now)
  /** `undefined`: the request is no business of Retake's. */
  async function answerCall(call: Call): Promise<Response | undefined> {
    const { trapped, owner, call_index } = call
    const { url, trace } = trapped
    const read = await readRequest(trapped.request, url)
    call.read = read
    const providers = owner.kind === 'session' ? providersOf(owner.session) : []
    const recognition = recogniseCall(url, read.request.method, parseJsonBody(read), providers)
    const decision = classify(url, recognition, owner, (session) => workOf(state, session))

    switch (decision.act) {
      case 'pass_on':
        return undefined
      case 'answer_telemetry':
        return new Response(null, { status: 204 })
      case 'refuse':
        return refuse(pointAt(decision.error, trace), decision.session)
      case 'forward':
        call.decided()
        countForwarded(decision.work.tally)
        return (await forward(read, forwardingTools(state), nodeAbortController().signal)).response
    }
    if (!recognition || recognition.telemetry) return undefined
    const { session, work } = decision
    let captured: CapturedRequest
    try {
      captured = captureRequest(read, recognition.provider, recognition.dialect, work.redactor)
    } catch (error) {
      // A redaction function of the user's that fails: nothing may be sent or written unredacted.
      return refuse(pointAt(error as Error, trace), session)
    }
    const { dialect, definition } = recognition
    const { started } = call
    const acts = { replay: replayCall, record: recordCall, hybrid: serveOrRecord }
    const answer = acts[decision.act](state, {
      session,
      work,
      captured,
      read,
      dialect,
      definition,
      call_index,
      started,
      trace,
    })
    call.decided()
    return answer
  }

  function refuse(error: Error, session: Session | null): Response {
    if (session) session.fail(error)
    else state.file?.fail(error)
    return refusalResponse(error)
  }

  return {
    async answer(trapped, owner, decided) {
      const call_index = owner.kind === 'session' && !owner.session.ended ? owner.session.nextCall() : 0
      const call: Call = { trapped, owner, call_index, started: state.real.now(), read: null, decided }
      return (await answerCall(call)) ?? untouched(call)
    },
    finish: (session, outcome) => finishAttempt(state, session, outcome),
    finishFile: (file, outcome, complete) => finishFile(state, file, outcome, complete),
  }
}

/** Providers of the config, where it can be read; where not, opening the session says so. */
function providersOf(session: Session): readonly Provider[] {
  try {
    return loadConfig(session.file.project).providers ?? []
  } catch {
    return []
  }
}

/** The request as it was before its body was read. */
function untouched({ trapped, read }: Call): Request {
  const { request } = trapped
  return read?.bytes ? copyRequest(request, read.bytes) : request
}
