import { createServer, type Server } from 'node:net'

/** Listens where model hosts would, and counts who comes. */
export interface Canary {
  connections: number
  close(): Promise<void>
}

/** Starts a canary on the given ports of every local address. It says nothing and hangs up. */
export async function startCanary(ports: readonly number[]): Promise<Canary> {
  const canary: Canary = {
    connections: 0,
    close: async () => {
      await Promise.all(
        servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
      )
    },
  }
  const servers: Server[] = ports.map(() =>
    createServer((socket) => {
      canary.connections += 1
      socket.on('error', () => {})
      socket.destroy()
    }),
  )
  await Promise.all(
    servers.map(
      (server, at) =>
        new Promise<void>((resolve, reject) =>
          server.on('error', reject).listen(ports[at], '0.0.0.0', resolve),
        ),
    ),
  )
  return canary
}
