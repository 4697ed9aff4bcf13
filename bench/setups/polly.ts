import FetchAdapter from '@pollyjs/adapter-fetch'
import NodeHttpAdapter from '@pollyjs/adapter-node-http'
import { Polly } from '@pollyjs/core'
import FSPersister from '@pollyjs/persister-fs'
import { aroundEach } from 'vitest'

Polly.register(FetchAdapter as never)
Polly.register(NodeHttpAdapter as never)
Polly.register(FSPersister as never)

aroundEach(async (runTest, { task }) => {
  const polly = new Polly(task.name, {
    adapters: ['fetch', 'node-http'],
    persister: 'fs',
    persisterOptions: { fs: { recordingsDir: '__polly__' } },
    mode: 'replay',
  })
  await runTest()
  await polly.stop()
})
