import type { Peer } from './peer.ts'

/** Bare `fetch`, to see what the network itself takes. */
export const peer: Peer = {
  start: async ({ origin }) => ({ origin, stop: async () => {} }),
}
