import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { SecretExchange } from '../clients/secret-exchange.ts'
import { closeServer, listenOnLoopback } from '../support/loopback.ts'

/** A loopback provider that says back what it was told in confidence. */
export interface SecretServer {
  port: number
  /** Names of the exchanges that were asked for, in order. */
  asked: string[]
  /** Settles when an answer without an end has said all it will say. */
  endless: Promise<void>
  close(): Promise<void>
}

/** Answers `/NAME/…` with the exchange of that name. */
export async function serveSecrets(exchanges: () => readonly SecretExchange[]): Promise<SecretServer> {
  let settle = () => {}
  const server = createServer(async (request, response) => {
    const [, name = ''] = (request.url ?? '').split('/')
    const exchange = exchanges().find((one) => one.name === name)
    running.asked.push(name)
    request.resume()
    await new Promise((resolve) => request.once('end', resolve))
    if (!exchange) return void response.writeHead(599).end()
    await send(response, exchange)
    if (exchange.answer.end === 'open') settle()
  })
  const running: SecretServer = {
    port: 0,
    asked: [],
    endless: new Promise((resolve) => {
      settle = resolve
    }),
    close: () => closeServer(server),
  }
  running.port = await listenOnLoopback(server)
  return running
}

async function send(response: ServerResponse, { answer }: SecretExchange): Promise<void> {
  const { status, reason, headers, pieces, gzip, binary, end } = answer
  response.writeHead(status, ...((reason ? [reason, headers.flat()] : [headers.flat()]) as [string[]]))
  if (gzip) return void response.end(gzipSync(pieces.join('')))
  for (const [at, piece] of pieces.entries()) {
    response.write(binary ? Buffer.from(piece, 'base64') : piece)
    // Slow enough to arrive piece by piece where the process is killed before the end.
    await (at % 8 === 0 || end === 'open' ? pause(2) : turn())
  }
  if (end === 'reset') {
    await pause(20)
    response.socket?.resetAndDestroy()
  } else if (end !== 'open') response.end()
}
