import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { pairSockets } from '../../src/intercept/paired-socket.ts'

/** A stream begins to read in the tick after somebody listens. */
const reading = () => new Promise((resolve) => setImmediate(resolve))

test('what is written arrives at the other end after the code at hand, in order', async () => {
  const [client, server] = pairSockets()
  const arrived: string[] = []
  server.on('data', (piece) => arrived.push(String(piece)))
  client.write('one')
  client.write('two')
  expect(arrived).toEqual([])
  client.end('three')
  await once(server, 'end')
  expect(arrived.join('')).toBe('onetwothree')
})

test('an answer that is written while a piece arrives is heard by who listens after sending', async () => {
  const [client, server] = pairSockets()
  server.on('data', () => server.write('pong'))
  client.write('ping')
  const [answer] = await once(client, 'data')
  expect(String(answer)).toBe('pong')
})

test('each end hears in the context in which it was made, whoever writes', async () => {
  const contexts = new AsyncLocalStorage<string>()
  const [client, server] = contexts.run('made', () => pairSockets())
  const heard: (string | undefined)[] = []
  client.on('data', () => heard.push(contexts.getStore()))
  await reading()
  contexts.run('writing', () => server.write('x'))
  await once(client, 'data')
  server.destroy()
  await once(client, 'close').catch(() => {})
  expect(heard).toEqual(['made'])
})

test('what is under way when an end is destroyed arrives before the other end hears of it', async () => {
  const [client, server] = pairSockets()
  const told: string[] = []
  client.on('data', (piece) => told.push(String(piece)))
  client.on('error', (error: NodeJS.ErrnoException) => told.push(error.code ?? ''))
  await reading()
  server.write('last words', () => server.destroy())
  await once(client, 'close').catch(() => {})
  expect(told).toEqual(['last words', 'ECONNRESET'])
})
