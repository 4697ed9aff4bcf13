import { expect, test } from 'vitest'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

const sockets = `import http2 from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { expect, test } from 'vitest'

const ended = (emitter: any) => new Promise((resolve) => emitter.once('error', resolve).once('close', resolve))

test('net', () => ended(net.connect(443, 'api.openai.com')))
test('tls', () => ended(tls.connect({ host: 'api.anthropic.com', port: 443 })))
test('https', () => ended(https.get('https://api.groq.com/openai/v1/models', {
  createConnection: () => tls.connect({ host: 'api.groq.com', port: 443 }),
})))
test('http2', () => ended(http2.connect('https://bedrock-runtime.us-east-1.amazonaws.com')))
test('loopback', async () => {
  const server = net.createServer((socket) => socket.end('hi')).listen(0)
  await ended(net.connect((server.address() as any).port, '127.0.0.1').resume())
  server.close()
})
`

test('a socket to a model host is refused with an error that names it, also where the code hides the error', async () => {
  const user = await fixture.project('', { 'src/ask.test.ts': sockets })
  const result = await user.vitest()
  expect(result.code).toBe(1)
  for (const [name, host] of [
    ['net', 'api.openai.com'],
    ['tls', 'api.anthropic.com'],
    ['https', 'api.groq.com'],
    ['http2', 'bedrock-runtime.us-east-1.amazonaws.com'],
  ])
    expect(result.output).toContain(
      `TransportNotIntercepted: ${name} reached ${host}:443 by a connection that Retake cannot see`,
    )
  expect(result.output).toContain('Tests  4 failed | 1 passed')
})

test('a call that was never recorded is refused at every kind of model host', async () => {
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Anybody?' }] })
  const urls = [
    'https://api.openai.com/v1/chat/completions',
    'https://contoso.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21',
    'https://openrouter.ai/api/v1/chat/completions',
    'http://localhost:11434/v1/chat/completions',
    'https://llm.corp.example/proxy/v1/chat/completions',
  ]
  const user = await fixture.project(`
    test.each(${JSON.stringify(urls)})('%s', async (url) => {
      await fetch(url, { method: 'POST', body: ${JSON.stringify(body)} }).catch(() => {})
    })`)
  const result = await user.vitest()
  expect(result.code).toBe(1)
  expect(result.output).toContain(`Tests  ${urls.length} failed`)
  expect(result.output.match(/^ReplayMismatch: this test has no recording/gm)).toHaveLength(urls.length)
})

test('the code under test sees no real key while it replays, and the real one while it records', async () => {
  const user = await fixture.project(`
    test('asks', async () => {
      expect(process.env.OPENAI_API_KEY).toMatch(new RegExp(process.env.WANTED!))
      await ask('One?')
    })`)
  const recorded = await user.vitest([], { env: { ...fixture.live('record'), WANTED: '^sk-e2e-' } })
  expect(recorded.code, recorded.output).toBe(0)
  for (const keys of [fixture.live(), fixture.dead]) {
    const replayed = await user.vitest([], { env: { ...keys, WANTED: '^retake-placeholder-' } })
    expect(replayed.code, replayed.output).toBe(0)
  }
  expect(fixture.provider.requests).toHaveLength(1)
})
