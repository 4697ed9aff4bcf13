import { keepTime } from '../cassette/real-clock.ts'
import { loadConfig } from '../config/load.ts'
import { nodeAbortController } from '../intercept/abort.ts'
import { captureRequest, type ReadRequest, readRequest } from '../intercept/capture.ts'
import { forward } from '../intercept/forward.ts'
import { refusalResponse } from '../intercept/refusal.ts'
import { copyRequest } from '../intercept/request-copy.ts'
import type { SocketAnswer } from '../intercept/socket-session.ts'
import type { TrappedRequest } from '../intercept/trap.ts'
import type { Provider } from '../providers/provider.ts'
import { type Recognition, recogniseCall } from '../providers/recognise.ts'
import { classify } from './classify.ts'
import type { FileScope } from './file-scope.ts'
import { finishAttempt, finishFile } from './finish.ts'
import { forwardingTools } from './forwarding.ts'
import type { Owner } from './owner.ts'
import { parseJsonBody } from './parse-json-body.ts'
import { pointAt } from './point-at.ts'
import type { ProcessState } from './process-state.ts'
import { recordCall } from './record.ts'
import { forwardSocket, recordSocket } from './record-socket.ts'
import { replayCall } from './replay.ts'
import { replaySocket } from './replay-socket.ts'
import { serveOrRecord, serveOrRecordSocket } from './serve-or-record.ts'
import type { AttemptOutcome, Session } from './session.ts'
import type { SessionCall } from './session-call.ts'
import { countForwarded } from './tally.ts'
import { type Work, workOf } from './work.ts'

/** The heavy half of Retake, loaded at the first model call of a process. */
export interface Engine {
  /**
   * Answers a trapped request. A `Request` as answer is no business of Retake's and goes on with its body whole.
   *
   * @param decided called as soon as the call is put to its session, before a provider is waited for.
   */
  answer(trapped: TrappedRequest, owner: Owner, decided: () => void): Promise<Response | Request>
  /** Answers the handshake of a WebSocket session; as {@link Engine.answer}, but nothing goes on as it is. */
  openSocket(trapped: TrappedRequest, owner: Owner, decided: () => void): Promise<SocketAnswer>
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
  /** What a request is, and what is to be done with it. */
  function decide({ trapped: { url }, owner }: Call, read: ReadRequest) {
    const providers = owner.kind === 'session' ? providersOf(owner.session) : []
    const recognition = recogniseCall(url, read.request.method, parseJsonBody(read), providers)
    const decision = classify(url, recognition, owner, (session) => workOf(state, session))
    return { recognition, decision }
  }

  /**
   * The call that a session takes on. Or the error that it is refused with: a redaction function of the user's failed, and
   * nothing may be sent or written unredacted.
   */
  function takeOn(
    { trapped: { trace }, call_index, started }: Call,
    read: ReadRequest,
    recognition: Recognition & { telemetry: false },
    { session, work }: { session: Session; work: Work },
  ): SessionCall | Error {
    const { provider, dialect, definition } = recognition
    try {
      const captured = captureRequest(read, provider, dialect, work.redactor)
      return { session, work, captured, read, dialect, definition, call_index, started, trace }
    } catch (error) {
      return pointAt(error as Error, trace)
    }
  }

  /** `undefined`: the request is no business of Retake's. */
  async function answerCall(call: Call): Promise<Response | undefined> {
    const { trapped } = call
    const read = await readRequest(trapped.request, trapped.url)
    call.read = read
    const { recognition, decision } = decide(call, read)
    switch (decision.act) {
      case 'pass_on':
        return undefined
      case 'answer_telemetry':
        return new Response(null, { status: 204 })
      case 'refuse':
        return refuse(pointAt(decision.error, trapped.trace), decision.session)
      case 'forward':
        call.decided()
        countForwarded(decision.work.tally)
        return (await forward(read, forwardingTools(state), nodeAbortController().signal)).response
    }
    if (!recognition || recognition.telemetry) return undefined
    const taken = takeOn(call, read, recognition, decision)
    if (taken instanceof Error) return refuse(taken, decision.session)
    const acts = { replay: replayCall, record: recordCall, hybrid: serveOrRecord }
    const answer = acts[decision.act](state, taken)
    call.decided()
    return answer
  }

  async function answerSocket(call: Call): Promise<SocketAnswer> {
    const { trapped } = call
    const read: ReadRequest = { request: trapped.request, url: trapped.url, bytes: null, body: null }
    const { recognition, decision } = decide(call, read)
    switch (decision.act) {
      case 'refuse':
        return { refused: refuse(pointAt(decision.error, trapped.trace), decision.session) }
      case 'forward':
        countForwarded(decision.work.tally)
        return forwardSocket(state, { read })
      case 'pass_on':
      case 'answer_telemetry':
        return forwardSocket(state, { read })
    }
    if (!recognition || recognition.telemetry) return forwardSocket(state, { read })
    const taken = takeOn(call, read, recognition, decision)
    if (taken instanceof Error) return { refused: refuse(taken, decision.session) }
    const acts = { replay: replaySocket, record: recordSocket, hybrid: serveOrRecordSocket }
    const answer = acts[decision.act](state, taken)
    call.decided()
    return answer
  }

  function refuse(error: Error, session: Session | null): Response {
    if (session) session.fail(error)
    else state.file?.fail(error)
    return refusalResponse(error)
  }

  function begin(trapped: TrappedRequest, owner: Owner, decided: () => void): Call {
    const call_index = owner.kind === 'session' && !owner.session.ended ? owner.session.nextCall() : 0
    return { trapped, owner, call_index, started: state.real.now(), read: null, decided }
  }

  return {
    async answer(trapped, owner, decided) {
      const call = begin(trapped, owner, decided)
      return (await answerCall(call)) ?? untouched(call)
    },
    openSocket: (trapped, owner, decided) => answerSocket(begin(trapped, owner, decided)),
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
