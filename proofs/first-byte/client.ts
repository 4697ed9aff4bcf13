// Runs inside a generated project, as a user's code: the proof copies it there.
import { mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { fetch as undiciFetch, request as undiciRequest } from 'undici'

/** What a client measured. */
export interface Measured {
  /** Milliseconds from the server's writing of the first piece of each stream to its being read. */
  first_ms: number[]
  /** Pieces that were read before the server wrote the next. */
  in_step: number
  /** Bytes of the one long stream, and by how many the process grew at most while it passed. */
  bytes: number
  grown: number
}

const { PROVIDER_URL: provider, ACK_URL: ack, SEEN: seen = 'seen', TRANSPORT = 'fetch' } = process.env

type Post = (url: string, headers: Record<string, string>, body: string) => Promise<AsyncIterable<Uint8Array>>

/** How each client posts, and gives the answer's pieces as they come. */
const transports: Record<string, Post> = {
  fetch: async (url, headers, body) =>
    (await fetch(url, { method: 'POST', headers, body })).body as ReadableStream<Uint8Array>,
  'node:http': (url, headers, body) =>
    new Promise((resolve, reject) => {
      http.request(url, { method: 'POST', headers }, resolve).on('error', reject).end(body)
    }),
  'undici request': async (url, headers, body) =>
    (await undiciRequest(url, { method: 'POST', headers, body })).body,
  'undici fetch': async (url, headers, body) =>
    (await undiciFetch(url, { method: 'POST', headers, body })).body as AsyncIterable<Uint8Array>,
}

/** Reads `streams` streams in step with the server, then one of `megabytes`, and writes down what it measured. */
export async function measure(streams: number, megabytes: number): Promise<void> {
  const measured: Measured = { first_ms: [], in_step: 0, bytes: 0, grown: 0 }
  for (let stream = 0; stream < streams; stream++) await readInStep(stream, measured)
  await readLong(megabytes, measured)
  mkdirSync(seen, { recursive: true })
  writeFileSync(`${seen}/measured.json`, JSON.stringify(measured))
}

async function ask(path: string): Promise<AsyncIterable<Uint8Array>> {
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: path }] })
  const headers = { 'content-type': 'application/json' }
  const post = transports[TRANSPORT] as Post
  return post(`${provider}${path}/v1/chat/completions`, headers, body)
}

/** The server writes a piece only when the one before was acknowledged: what is held back is never followed. */
async function readInStep(stream: number, measured: Measured): Promise<void> {
  let piece = 0
  for await (const bytes of await ask(`/step/${stream}`)) {
    const now = process.hrtime.bigint()
    const written = /"written":"(\d+)"/.exec(Buffer.from(bytes).toString())?.[1]
    if (written === undefined) continue
    if (piece === 0) measured.first_ms.push(Number(now - BigInt(written)) / 1e6)
    measured.in_step++
    await (await fetch(`${ack}/${stream}/${piece++}`)).text()
  }
}

async function readLong(megabytes: number, measured: Measured): Promise<void> {
  const use = () => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = use()
  for await (const bytes of await ask(`/long/${megabytes}`)) {
    measured.bytes += bytes.length
    measured.grown = Math.max(measured.grown, use() - before)
  }
}
