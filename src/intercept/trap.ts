import { isMock, mayMock } from './kinds-of-fetch.ts'
import { hasMockAgent } from './mock-agent.ts'
import { sendUntouched } from './own-connections.ts'
import { currentProbe, type Probe, runProbe } from './probe.ts'
import { sessionHeader } from './session-header.ts'
import { areSocketsPatched } from './socket-guard.ts'
import type { SocketAnswer } from './socket-session.ts'

type Fetch = typeof globalThis.fetch

/** A request that the trap took out of the code's hands. */
export interface TrappedRequest {
  request: Request
  url: URL
  /** Its stack, read only when needed, points at the line that made the call. */
  trace: Error
}

export interface FetchTrapRules {
  /** The cheap look, by URL alone, at every request of the process. */
  concerns(url: URL, method: string): boolean
  /** Whether mocks of the user's that may stand below the trap are asked before Retake is. */
  asksMocksFirst(): boolean
  /** The session id that a request which is no business of Retake's must carry to a server of this process, or `null`. */
  sessionIdFor(url: URL): string | null
  /** Runs what sends a request on that does not concern Retake, so that it gets past the socket guard. */
  sendUntouched<T>(url: URL, send: () => T): T
  /**
   * Answers a request that concerns Retake; a `Request` as answer is not Retake's after all and goes on as it is, past all
   * that would ask about it again.
   */
  answer(trapped: TrappedRequest): Promise<Response | Request>
  /** Answers the handshake of a WebSocket session that concerns Retake; `request` has its headers. */
  openSocket(trapped: TrappedRequest): Promise<SocketAnswer>
  /** Sends what is not Retake's by the real `fetch`. */
  sendOn(request: Request): Promise<Response>
}

/** Frames kept in a trace: SDKs wrap `fetch` in many layers, and V8 keeps 10 by default. */
const traceDepth = 60

/** Recognises traps of every copy of Retake, and holds what answers in them. */
const trapMark = Symbol.for('retake.fetch-trap')

/** Answers a request that concerns Retake: the user's mocks below the trap where they go first, then Retake. */
type AnswerTrapped = (request: Request, url: URL, trace: Error) => Promise<Response>

type Trap = Fetch & { [trapMark]: AnswerTrapped }

/**
 * Puts a trap over whatever the global `fetch` is now, unless that is a trap already or a mock function, which stays what
 * it is. A trap stays in force for clients that captured it. Called again at the start of each test, since a mocking
 * library may have put itself on top meanwhile.
 *
 * Requests that do not concern Retake reach the `fetch` below with the very arguments they came with.
 */
export function trapFetch(rules: FetchTrapRules): void {
  const below = globalThis.fetch
  if (typeof below !== 'function' || isTrap(below) || isMock(below)) return
  const hasMocksBelow = mayMock(below)
  const trap: Fetch = function fetch(input, init) {
    const target = targetOf(input, init)
    if (!target) return below(input, init)
    const probe = currentProbe()
    if (probe?.url.href === target.url.href) return probe.end()
    if (!rules.concerns(target.url, target.method)) {
      const id = rules.sessionIdFor(target.url)
      return rules.sendUntouched(target.url, () =>
        id === null ? below(input, init) : below(stamped(input, init, id)),
      )
    }
    const trace = captureTrace(trap)
    return answerFetch(target.url, input, init, trace)
  }

  async function answerFetch(
    url: URL,
    input: Parameters<Fetch>[0],
    init: Parameters<Fetch>[1],
    trace: Error,
  ): Promise<Response> {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    return answerTrapped(request, url, trace)
  }

  async function answerTrapped(given: Request, url: URL, trace: Error): Promise<Response> {
    let request = given
    const patched = areSocketsPatched()
    const mocked = hasMocksBelow || hasMockAgent()
    if ((mocked || patched) && rules.asksMocksFirst()) {
      const asked = request
      request = request.clone()
      const probe = await askMocks(asked, url, { mocked, patched })
      if (probe.answered) return fromProbe(probe)
    }
    const answer = await rules.answer({ request, url, trace })
    return answer instanceof Request ? sendUntouched(() => below(answer)) : answer
  }

  /** Those that took the place of `fetch` first, then those that work on sockets. Each gets the request whole. */
  async function askMocks(
    request: Request,
    url: URL,
    { mocked, patched }: { mocked: boolean; patched: boolean },
  ): Promise<Probe> {
    let asked = request
    if (mocked) {
      if (patched) asked = request.clone()
      const probe = await runProbe(url, () => below(request))
      if (probe.answered || !patched) return probe
    }
    const { askSockets } = await import('./ask-sockets.ts')
    return runProbe(url, () => askSockets(asked, url))
  }

  globalThis.fetch = Object.assign(trap, { [trapMark]: answerTrapped })
}

/**
 * Answers a request that came by another way than `fetch`, and concerns Retake, as a `fetch` of it would be answered now:
 * through the trap, or through a mocking library that has put itself on top of it since. A mock function in its place is not
 * asked: it could not tell whose request it got.
 */
export async function answerLikeFetch(
  given: Request,
  url: URL,
  trace: Error,
  rules: FetchTrapRules,
): Promise<Response> {
  const { fetch } = globalThis
  if (typeof fetch === 'function' && isTrap(fetch)) return fetch[trapMark](given, url, trace)
  let request = given
  if (typeof fetch === 'function' && !isMock(fetch)) {
    request = given.clone()
    const probe = await runProbe(url, () => fetch(given))
    if (probe.answered) return fromProbe(probe)
  }
  const answer = await rules.answer({ request, url, trace })
  return answer instanceof Request ? sendUntouched(() => rules.sendOn(answer)) : answer
}

function stamped(input: Parameters<Fetch>[0], init: Parameters<Fetch>[1], id: string): Request {
  const request = new Request(input, init)
  request.headers.set(sessionHeader, id)
  return request
}

function isTrap(candidate: Fetch): candidate is Trap {
  return trapMark in candidate
}

function fromProbe(probe: Probe & { answered: true }): Response {
  if ('error' in probe) throw probe.error
  return probe.response
}

function targetOf(
  input: Parameters<Fetch>[0],
  init: Parameters<Fetch>[1],
): { url: URL; method: string } | null {
  try {
    const request = input instanceof Request ? input : null
    const url = new URL(request ? request.url : String(input))
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
    return { url, method: (init?.method ?? request?.method ?? 'GET').toUpperCase() }
  } catch {
    // Not a URL, or a document-relative one: the real fetch says what is wrong with it.
    return null
  }
}

/** An error whose stack starts above a function: at the code that called it. */
export function captureTrace(below: (...args: never[]) => unknown): Error {
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = traceDepth
  const trace = new Error('model call')
  Error.captureStackTrace(trace, below)
  Error.stackTraceLimit = depth
  return trace
}
