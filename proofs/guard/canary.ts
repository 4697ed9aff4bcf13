import { once } from 'node:events'
import { createServer as createHttp2 } from 'node:http2'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

/** Listens where model hosts would, takes whatever comes, and counts it. */
export interface Canary {
  connections: number
  /** What arrived, after TLS where the connection speaks it. */
  bytes: number
  close(): Promise<void>
}

/** Answers as far as each protocol needs before its first request: TLS on 443, a tunnel on `proxyPort`. */
export async function startCanary(
  { key, cert }: { key: Buffer; cert: Buffer },
  ports: { plain: readonly number[]; tls: number; proxy: number },
): Promise<Canary> {
  const open = new Set<Socket>()
  const canary: Canary = { connections: 0, bytes: 0, close }
  const count = (socket: Socket) =>
    socket
      .on('error', () => {})
      .on('data', (piece: Buffer) => {
        canary.bytes += piece.length
      })
  const secureContext = createSecureContext({ key, cert })
  // Speaks the preface of HTTP/2, without which a client may wait before it sends.
  const http2 = createHttp2()
  const listen = async (port: number, take: (socket: Socket) => void) => {
    const server = createServer((socket) => {
      canary.connections++
      open.add(socket.on('error', () => {}))
      take(socket)
    }).listen(port, '0.0.0.0')
    await once(server, 'listening')
    return server
  }
  const servers = await Promise.all([
    ...ports.plain.map((port) => listen(port, count)),
    listen(ports.tls, (socket) => {
      const secure = new TLSSocket(socket, {
        isServer: true,
        secureContext,
        ALPNProtocols: ['h2', 'http/1.1'],
      })
      count(secure)
      secure.on('secure', () => {
        if (secure.alpnProtocol === 'h2') http2.emit('connection', secure)
      })
    }),
    // What a CONNECT asks is no request yet; what comes after it is.
    listen(ports.proxy, (socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        count(socket)
      }),
    ),
  ])
  return canary

  async function close(): Promise<void> {
    for (const socket of open) socket.destroy()
    await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  }
}
