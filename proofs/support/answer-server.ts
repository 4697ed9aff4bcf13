import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { closeServer, listenOnLoopback } from './loopback.ts'
import type { WireAnswer } from './wire-answer.ts'

/** A loopback provider that answers with given bytes. */
export interface AnswerServer {
  port: number
  /** Without a slash at its end. */
  origin: string
  /** Requests so far. */
  requests: number
  close(): Promise<void>
}

/**
 * Starts a server that gives each request the answer chosen for it, nothing added but what HTTP needs to frame it; 599 where
 * none is chosen.
 *
 * @param choose gets the path and the number of requests that came before on that path
 */
export async function serveAnswers(
  choose: (path: string, nth: number) => WireAnswer | undefined,
): Promise<AnswerServer> {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    running.requests += 1
    const path = request.url ?? '/'
    const nth = counts.get(path) ?? 0
    counts.set(path, nth + 1)
    void answer(request, response, choose(path, nth))
  })
  const running: AnswerServer = {
    port: 0,
    origin: '',
    requests: 0,
    close: () => closeServer(server),
  }
  running.port = await listenOnLoopback(server)
  running.origin = `http://127.0.0.1:${running.port}`
  return running
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  wire: WireAnswer | undefined,
): Promise<void> {
  for await (const _ of request);
  response.sendDate = false
  if (!wire) return void response.writeHead(599).end()
  response.writeHead(wire.status, wire.headers.flat())
  const { pieces } = wire
  for (const [at, piece] of pieces.entries()) {
    if (response.destroyed) return
    response.write(piece)
    if (at < pieces.length - 1) await (at % 4 === 0 ? pause(1) : turn())
  }
  response.end()
}
