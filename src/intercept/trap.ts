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
  /** Answers a request that concerns Retake; a `Request` as answer is not Retake's after all and goes on as it is. */
  answer(trapped: TrappedRequest): Promise<Response | Request>
}

/** Frames kept in a trace: SDKs wrap `fetch` in many layers, and V8 keeps 10 by default. */
const traceDepth = 60

/**
 * Replaces the global `fetch` by a trap that stays for the life of the process, so that a client which captured it early
 * is still seen. Requests that do not concern Retake reach the `fetch` that was there with the very arguments they came with.
 */
export function installFetchTrap(rules: FetchTrapRules): void {
  const underlying = globalThis.fetch
  const trap: typeof globalThis.fetch = function fetch(input, init) {
    const target = targetOf(input, init)
    if (!target || !rules.concerns(target.url, target.method)) return underlying(input, init)
    const trace = captureTrace(trap)
    return answerTrapped(target.url, input, init, trace)
  }

  async function answerTrapped(
    url: URL,
    input: Parameters<typeof fetch>[0],
    init: Parameters<typeof fetch>[1],
    trace: Error,
  ): Promise<Response> {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const answer = await rules.answer({ request, url, trace })
    return answer instanceof Request ? underlying(answer) : answer
  }

  globalThis.fetch = trap
}

function targetOf(
  input: Parameters<typeof fetch>[0],
  init: Parameters<typeof fetch>[1],
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

function captureTrace(below: (...args: never[]) => unknown): Error {
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = traceDepth
  const trace = new Error('model call')
  Error.captureStackTrace(trace, below)
  Error.stackTraceLimit = depth
  return trace
}
