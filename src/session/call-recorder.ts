import { encodePiece, type PayloadKind, payloadKind } from '../cassette/payload.ts'
import type { CallFailure, Outcome, Payload, RedirectHop } from '../cassette/records.ts'
import type { TakeWriter } from '../cassette/take.ts'
import type { BodyTap } from '../intercept/tap.ts'
import { recordedUrl } from '../match/request-url.ts'
import { readAnswerBody } from '../providers/answer-body.ts'
import type { Dialect } from '../providers/dialect.ts'
import { errorInJson } from '../providers/read-error.ts'
import type { PieceRedactor, Redactor } from '../redact/redactor.ts'
import { failureOf } from './failure-of.ts'

export interface CallRecorderParts {
  take: TakeWriter
  call_index: number
  dialect: Dialect
  redactor: Redactor
  /** Milliseconds since the call was made. */
  elapsed(): number
  /** A record could not be written: the attempt must fail. */
  onFault(error: Error): void
}

/** Recent pieces that are looked at for the end of an answer. */
const recentPieces = 8

/**
 * Writes one call into a take as it arrives, redacted. A streamed body is kept chunk by chunk; any other body is one
 * event. Whatever the writer refuses, the caller still gets its answer.
 */
export class CallRecorder implements BodyTap {
  readonly #parts: CallRecorderParts
  readonly #times: number[] = []
  readonly #recent: Payload[] = []
  #whole: Uint8Array[] | null = null
  #kind: PayloadKind = null
  #pieces: PieceRedactor
  #finish!: () => void
  #finished = false
  /** Settles when the call's end is written. */
  readonly done = new Promise<void>((resolve) => {
    this.#finish = resolve
  })

  constructor(parts: CallRecorderParts) {
    const { dialect, redactor } = parts
    this.#parts = parts
    this.#pieces = redactor.pieces({
      contentPaths: dialect.contentPaths,
      deltaFields: dialect.deltaFields,
    })
  }

  /** The status line and kept headers came. `streamed` says whether the body is kept in pieces. */
  responded(
    response: { status: number; headers: [string, string][]; redirects: readonly RedirectHop[] },
    streamed: boolean,
  ): void {
    const type = response.headers.find(([name]) => name === 'content-type')?.[1]
    this.#kind = payloadKind(type)
    this.#whole = streamed ? null : []
    const { redactor } = this.#parts
    const headers = redactor.headers(response.headers)
    const hops = response.redirects.map(({ status, url }) => ({
      status,
      url: redactor.url(recordedUrl(url)),
    }))
    const redirects = hops.length > 0 && { redirects: hops }
    this.#write((take, index) => take.response(index, { ...redirects, status: response.status, headers }))
  }

  piece(bytes: Uint8Array): void {
    if (this.#whole) this.#whole.push(bytes.slice())
    else this.#push(bytes)
  }

  ended(): void {
    this.#close('complete', null)
  }

  left(): void {
    this.#flush(true)
    this.#close(this.#hasEnded() ? 'complete' : 'aborted', null)
  }

  broke(error: unknown): void {
    this.#close('error', failureOf(error, 'body'))
  }

  /** No response came. */
  failed(error: unknown, aborted: boolean): void {
    this.#close(aborted ? 'aborted' : 'error', aborted ? null : failureOf(error, 'connect'))
  }

  #push(bytes: Uint8Array): void {
    this.#times.push(this.#parts.elapsed())
    this.#events(this.#pieces.push(bytes))
  }

  #events(pieces: Uint8Array[]): void {
    for (const piece of pieces) {
      const payload = encodePiece(piece, this.#kind)
      this.#recent.push(payload)
      if (this.#recent.length > recentPieces) this.#recent.shift()
      const at_ms = this.#times.shift() ?? 0
      this.#write((take, index) => take.event(index, { payload, at_ms }))
    }
  }

  #flush(cut: boolean): void {
    if (this.#whole && this.#whole.length > 0) this.#push(Buffer.concat(this.#whole))
    this.#whole = null
    this.#events(this.#pieces.end(cut))
  }

  /**
   * Whether the answer had said its last word when the client left: closing right after `[DONE]` is no abort, nor after an
   * error inside the stream, at which SDKs stop reading.
   */
  #hasEnded(): boolean {
    const events = this.#recent.map((payload) => ({ payload, at_ms: 0 }))
    const body = readAnswerBody({ events })
    const messages =
      body.kind === 'sse'
        ? body.messages
        : (body.kind === 'ndjson' ? body.values : []).map((data) => ({ data }))
    return messages.some(
      (message) =>
        this.#parts.dialect.isTerminal(message) ||
        ('event' in message && message.event === 'error') ||
        errorInJson(message.data) !== null,
    )
  }

  #close(outcome: Outcome, error: CallFailure | null): void {
    if (this.#finished) return
    this.#flush(outcome !== 'complete')
    this.#finished = true
    const failure = error && { ...error, message: this.#parts.redactor.text(error.message) }
    // Usage is read from the answer when the take becomes a cassette.
    this.#write((take, index) => take.end(index, { outcome, error: failure, usage: null }))
    this.#finish()
  }

  #write(record: (take: TakeWriter, callIndex: number) => void): void {
    try {
      record(this.#parts.take, this.#parts.call_index)
    } catch (error) {
      this.#parts.onFault(error as Error)
    }
  }
}
