import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RealtimeServer, startRealtimeServer } from '../support/realtime-server.ts'
import { UserProject } from '../support/user-project.ts'

let server: RealtimeServer
let project: UserProject

beforeEach(async () => {
  server = await startRealtimeServer()
})
afterEach(async () => {
  await server.close()
  project.remove()
})

const config = `
  import { defineConfig, defineProvider } from 'retake'
  export default defineConfig({
    recordErrors: true,
    providers: [defineProvider({ name: 'talk', hosts: ['localhost:' + process.env.PORT], credentials: ['TALK_KEY'] })],
  })`

/** A client as applications write them: one promise for each event that is waited for. */
const client = `
  import WebSocket from 'ws'
  export function open(query = '', protocols) {
    const socket = new WebSocket('ws://localhost:' + process.env.PORT + '/v1/realtime?model=gpt-realtime' + query, protocols, {
      headers: { authorization: 'Bearer ' + process.env.TALK_KEY },
    })
    const events = []
    const waiting = []
    socket.on('message', (data, isBinary) => {
      const event = isBinary ? data : JSON.parse(data)
      events.push(event)
      for (const look of waiting) look()
    })
    const closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
    return {
      socket,
      events,
      closed,
      send: (event) => socket.send(typeof event === 'object' && !Buffer.isBuffer(event) ? JSON.stringify(event) : event),
      until: (fits) => new Promise((resolve, reject) => {
        const look = () => { const event = events.find(fits); if (event) resolve(event) }
        waiting.push(look)
        look()
        closed.then(({ code, reason }) => reject(new Error('closed: ' + code + ' ' + reason)))
        socket.on('error', reject)
      }),
    }
  }
  export async function talk(text) {
    const { socket, send, until, closed } = open()
    await until((event) => event.type === 'session.created')
    send({ event_id: 'mine_' + Math.random(), type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } })
    send({ type: 'response.create' })
    const { response } = await until((event) => event.type === 'response.done')
    socket.close(1000)
    await closed
    return response.output[0].content[0].text
  }`

async function create(body: string): Promise<UserProject> {
  project = await UserProject.create({
    'vitest.config.ts': `
      import { defineConfig } from 'vitest/config'
      export default defineConfig({ test: { setupFiles: ['retake/vitest'] } })`,
    'retake.config.ts': config,
    'src/client.js': client,
    'src/talk.test.js': `
      import { expect, test } from 'vitest'
      import { open, talk } from './client.js'
      ${body}`,
  })
  return project
}

const run = (mode: string, env = {}) =>
  project.vitest([], {
    env: { PORT: String(server.port), TALK_KEY: 'tk-0123456789abcdefghij', RETAKE: mode, ...env },
  })

test('a session is recorded in both directions and replays in step, without a server', async () => {
  await create(`
    test('talks', async () => {
      expect(await talk('hello')).toBe('You said: hello')
    })
    test('bytes, other closes, lost connections and refusals', async () => {
      const one = open('', ['realtime', 'key.' + process.env.TALK_KEY])
      await one.until((event) => event.type === 'session.created')
      expect(one.socket.protocol).toBe('realtime')
      one.send(Buffer.from([1, 2, 255]))
      expect([...await one.until(Buffer.isBuffer)]).toEqual([1, 2, 255])
      one.send({ type: 'bye' })
      expect(await one.closed).toEqual({ code: 4001, reason: 'over' })
      const two = open()
      await two.until((event) => event.type === 'session.created')
      two.send({ type: 'lose' })
      expect(await two.closed).toEqual({ code: 1006, reason: '' })
      const three = open('&model=refused')
      const [, response] = await new Promise((resolve) => {
        three.socket.on('unexpected-response', (...given) => resolve(given))
      })
      let text = ''
      for await (const piece of response) text += piece
      expect([response.statusCode, response.headers['x-request-id'], text]).toEqual([
        401, 'req_1', '{"error":{"message":"no such key"}}',
      ])
    })
    test.concurrent('one of two at once', async () => { expect(await talk('one')).toBe('You said: one') })
    test.concurrent('the other', async () => { expect(await talk('other')).toBe('You said: other') })
    test('leaves without a word', async () => {
      const { socket, until } = open()
      await until((event) => event.type === 'session.created')
      socket.terminate()
    })`)
  const recorded = await run('record')
  expect(recorded.code, recorded.output).toBe(0)
  expect(server.handshakes).toHaveLength(7)
  expect(server.handshakes[0]?.authorization).toBe('Bearer tk-0123456789abcdefghij')
  for (const file of project.files('src/__recordings__'))
    expect(project.read(file), file).not.toContain('tk-0123456789')
  const before = project.files('src/__recordings__')
  const live = await run('live')
  expect(live.code, live.output).toBe(0)
  expect(server.handshakes).toHaveLength(14)
  expect(project.files('src/__recordings__')).toEqual(before)
  await server.close()
  const replayed = await run('replay', { TALK_KEY: '' })
  expect(replayed.code, replayed.output).toBe(0)
  expect(server.handshakes).toHaveLength(14)
}, 60_000)

test('a client that says something else, more or less fails its test and is told at once', async () => {
  const body = (text: string) => `
    test('talks', async () => {
      const { socket, send, until, closed } = open()
      await until((event) => event.type === 'session.created')
      send({ type: 'conversation.item.create', item: { type: 'message', content: [{ type: 'input_text', text: '${text}' }] } })
      send({ type: 'response.create' })
      await until((event) => event.type === 'response.done')
      socket.close()
      await closed
    })`
  await create(body('hello'))
  const recorded = await run('record')
  expect(recorded.code, recorded.output).toBe(0)
  const edit = (from: string | RegExp, to: string) =>
    project.write({ 'src/talk.test.js': project.read('src/talk.test.js').replace(from, to) })

  edit("'hello'", "'goodbye'")
  const changed = await run('replay')
  expect(changed.code).toBe(1)
  expect(changed.output).toContain('messages[0].item.content[0].text')
  expect(changed.output).toContain('closed: 1008 ReplayMismatch: ')

  edit("'goodbye'", "'hello'")
  edit(
    "send({ type: 'response.create' })",
    "send({ type: 'response.cancel' }); send({ type: 'response.create' })",
  )
  const more = await run('replay')
  expect(more.code).toBe(1)
  expect(more.output).toContain('messages[1].type')

  edit(/send\(\{ type: 'response.cancel.*/, '')
  edit(/await until.*response\.done.*/, '')
  const fewer = await run('replay')
  expect(fewer.code).toBe(1)
  expect(fewer.output).toContain('messages[1]')
}, 60_000)

test('a session that was never recorded is refused, and nothing reaches the provider', async () => {
  await create(`
    test('talks', async () => {
      await talk('hello')
    })`)
  const refused = await run('replay')
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('this test has no recording')
  expect(server.handshakes).toHaveLength(0)
})

test('calls that a handler of messages makes are recorded and replayed, and a server of one’s own is left alone', async () => {
  await create(`
    import WebSocket, { WebSocketServer } from 'ws'
    test('talks', async () => {
      const own = new WebSocketServer({ port: 0 })
      own.on('connection', (socket) => socket.on('message', (data) => socket.send('own ' + data)))
      const { socket, until } = open()
      await until((event) => event.type === 'session.created')
      const answered = new Promise((resolve) => {
        socket.once('message', async () => {
          const response = await fetch('http://localhost:' + process.env.PORT + '/v1/models')
          resolve(response.status)
        })
      })
      socket.send(JSON.stringify({ type: 'response.create' }))
      expect(await answered).toBe(426)
      const beside = new WebSocket('ws://localhost:' + own.address().port)
      beside.on('open', () => beside.send('hello'))
      expect(await new Promise((resolve) => beside.on('message', (data) => resolve(String(data))))).toBe('own hello')
      beside.close()
      own.close()
    })`)
  const recorded = await run('record')
  expect(recorded.code, recorded.output).toBe(0)
  await server.close()
  const replayed = await run('replay')
  expect(replayed.code, replayed.output).toBe(0)
  const [cassette] = project.cassettes()
  expect(project.read(cassette as string).match(/"type":"request"/g)).toHaveLength(2)
}, 60_000)

test('the undici package, and the global WebSocket where Node has one, are recorded and replayed, too', async () => {
  await create(`
    import * as undici from 'undici'
    const clients = { undici: undici.WebSocket, ...(globalThis.WebSocket && { global: globalThis.WebSocket }) }
    undici.setGlobalDispatcher(new undici.Agent())
    test.each(Object.keys(clients))('%s talks', async (name) => {
      const socket = new clients[name]('ws://localhost:' + process.env.PORT + '/v1/realtime?model=m', ['realtime'])
      const text = await new Promise((resolve, reject) => {
        socket.onerror = (event) => reject(event.error ?? new Error('failed'))
        socket.onclose = ({ code }) => reject(new Error('closed ' + code))
        socket.onmessage = ({ data }) => {
          const event = JSON.parse(data)
          if (event.type === 'session.created') socket.send(JSON.stringify({ type: 'response.create' }))
          if (event.type === 'response.done') resolve(event.response.output[0].content[0].text)
        }
      })
      socket.onclose = null
      expect(text).toBe('You said: ')
      expect(socket.protocol).toBe('realtime')
      const closed = new Promise((resolve) => { socket.onclose = ({ code }) => resolve(code) })
      socket.close(1000)
      expect(await closed).toBe(1000)
    })`)
  const recorded = await run('record')
  expect(recorded.code, recorded.output).toBe(0)
  expect(project.cassettes()).toHaveLength('WebSocket' in globalThis ? 2 : 1)
  await server.close()
  const replayed = await run('replay')
  expect(replayed.code, replayed.output).toBe(0)
}, 60_000)
