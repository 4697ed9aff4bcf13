import { createServer, type ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { zstdFrame } from '../../test/support/zstd-frame.ts'
import { closeServer, listenOnLoopback } from '../support/loopback.ts'
import { bodyOf, Draw, type Exchange, exchange, hasBody } from './exchange.ts'

/** A server that answers exchange N of a seed at `/ask/N/SEED`. */
export interface FuzzServer {
  origin: string
  requests: number
  close(): Promise<void>
}

export async function startFuzzServer(): Promise<FuzzServer> {
  const server = createServer(async (request, response) => {
    fuzz.requests++
    response.on('error', () => {})
    request.on('error', () => {})
    for await (const _ of request) {
      // Read whole, as a provider does.
    }
    const [, , n, seed = '', hop = '0'] = (request.url ?? '').split('/')
    await answer(exchange(decodeURIComponent(seed), Number(n)), seed, Number(hop), response).catch(() =>
      response.destroy(),
    )
  })
  const fuzz: FuzzServer = { origin: '', requests: 0, close: () => closeServer(server) }
  fuzz.origin = `http://localhost:${await listenOnLoopback(server)}`
  return fuzz
}

async function answer(one: Exchange, seed: string, hop: number, response: ServerResponse): Promise<void> {
  if (one.end === 'never answers') return void response.socket?.destroy()
  if (one.informational) {
    response.writeProcessing()
    response.writeEarlyHints({ link: '</a.css>; rel=preload; as=style' })
  }
  const redirect = one.hops[hop]
  if (redirect !== undefined) {
    response.writeHead(redirect, { location: `/ask/${one.n}/${seed}/${hop + 1}` })
    return void response.end('this page has moved')
  }
  const body = encode(one, answerOf(one, seed))
  const coding = one.coding ? [['content-encoding', one.coding]] : []
  response.writeHead(one.status, [...one.headers, ...coding] as never)
  if (!hasBody(one)) return void response.end()
  await writePieces(response, body, one, seed)
}

/** The body of the answer as a client must see it. */
export function answerOf(one: Exchange, seed: string): Buffer {
  return hasBody(one) ? bodyOf(one.kind, one.length, `answer ${seed} ${one.n}`) : Buffer.alloc(0)
}

function encode({ coding }: Exchange, body: Buffer): Buffer {
  if (coding === 'gzip') return gzipSync(body, { level: 1 })
  if (coding === 'deflate') return deflateSync(body, { level: 1 })
  if (coding === 'br') return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  return coding === 'zstd' ? zstdFrame(body) : body
}

async function writePieces(
  response: ServerResponse,
  body: Buffer,
  one: Exchange,
  seed: string,
): Promise<void> {
  const draw = new Draw(`pieces ${seed} ${one.n}`)
  const cuts = Array.from({ length: one.pieces - 1 }, () => draw.below(body.length)).sort((a, b) => a - b)
  // A broken answer ends in the middle of its last piece, without its end.
  const end = one.end === 'breaks' ? Math.floor(body.length / 2) : body.length
  let start = 0
  for (const cut of [...cuts.filter((cut) => cut < end), end]) {
    if (response.destroyed) return
    if (cut > start) response.write(body.subarray(start, cut))
    start = cut
    if (cut < end) for (let turns = draw.below(4); turns > 0; turns--) await turn()
  }
  if (one.end !== 'breaks') return void response.end()
  await turn()
  response.socket?.destroy()
}
