// Runs inside a generated project, as a user's code: the proof copies it there.
import { mkdirSync, writeFileSync } from 'node:fs'

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

const { PROVIDER_URL: provider, ACK_URL: ack, SEEN: seen = 'seen' } = process.env

/** Reads `streams` streams in step with the server, then one of `megabytes`, and writes down what it measured. */
export async function measure(streams: number, megabytes: number): Promise<void> {
  const measured: Measured = { first_ms: [], in_step: 0, bytes: 0, grown: 0 }
  for (let stream = 0; stream < streams; stream++) await readInStep(stream, measured)
  await readLong(megabytes, measured)
  mkdirSync(seen, { recursive: true })
  writeFileSync(`${seen}/measured.json`, JSON.stringify(measured))
}

async function ask(path: string): Promise<ReadableStream<Uint8Array>> {
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: path }] })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${provider}${path}/v1/chat/completions`, { method: 'POST', headers, body })
  return response.body as ReadableStream<Uint8Array>
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
