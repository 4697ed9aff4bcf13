import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { dataOf } from './answer-upgrade.ts'
import { sendForwarded } from './own-connections.ts'
import type { ServedSocket, SocketData } from './socket-session.ts'

/** What a provider's end of a session tells. */
export interface UpstreamListener {
  message(data: SocketData): void
  /** 1005: without a code; 1006: the connection broke. */
  closed(code: number, reason: string): void
}

/** The provider's end of a session that it accepted. */
export interface Upstream extends ServedSocket {
  /** The subprotocol that the provider chose. */
  protocol: string | null
  /** Tells everything that came since the handshake, and what comes from now on. */
  listen(listener: UpstreamListener): void
}

/**
 * Opens a session with the real provider, over a connection of Retake's own.
 *
 * @param request the handshake's headers
 * @param restore puts real credentials where placeholders stand
 * @returns the session, or the response that refused it
 * @throws the error of the connection where neither came
 */
export async function connectUpstream(
  url: URL,
  request: Request,
  restore: (value: string) => string,
): Promise<Upstream | Response> {
  const headers: Record<string, string> = {}
  for (const [name, value] of request.headers)
    if (name !== 'sec-websocket-protocol') headers[name] = restore(value)
  const offered = request.headers.get('sec-websocket-protocol')
  const protocols = offered === null ? [] : offered.split(',').map((one) => restore(one.trim()))
  return new Promise((resolve, reject) => {
    const socket = sendForwarded(() => new WebSocket(url, protocols, { headers, maxPayload: 0 }))
    // Before anything can come.
    const queue = new Queue(socket)
    socket.on('unexpected-response', (_request, response) => responseOf(response).then(resolve, reject))
    socket.on('error', reject)
    socket.on('open', () => resolve(upstreamOf(socket, queue)))
  })
}

function upstreamOf(socket: WebSocket, queue: Queue): Upstream {
  return {
    protocol: socket.protocol || null,
    listen: (listener) => queue.listen(listener),
    send: (data) => socket.send(data),
    close: (code, reason) => (code === 1005 ? socket.close() : socket.close(code, reason)),
    drop: () => socket.terminate(),
  }
}

/** Keeps what a socket tells until somebody listens. */
class Queue {
  readonly #waiting: ((listener: UpstreamListener) => void)[] = []
  #listener: UpstreamListener | null = null

  constructor(socket: WebSocket) {
    socket.on('message', (data, isBinary) => this.#tell((to) => to.message(dataOf(data, isBinary))))
    socket.on('close', (code, reason) => this.#tell((to) => to.closed(code, reason.toString())))
  }

  listen(listener: UpstreamListener): void {
    this.#listener = listener
    for (const tell of this.#waiting.splice(0)) tell(listener)
  }

  #tell(tell: (listener: UpstreamListener) => void): void {
    if (this.#listener) tell(this.#listener)
    else this.#waiting.push(tell)
  }
}

async function responseOf(incoming: IncomingMessage): Promise<Response> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  const { statusCode = 500, statusMessage = '', rawHeaders } = incoming
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = rawHeaders.slice(at, at + 2) as [string, string]
    if (!/^(connection|content-length|transfer-encoding|keep-alive|upgrade)$/i.test(name))
      headers.append(name, value)
  }
  return new Response(pieces.length > 0 ? Buffer.concat(pieces) : null, {
    status: statusCode,
    statusText: statusMessage,
    headers,
  })
}
