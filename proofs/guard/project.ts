/** A port of this machine that the config of the project names as a provider. */
export const configuredPort = 4010
/** Where a proxy listens. */
export const proxyPort = 3128

export const guardedHosts = ['api.openai.com', 'api.anthropic.com', 'bedrock-runtime.us-east-1.amazonaws.com']

/** Ways to reach a model host past everything that Retake intercepts. Each is the body of a test that sends something. */
export const transports: Record<string, string> = {
  'net.connect': "const socket = net.connect(80, 'api.openai.com'); socket.write(text); await ended(socket)",
  'net.connect with options':
    "const socket = net.connect({ host: 'api.openai.com', port: 80 }); socket.write(text); await ended(socket)",
  'Socket.connect':
    "const socket = new net.Socket(); socket.connect(80, 'api.openai.com'); socket.write(text); await ended(socket)",
  'tls.connect':
    "const socket = tls.connect({ host: 'api.openai.com', port: 443, servername: 'api.openai.com', rejectUnauthorized: false }); socket.write(text); await ended(socket)",
  'http2.connect': `
    const session = http2.connect('https://api.anthropic.com', { rejectUnauthorized: false })
    session.on('error', () => {})
    const stream = session.request({ ':method': 'POST', ':path': '/v1/messages' })
    stream.end(text)
    await ended(stream)`,
  'http2.connect to a provider of the config': `
    const session = http2.connect('http://localhost:${configuredPort}')
    session.on('error', () => {})
    const stream = session.request({ ':method': 'POST', ':path': '/v1/messages' })
    stream.end(text)
    await ended(stream)`,
  'net.connect to a provider of the config':
    "const socket = net.connect(4010, '127.0.0.1'); socket.write(text); await ended(socket)",
  'http.request with its own createConnection': `
    const request = http.request('http://api.openai.com/v1/responses', { method: 'POST', createConnection: () => net.connect(80, 'api.openai.com') })
    request.end(text)
    await ended(request)`,
  'an agent that is not Node’s, over a proxy': `
    class Tunnel extends EventEmitter {
      defaultPort = 80
      addRequest(request) {
        const socket = net.connect(${proxyPort}, '127.0.0.1')
        socket.write('CONNECT api.openai.com:80 HTTP/1.1\\r\\n\\r\\n')
        socket.once('data', () => request.onSocket(socket))
      }
    }
    const request = http.request('http://api.openai.com/v1/responses', { method: 'POST', agent: new Tunnel() })
    request.end(text)
    await ended(request)`,
  'another copy of undici than the global dispatcher’s': `
    const undici6 = await import('undici6')
    const { setGlobalDispatcher, Agent } = await import('undici')
    setGlobalDispatcher(new Agent())
    await undici6.request('http://api.openai.com/v1/responses', { method: 'POST', body: text, dispatcher: new undici6.Agent() }).catch(() => {})`,
  'a proxy of another copy of undici': `
    const undici6 = await import('undici6')
    const dispatcher = new undici6.ProxyAgent('http://127.0.0.1:${proxyPort}')
    await undici6.request('http://api.openai.com/v1/responses', { method: 'POST', body: text, dispatcher }).catch(() => {})`,
  'the AWS SDK’s default client, over HTTP/2': `
    const { BedrockRuntimeClient, ConverseCommand } = await import('@aws-sdk/client-bedrock-runtime')
    const client = new BedrockRuntimeClient({ region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, maxAttempts: 1 })
    await client.send(new ConverseCommand({ modelId: 'm', messages: [{ role: 'user', content: [{ text }] }] })).catch(() => {})`,
}

/** A project with one test for each; all hide the error that the client got. */
export const guardFiles: Record<string, string> = {
  'vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { setupFiles: ['retake/vitest'], testTimeout: 10_000 } })
`,
  'retake.config.ts': `import { defineConfig, defineProvider } from 'retake'
export default defineConfig({ providers: [defineProvider({ name: 'local', hosts: ['localhost:${configuredPort}'] })] })
`,
  'src/past.test.js': `import { EventEmitter } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import net from 'node:net'
import tls from 'node:tls'
import { test } from 'vitest'

const text = 'Is anybody there?'
const ended = (emitter) =>
  new Promise((resolve) => {
    for (const event of ['error', 'close', 'response', 'data']) emitter.once(event, resolve)
    // A canary that takes what is sent says nothing.
    setTimeout(resolve, 1_000)
  })

${Object.entries(transports)
  .map(([name, body]) => `test(${JSON.stringify(name)}, async () => { ${body} })`)
  .join('\n')}
`,
}
