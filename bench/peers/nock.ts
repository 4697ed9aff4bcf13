import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import nock from 'nock'
import type { Peer } from './peer.ts'

export const peer: Peer = {
  async start({ mode, origin, folder, test }) {
    const path = join(folder, `${test}.json`)
    if (mode === 'record') {
      nock.restore()
      nock.recorder.rec({ dont_print: true, output_objects: true })
      return {
        origin,
        stop: async () => {
          writeFileSync(path, JSON.stringify(nock.recorder.play()))
          nock.restore()
          nock.recorder.clear()
        },
      }
    }
    if (!nock.isActive()) nock.activate()
    nock.define(nock.loadDefs(path))
    nock.disableNetConnect()
    return {
      origin,
      stop: async () => {
        nock.cleanAll()
        nock.restore()
      },
    }
  },
}
