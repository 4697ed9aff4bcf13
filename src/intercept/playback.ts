import { STATUS_CODES } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import { decodePayload } from '../cassette/payload.ts'
import type { RecordedCall, RedirectHop } from '../cassette/records.ts'
import { rebuildResponse } from './rebuild-response.ts'

export interface PlaybackRules {
  /** The caller's: aborting ends the answer as it would end a live one. */
  signal: AbortSignal
  /** The URL that the caller asked, for `response.url`. */
  url: string
  /** Called where the recorded client aborted and this one reads on for {@link abortPatience}; its error ends the body. */
  readOn(): Error
  setTimeout: typeof globalThis.setTimeout
  clearTimeout: typeof globalThis.clearTimeout
}

/** Milliseconds of real time in which a client must abort where the recorded one did. */
export const abortPatience = 1_000

/**
 * Answers with a recorded call: its status, its headers, its body in exactly the recorded pieces, its end.
 *
 * @throws {TypeError} `fetch failed`, as undici's, where the recorded connection failed before a response came.
 * @throws the signal's reason where the caller aborts first.
 */
export async function playBack(call: RecordedCall, rules: PlaybackRules): Promise<Response> {
  if (!call.response) {
    if (call.outcome === 'aborted') throw await untilAborted(rules)
    throw connectionError('fetch failed', call)
  }
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

function bodyOf(call: RecordedCall, rules: PlaybackRules): ReadableStream<Uint8Array> | null {
  if (call.events.length === 0 && call.outcome === 'complete') return null
  let next = 0
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
        const event = call.events[next++]
        if (event) {
          const piece = decodePayload(event.payload)
          controller.enqueue(piece)
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
      },
    },
    // Nothing is produced before it is asked for: a client that leaves has read exactly what it took.
    { highWaterMark: 0 },
  )
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

function connectionError(message: string, call: RecordedCall): TypeError {
  const code = call.error?.code ?? 'UNKNOWN'
  const cause = Object.assign(new Error(call.error?.message ?? message), { code })
  return new TypeError(message, { cause })
}
