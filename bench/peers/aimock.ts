import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import type { Peer } from './peer.ts'

/** A server of its own on loopback: the code under test must be pointed at it. */
export const peer: Peer = {
  async start({ mode, origin, folder, test }) {
    const fixturePath = join(folder, test)
    const mock = new LLMock({
      port: 0,
      ...(mode === 'record' && { record: { providers: { openai: origin }, fixturePath } }),
    })
    if (mode === 'replay' && existsSync(fixturePath)) mock.loadFixtureDir(fixturePath)
    await mock.start()
    return { origin: mock.url, stop: () => mock.stop() }
  },
}
