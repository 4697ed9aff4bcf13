import type { CallFailure, Outcome, SocketEnd, SocketPayload } from '../cassette/records.ts'
import type { TakeWriter } from '../cassette/take.ts'
import type { SocketData } from '../intercept/socket-session.ts'
import type { CallRecorderParts } from './call-recorder.ts'
import { socketPayload } from './socket-payload.ts'

/** What a lost connection is recorded as; no end said anything of it. */
const lost: CallFailure = { phase: 'body', code: 'ECONNRESET', message: 'the connection was lost' }

/** Writes one WebSocket session into a take as its messages pass, each whole and redacted. */
export class SocketRecorder {
  readonly #parts: CallRecorderParts
  #finish!: () => void
  #finished = false
  /** Settles when the session's end is written. */
  readonly done = new Promise<void>((resolve) => {
    this.#finish = resolve
  })

  constructor(parts: CallRecorderParts) {
    this.#parts = parts
  }

  opened(protocol: string | null): void {
    const headers: [string, string][] = protocol === null ? [] : [['sec-websocket-protocol', protocol]]
    const kept = this.#parts.redactor.headers(headers)
    this.#write((take, index) => take.response(index, { status: 101, headers: kept }))
  }

  message(from: SocketEnd, data: SocketData): void {
    const { dialect, redactor } = this.#parts
    this.#event(socketPayload(from, data, dialect, redactor))
  }

  /** The session is over. 1006 is no closing handshake: the client left, or the provider was lost. */
  closed(from: SocketEnd, code: number, reason: string): void {
    if (code === 1006 && from === 'client') this.#end('aborted', null)
    if (code === 1006 && from === 'server') this.#end('error', lost)
    if (code === 1006) return
    this.#event({ from, close: { code, reason: this.#parts.redactor.text(reason) } })
    this.#end('complete', null)
  }

  #event(payload: SocketPayload): void {
    const at_ms = this.#parts.elapsed()
    this.#write((take, index) => take.event(index, { payload, at_ms }))
  }

  #end(outcome: Outcome, error: CallFailure | null): void {
    if (this.#finished) return
    this.#finished = true
    this.#write((take, index) => take.end(index, { outcome, error, usage: null }))
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
