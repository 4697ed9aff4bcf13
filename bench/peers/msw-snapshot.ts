import { join } from 'node:path'
import { setupServer } from 'msw/node'
import { snapshot } from 'msw-snapshot'
import type { Peer } from './peer.ts'

export const peer: Peer = {
  async start({ mode, origin, folder, test }) {
    const server = setupServer(
      snapshot({
        basePath: join(folder, test),
        updateSnapshots: mode === 'record' ? 'all' : 'none',
        ignoreSnapshots: mode === 'record',
      }),
    )
    server.listen()
    return { origin, stop: async () => server.close() }
  },
}
