import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:net'
import path from 'node:path'

/** Servers that stand for every host of a world. */
export interface HostServers {
  /** `GET https://openrouter.ai/docs` of every request that came, in order. */
  seen: string[]
  close(): Promise<void>
}

/** A certificate for names of a world; `file` is what `NODE_EXTRA_CA_CERTS` wants. */
export interface Certificate {
  file: string
  key: string
}

/** Makes a certificate that signs itself, for all the names. */
export function makeCertificate(folder: string, names: readonly string[]): Certificate {
  const certificate = { file: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') }
  const subject = [
    '-subj',
    '/CN=retake proof',
    '-addext',
    `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`,
  ]
  const made = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      ...subject,
      '-keyout',
      certificate.key,
      '-out',
      certificate.file,
    ],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`)
  return certificate
}

/** Listens for TLS on 443 and for plain HTTP on the given ports of every local address; answers in the dialect of the path. */
export async function startHostServers(
  certificate: Certificate,
  ports: readonly number[],
): Promise<HostServers> {
  const seen: string[] = []
  const listen: RequestListener = async (request, response) => {
    const protocol = 'encrypted' in request.socket ? 'https' : 'http'
    seen.push(`${request.method} ${protocol}://${request.headers.host}${request.url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { type, body } = answerTo(request, Buffer.concat(chunks).toString('utf8'), seen.length)
    // A connection for each request, so that each must get past the guard by itself.
    response.writeHead(200, { 'content-type': type, connection: 'close' }).end(body)
  }
  const tls = { key: readFileSync(certificate.key), cert: readFileSync(certificate.file) }
  const servers: [Server, number][] = [
    [createTlsServer(tls, listen), 443],
    ...ports.map((port): [Server, number] => [createServer(listen), port]),
  ]
  for (const [server, port] of servers)
    await new Promise<void>((resolve, reject) => server.on('error', reject).listen(port, '0.0.0.0', resolve))
  return {
    seen,
    close: async () => {
      for (const [server] of servers) {
        if ('closeAllConnections' in server) (server.closeAllConnections as () => void)()
        await new Promise<void>((resolve) => server.close(() => resolve()))
      }
    },
  }
}

/** A minimal answer, another one each time, so that a live answer cannot pass for a replayed one. */
function answerTo(request: IncomingMessage, sent: string, nth: number): { type: string; body: string } {
  const text = `answer ${nth}`
  const streams = sent.includes('"stream":true')
  const { pathname } = new URL(request.url ?? '/', 'http://x')
  const body = jsonAnswer(pathname, text)
  if (!streams) return { type: 'application/json', body: JSON.stringify(body) }
  return { type: 'text/event-stream', body: streamAnswer(pathname, text) }
}

function jsonAnswer(pathname: string, text: string): unknown {
  if (pathname.endsWith('/chat/completions'))
    return {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    }
  if (pathname.endsWith('/responses'))
    return {
      id: 'r',
      object: 'response',
      status: 'completed',
      model: 'm',
      output: [
        {
          type: 'message',
          id: 'i',
          role: 'assistant',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ],
    }
  if (/messages$|rawPredict$/.test(pathname))
    return {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    }
  return { text }
}

function streamAnswer(pathname: string, text: string): string {
  const event = (data: unknown, name?: string) =>
    `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`
  const words = text.split(' ')
  if (pathname.endsWith('/responses'))
    return (
      words
        .map((delta) =>
          event(
            { type: 'response.output_text.delta', delta, output_index: 0, content_index: 0 },
            'response.output_text.delta',
          ),
        )
        .join('') +
      event({ type: 'response.completed', response: { id: 'r', output: [] } }, 'response.completed')
    )
  if (/messages$|rawPredict$/.test(pathname))
    return (
      words
        .map((part) =>
          event(
            { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: part } },
            'content_block_delta',
          ),
        )
        .join('') + event({ type: 'message_stop' }, 'message_stop')
    )
  return `${words.map((content) => event({ id: 'c', choices: [{ index: 0, delta: { content } }] })).join('')}data: [DONE]\n\n`
}
