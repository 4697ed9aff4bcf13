import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { answer, type ChatRequest } from './exchanges.ts'

/** The model that the bench records. Below `/timed` the first event says when it was sent, and the others come later. */
export interface BenchProvider {
  origin: string
  requests(): number
  close(): Promise<void>
}

/** Milliseconds between the first event and the others below `/timed`. */
const gap = 40

/** Starts it on loopback. */
export async function startBenchProvider(): Promise<BenchProvider> {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    void respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => closeServer(server),
  }
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const asked = JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatRequest
  const pieces = answer(asked)
  response.setHeader('content-type', asked.stream ? 'text/event-stream' : 'application/json')
  if (request.url?.startsWith('/timed')) {
    // By a clock that all processes of the machine share.
    response.write(`data: {"sent_ns":"${process.hrtime.bigint()}"}\n\n`)
    await pause(gap)
  }
  for (const piece of pieces) {
    response.write(piece)
    if (asked.stream) await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
