import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { pairSockets } from './paired-socket.ts'
import type { ServedSocket, SocketAnswer, SocketData, SocketHandler } from './socket-session.ts'

/** Answers a handshake, or rejects where no answer came. */
export type OpenSession = (request: Request) => Promise<SocketAnswer>

interface Connection {
  url: URL
  open: OpenSession
  client: Socket
}

/**
 * A connection for one WebSocket client, to a server inside this process: frames, masks, pings and closing handshakes are
 * the `ws` package's own work at this end.
 */
export function connectToSession(url: URL, open: OpenSession): Socket {
  const [client, server] = pairSockets()
  if (url.protocol === 'wss:') Object.assign(client, { encrypted: true, authorized: true })
  connections.set(server, { url, open, client })
  insideServer().emit('connection', server)
  return client
}

const connections = new WeakMap<Socket, Connection>()

/** The subprotocol that each accepted handshake gets. */
const protocols = new WeakMap<IncomingMessage, string | null>()

let server: ReturnType<typeof createServer> | undefined

/** Never listens, and sets no limits of its own. */
function insideServer() {
  if (server) return server
  server = createServer({
    maxHeaderSize: 2 ** 20,
    requestTimeout: 0,
    headersTimeout: 0,
    requireHostHeader: false,
  })
  server.on('upgrade', (incoming, socket, head) => void take(incoming, socket as Socket, head))
  return server
}

const sockets = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  maxPayload: 0,
  handleProtocols: (_offered, request) => protocols.get(request) ?? false,
})

async function take(incoming: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
  // A client that leaves while it is answered is none that anybody still talks to.
  socket.on('error', () => {})
  const connection = connections.get(socket)
  if (!connection) return void socket.destroy()
  try {
    const answer = await connection.open(requestOf(incoming, connection.url))
    if ('refused' in answer) return await refuse(socket, answer.refused)
    protocols.set(incoming, answer.protocol)
    sockets.handleUpgrade(incoming, socket, head, (client) => serve(client, answer.handler))
  } catch (error) {
    // A client of sockets knows the errors of sockets, which `fetch` puts in its cause.
    const { cause } = error as Error
    connection.client.destroy(cause instanceof Error ? cause : (error as Error))
  }
}

function serve(client: WebSocket, handler: SocketHandler): void {
  // A client that breaks the protocol is told so by `ws`, which closes then.
  client.on('error', () => {})
  client.on('message', (data: RawData, isBinary: boolean) => handler.message(dataOf(data, isBinary)))
  client.on('close', (code, reason) => handler.closed(code, reason.toString()))
  handler.opened(servedBy(client))
}

function servedBy(client: WebSocket): ServedSocket {
  return {
    send: (data) => client.send(data),
    close: (code, reason) => (code === 1005 ? client.close() : client.close(code, reason)),
    drop: () => client.terminate(),
  }
}

/** What `ws` gives, as text or bytes. */
export function dataOf(data: RawData, isBinary: boolean): SocketData {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
  return isBinary ? bytes : bytes.toString('utf8')
}

/** Of one connection, and of the handshake alone: https://www.rfc-editor.org/rfc/rfc6455#section-4.1 */
const handshakeHeaders = /^(connection|host|upgrade|sec-websocket-(key|version|extensions|accept))$/i

/** The handshake as a request: `https:` stands for `wss:`, which a `Request` must not have. */
function requestOf(incoming: IncomingMessage, url: URL): Request {
  const headers = new Headers()
  const { rawHeaders } = incoming
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = rawHeaders.slice(at, at + 2) as [string, string]
    if (!handshakeHeaders.test(name)) headers.append(name, value)
  }
  return new Request(url.href.replace(/^ws/, 'http'), { headers })
}

async function refuse(socket: Socket, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const reason = response.statusText.replace(/[^\t\x20-\x7e]/g, '?')
  const headers = [...response.headers, ['content-length', String(body.length)], ['connection', 'close']]
  const head = [`HTTP/1.1 ${response.status} ${reason}`, ...headers.map((pair) => pair.join(': '))]
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]))
}
