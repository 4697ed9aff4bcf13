import { STATUS_CODES } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import { decodePayload } from '../cassette/payload.ts'
import type { RecordedCall, RedirectHop } from '../cassette/records.ts'
import { fragment, type Piece } from './fragment.ts'
import { rebuildResponse } from './rebuild-response.ts'

export interface PlaybackRules {
  /** The caller's: aborting ends the answer as it would end a live one. */
  signal: AbortSignal
  /** The URL that the caller asked, for `response.url`. */
  url: string
  /** By which the recorded times are multiplied; 0: every piece comes when it is asked for. */
  pace: number
  /** Whether the body is cut anew at awkward places, always in the same way for one call. */
  fragment: boolean
  /** When the call was made, by `now`. */
  started: number
  /** Called where the recorded client aborted and this one reads on for {@link abortPatience}; its error ends the body. */
  readOn(): Error
  now(): number
  setTimeout: typeof globalThis.setTimeout
  clearTimeout: typeof globalThis.clearTimeout
}

/** Milliseconds of real time in which a client must abort where the recorded one did. */
export const abortPatience = 1_000

/**
 * Answers with a recorded call: its status, its headers, its body in exactly the recorded pieces (unless they are to be cut
 * anew), its end. Paced, it begins when the first piece is due: when the headers came is not recorded.
 *
 * @throws {TypeError} `fetch failed`, as undici's, where the recorded connection failed before a response came.
 * @throws the signal's reason where the caller aborts first.
 */
export async function playBack(call: RecordedCall, rules: PlaybackRules): Promise<Response> {
  if (!call.response) {
    if (call.outcome === 'aborted') throw await untilAborted(rules)
    throw connectionError('fetch failed', call)
  }
  const [first] = call.events
  if (first) await new Wait(rules).until(first.at_ms)
  rules.signal.throwIfAborted()
  const { status, headers, redirects = [] } = call.response
  // A cassette keeps the status alone. SDKs put the reason into their message where an error has no body.
  const statusText = STATUS_CODES[status] ?? ''
  const url = finalUrl(call, redirects, rules.url)
  const redirected = redirects.length > 0
  return rebuildResponse(bodyOf(call, rules), { status, statusText, headers, url, redirected })
}

/** Where the answer came from. What led to the host that was asked leads to the one asked now: its port may be another. */
function finalUrl({ request }: RecordedCall, redirects: readonly RedirectHop[], asked: string): string {
  const last = redirects.at(-1)
  if (!last) return asked
  const url = new URL(last.url)
  return url.origin === new URL(request.url).origin
    ? new URL(url.pathname + url.search, asked).href
    : url.href
}

/** The pieces of the body; each is made when it is asked for, unless they are cut anew. */
function* piecesOf(call: RecordedCall, rules: PlaybackRules): Generator<Piece> {
  if (rules.fragment) {
    const pieces = call.events.map(({ payload, at_ms }) => ({ bytes: decodePayload(payload), at_ms }))
    yield* fragment(pieces, `${call.digest} ${call.call_index}`)
  } else for (const { payload, at_ms } of call.events) yield { bytes: decodePayload(payload), at_ms }
}

function bodyOf(call: RecordedCall, rules: PlaybackRules): ReadableStream<Uint8Array> | null {
  if (call.events.length === 0 && call.outcome === 'complete') return null
  const pieces = piecesOf(call, rules)
  const wait = new Wait(rules)
  let closed = false
  const { signal } = rules
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const abort = () => {
          if (!closed) controller.error(signal.reason)
          closed = true
        }
        if (signal.aborted) abort()
        else signal.addEventListener('abort', abort, { once: true })
      },
      async pull(controller) {
        const { value: piece } = pieces.next()
        if (piece) {
          await wait.until(piece.at_ms)
          if (!closed) controller.enqueue(piece.bytes)
          return
        }
        if (call.outcome === 'complete') {
          closed = true
          controller.close()
          return
        }
        const error =
          call.outcome === 'error' ? connectionError('terminated', call) : await untilAborted(rules)
        if (!closed) controller.error(error)
        closed = true
      },
      cancel() {
        closed = true
        wait.stop()
      },
    },
    // Nothing is produced before it is asked for: a client that leaves has read exactly what it took.
    { highWaterMark: 0 },
  )
}

/** Waits for the times at which pieces are due. An abort or {@link stop} ends the waiting. */
class Wait {
  readonly #rules: PlaybackRules
  #stop: (() => void) | null = null

  constructor(rules: PlaybackRules) {
    this.#rules = rules
  }

  async until(at_ms: number): Promise<void> {
    const { pace, started, now, setTimeout, clearTimeout, signal } = this.#rules
    const rest = started + at_ms * pace - now()
    if (pace === 0 || rest <= 0 || signal.aborted) return
    await new Promise<void>((resolve) => {
      const stop = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const timer = setTimeout(stop, rest)
      signal.addEventListener('abort', stop, { once: true })
      this.#stop = stop
    })
  }

  stop(): void {
    this.#stop?.()
  }
}

/** Waits for the caller to abort; gives the abort's reason, or the error of a caller that reads on. */
function untilAborted({ signal, readOn, setTimeout, clearTimeout }: PlaybackRules): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      resolve(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve(readOn())
    }, abortPatience)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** What a recording says where the error had no code. */
const noCode = 'UNKNOWN'

function connectionError(message: string, call: RecordedCall): TypeError {
  const { code = noCode, message: reason = message } = call.error ?? {}
  const cause = Object.assign(new Error(reason), code !== noCode && { code })
  return new TypeError(message, { cause })
}
