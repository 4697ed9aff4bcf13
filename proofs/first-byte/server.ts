import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { closeServer, listenOnLoopback } from '../support/loopback.ts'

/** Pieces of each stream that is read in step. */
export const piecesPerStream = 4

/** A provider of streams, and a server to which a client acknowledges each piece. */
export interface SteppingServer {
  provider: string
  ack: string
  close(): Promise<void>
}

export async function startSteppingServer(): Promise<SteppingServer> {
  const waiting = new Map<string, () => void>()
  const provider = createServer(async (request, response) => {
    request.resume()
    await once(request, 'end')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const [, kind, which] = (request.url ?? '').split('/')
    if (kind === 'long') return writeLong(response, Number(which))
    for (let piece = 0; piece < piecesPerStream; piece++) {
      const acknowledged = new Promise<void>((resolve) => waiting.set(`/${which}/${piece}`, resolve))
      response.write(`data: ${JSON.stringify({ piece, written: String(process.hrtime.bigint()) })}\n\n`)
      await acknowledged
    }
    response.end('data: [DONE]\n\n')
  })
  const ack = createServer((request, response) => {
    waiting.get(request.url ?? '')?.()
    response.end('ok')
  })
  return {
    provider: `http://localhost:${await listenOnLoopback(provider)}`,
    ack: `http://localhost:${await listenOnLoopback(ack)}`,
    close: async () => {
      await closeServer(provider)
      await closeServer(ack)
    },
  }
}

async function writeLong(response: ServerResponse, megabytes: number): Promise<void> {
  const content = 'words of an answer that goes on and on '.repeat(100)
  const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
  for (let bytes = 0; bytes < megabytes * 1e6 && !response.destroyed; bytes += event.length)
    if (!response.write(event)) await once(response, 'drain')
  response.end('data: [DONE]\n\n')
}
