import type { Peer } from './peer.ts'

/** Retake is there by its setup file; the mode comes from `RETAKE`. */
export const peer: Peer = {
  start: async ({ origin }) => ({ origin, stop: async () => {} }),
}
