import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

/** Model hosts lead to the provider on loopback: what gets past the guard is seen there. */
const dns = `import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
const { lookup } = dns
dns.lookup = (host, options, done) => {
  if (host !== 'api.openai.com') return lookup(host, options, done)
  const callback = done ?? options
  options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)
}
syncBuiltinESMExports()
`

/** A client of sockets, as HTTP/2 and WebSockets are: one that Retake cannot see through. */
const bySocket = `
import net from 'node:net'
const { hostname, port } = new URL(process.env.PROVIDER_URL!)
const body = JSON.stringify({ model: 'gpt-5-mini', messages: [{ role: 'user', content: 'Past you' }] })
const request = 'POST /v1/chat/completions HTTP/1.1\\r\\nhost: x\\r\\ncontent-type: application/json\\r\\ncontent-length: '
export const bySocket = () =>
  new Promise<string>((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port) })
    socket.on('data', (answer) => resolve(String(answer).split('\\r\\n')[0]))
    socket.on('error', (error) => resolve(error.name))
    socket.write(request + body.length + '\\r\\n\\r\\n' + body)
  })
`

async function projectWith(body: string) {
  const user = await fixture.project(body, { 'dns.mjs': dns, 'src/by-socket.ts': bySocket })
  const live = fixture.live('record')
  const env = {
    ...live,
    PROVIDER_URL: String(live.PROVIDER_URL).replace('127.0.0.1', 'api.openai.com'),
    NODE_OPTIONS: `--import=${pathToFileURL(user.path('dns.mjs')).href}`,
  }
  return { user, env }
}

test('while a call is recorded, a client that Retake cannot see does not reach the same host', async () => {
  const { user, env } = await projectWith(`
    const { bySocket } = await import('./by-socket')
    test('both', async () => {
      let open = true
      const recorded = ask('Recorded?').finally(() => (open = false))
      const others: string[] = []
      while (open) {
        others.push(await bySocket())
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      others.push(await bySocket())
      expect(await recorded).toContain('Recorded?')
      expect(new Set(others)).toEqual(new Set(['TransportNotIntercepted']))
    })`)
  const result = await user.vitest([], { env })
  expect(result.output).toContain('TransportNotIntercepted: both reached api.openai.com')
  expect(result.output).not.toContain('AssertionError')
  expect(fixture.provider.requests).toHaveLength(1)
})

test('a page of a model host is fetched, and opens it to nobody else', async () => {
  const { user, env } = await projectWith(`
    const { bySocket } = await import('./by-socket')
    test('page', async () => {
      await (await fetch(process.env.PROVIDER_URL + '/docs/index.html')).text()
      expect(await bySocket()).toBe('TransportNotIntercepted')
    })`)
  const result = await user.vitest([], { env })
  expect(result.output).toContain('TransportNotIntercepted: page reached api.openai.com')
  expect(result.output).not.toContain('AssertionError')
  expect(fixture.provider.requests).toHaveLength(1)
})
