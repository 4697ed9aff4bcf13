import { modelOrigins } from '../support/model-hosts.ts'

/** Ways to open a connection that is not the global `fetch`. Each is an expression that gives something with `error` events. */
export const transports: Record<string, string> = {
  'net.connect': "net.connect(443, 'api.openai.com')",
  'net.connect with options': "net.connect({ host: 'api.anthropic.com', port: 443 })",
  'net.createConnection': "net.createConnection(443, 'API.OpenAI.com')",
  'Socket.connect': "new net.Socket().connect(443, 'api.groq.com')",
  'tls.connect': "tls.connect(443, 'api.openai.com')",
  'tls.connect with options':
    "tls.connect({ host: 'api.mistral.ai', port: 443, servername: 'api.mistral.ai' })",
  'https.get': "https.get('https://api.openai.com/v1/models')",
  'https.request': "post(https.request('https://api.anthropic.com/v1/messages', { method: 'POST' }))",
  'https.request over an agent':
    "post(https.request('https://api.x.ai/v1/chat/completions', { method: 'POST', agent: new https.Agent({ keepAlive: true }) }))",
  'http.get': "http.get('http://api.deepseek.com/chat/completions')",
  'http2.connect': "http2.connect('https://bedrock-runtime.example.amazonaws.com')",
}

/** Those among them that Retake answers as it answers `fetch`. */
export const answered: ReadonlySet<string> = new Set(
  Object.keys(transports).filter((name) => /^https?\./.test(name)),
)

/** A project whose tests try to reach model hosts past Retake, or by calls that were never recorded; all hide the errors. */
export const hermeticFiles: Record<string, string> = {
  'src/raw.test.ts': `import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { expect, test } from 'vitest'

const post = (request) => (request.end('{}'), request)
const ended = (emitter) => new Promise((resolve) => emitter.once('error', resolve).once('close', resolve).once('response', resolve))

${Object.entries(transports)
  .map(([name, code]) => `test(${JSON.stringify(name)}, async () => { await ended(${code}) })`)
  .join('\n')}
`,
  'src/unrecorded.test.ts': `import { test } from 'vitest'

const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Is anybody there?' }] })

test.each(${JSON.stringify([...modelOrigins])})('asks %s', async (_host, origin) => {
  await fetch(origin + '/chat/completions', { method: 'POST', body }).then((answer) => answer.text()).catch(() => {})
})
`,
  'src/unread.test.ts': `import { test } from 'vitest'

test('posts to an address of nobody', async () => {
  await fetch('http://127.7.7.7/v1/chat/completions', { method: 'POST', body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }] }) }).catch(() => {})
})
`,
}
