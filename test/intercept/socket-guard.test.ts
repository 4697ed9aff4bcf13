import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import tls from 'node:tls'
import { expect, test } from 'vitest'
import { installSocketGuard, keepSocketGuard } from '../../src/intercept/socket-guard.ts'

const refusal = () => new Error('refused by the rule')
const nodesOwn = Socket.prototype.connect
installSocketGuard((host) => (host === 'models.example.com' ? refusal() : null))

const clients: Record<string, () => NodeJS.EventEmitter> = {
  'net.connect(options)': () => connect({ host: 'models.example.com', port: 443 }),
  'net.connect(port, host)': () => connect(443, 'models.example.com'),
  'tls.connect': () =>
    tls.connect({ host: 'models.example.com', port: 443, servername: 'models.example.com' }),
  'http.get': () => http.get('http://models.example.com/'),
  'https.get': () => https.get('https://models.example.com/'),
  'https.request with a body': () =>
    https.request('https://models.example.com/', { method: 'POST' }).end('{}'),
  'http2.connect': () => http2.connect('https://models.example.com'),
}

test.each(Object.entries(clients))('%s gets the error as the error of its connection', async (_, open) => {
  const [error] = await once(open(), 'error', { signal: AbortSignal.timeout(2_000) }).catch((e) => [e])
  expect(error.message).toBe('refused by the rule')
  expect(error.stack).toContain('socket-guard.test.ts')
})

test('fetch rejects with the error as its cause', async () => {
  await expect(fetch('https://models.example.com/')).rejects.toMatchObject({
    cause: { message: 'refused by the rule' },
  })
})

test('other hosts are connected as ever', async () => {
  const server = createServer((socket) => socket.end('hello'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [data] = await once(socket, 'data')
  expect(String(data)).toBe('hello')
  server.close()
})

test('a guard that was taken away is put back, and never put twice', async () => {
  const guarded = Socket.prototype.connect
  keepSocketGuard(refusal)
  expect(Socket.prototype.connect).toBe(guarded)
  // As msw 3 does when it stops, having listened before Retake came.
  Socket.prototype.connect = nodesOwn
  keepSocketGuard((host) => (host === 'models.example.com' ? refusal() : null))
  expect(Socket.prototype.connect).not.toBe(nodesOwn)
  const [error] = await once(connect(443, 'models.example.com'), 'error').catch((e) => [e])
  expect(error.message).toBe('refused by the rule')
})
