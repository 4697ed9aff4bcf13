import FetchAdapter from '@pollyjs/adapter-fetch'
import { Polly } from '@pollyjs/core'
import FSPersister from '@pollyjs/persister-fs'
import type { Peer } from './peer.ts'

export const peer: Peer = {
  async start({ mode, origin, folder, test }) {
    const polly = new Polly(test, {
      adapters: [FetchAdapter as never],
      persister: FSPersister as never,
      persisterOptions: { fs: { recordingsDir: folder } },
      mode,
      recordIfMissing: false,
      logLevel: 'error',
      // A server gets another port in every run.
      matchRequestsBy: { url: { port: false } },
    })
    return { origin, stop: () => polly.stop() }
  },
}
