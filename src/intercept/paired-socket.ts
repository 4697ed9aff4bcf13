import { AsyncResource } from 'node:async_hooks'
import { Socket } from 'node:net'

/** After the code at hand, in order. No clock that a test has faked holds it up. */
function soon(act: () => void): void {
  void Promise.resolve().then(act)
}

/**
 * One end of a connection inside the process: what is written to it is read at the other. A socket in everything that an
 * HTTP client or server asks of one (timeouts, half closing, `destroySoon`), without a connection of the operating system.
 */
class PairedSocket extends Socket {
  /** What arrives is told in the async context in which this end was made, as Node's own sockets do it. */
  readonly #context = new AsyncResource('RetakeSocket')
  #other: PairedSocket | null = null
  #taken: (() => void) | null = null

  static pair(): [PairedSocket, PairedSocket] {
    const client = new PairedSocket()
    const server = new PairedSocket({ allowHalfOpen: true })
    client.#other = server
    server.#other = client
    return [client, server]
  }

  override _read(): void {
    this.#accept()
  }

  // Sockets are given strings as they are.
  override _write(
    piece: Buffer | string,
    encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    this.#send(typeof piece === 'string' ? Buffer.from(piece, encoding) : piece, done)
  }

  override _writev = null as never

  override _final(done: (error?: Error | null) => void): void {
    this.#send(null, done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const other = this.#other
    this.#other = null
    super._destroy(error, (raised) => done(raised))
    // As a connection that breaks: the other end hears of it after what is under way.
    if (other && !other.destroyed) soon(() => other.#context.runInAsyncScope(() => other.#hangUp()))
  }

  /** Never at once, as no network does it; whoever writes waits until the other end has room again. */
  #send(piece: Buffer | null, done: (error?: Error | null) => void): void {
    soon(() => {
      const other = this.#other
      if (!other || other.destroyed) {
        // To end what has ended is no error.
        done(piece === null ? null : Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
        return
      }
      this.#keepAwake()
      other.#keepAwake()
      if (other.#context.runInAsyncScope(() => other.push(piece)) || piece === null) done()
      else other.#taken = done
    })
  }

  #accept(): void {
    const taken = this.#taken
    this.#taken = null
    taken?.()
  }

  #hangUp(): void {
    if (this.destroyed) return
    this.#taken = null
    if (this.readableEnded || this.#hasEnded()) this.destroy()
    else this.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  }

  #hasEnded(): boolean {
    return (this as unknown as { _readableState: { ended: boolean } })._readableState.ended
  }

  /** Idle timeouts start again, as they do where bytes come from a network. */
  #keepAwake(): void {
    ;(this as unknown as { _unrefTimer(): void })._unrefTimer()
  }
}

/** Two sockets that are connected with each other: the client's, and the server's, which may still write once the client has ended. */
export function pairSockets(): [client: Socket, server: Socket] {
  return PairedSocket.pair()
}
