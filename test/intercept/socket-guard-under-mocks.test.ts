import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { areSocketsPatched, installSocketGuard } from '../../src/intercept/socket-guard.ts'
import { toLoopback as lookup, mockSockets } from '../support/socket-mocks.ts'

const judged: string[] = []
const rule = (host: string) => {
  judged.push(host)
  return host.endsWith('models.example.com') ? new Error('refused by the rule') : null
}
installSocketGuard(rule)
mockSockets((host) => host === 'mocked.models.example.com')

test('a library that mocks sockets and came after the guard is noticed', () => {
  expect(areSocketsPatched()).toBe(true)
})

test('a connection that is answered by a mock is none, and not judged', async () => {
  judged.length = 0
  const socket = connect(443, 'mocked.models.example.com')
  await once(socket, 'mocked')
  socket.destroy()
  expect(judged).toEqual([])
})

test('a connection that the library lets through is judged by its name, once', async () => {
  judged.length = 0
  const [error] = await once(connect({ port: 443, host: 'models.example.com', lookup }), 'close').catch(
    (e) => [e],
  )
  expect(error.message).toBe('refused by the rule')
  expect(judged).toEqual(['models.example.com'])
})

test('other hosts are connected', async () => {
  const server = createServer((socket) => socket.end('hello'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [error] = await once(socket, 'error').catch((e) => [e])
  expect(error.message).toBe('connected for real')
  server.close()
})
