// Runs inside a generated project, as a user's code: the proof copies it there, beside exchange.ts.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { bodyOf, Draw, type Exchange, exchange } from './exchange.ts'

/** What a client saw of an answer. */
export interface Seen {
  status: number
  path: string
  redirected: boolean
  headers: [name: string, value: string][]
  /** SHA-256 of the body. */
  body: string
  bytes: number
  /** Lengths of the pieces. */
  pieces: number[]
  error: string | null
}

/** Exchanges under way at the same time. */
const atOnce = 6

/** Plays some exchanges and writes what was seen to `$SEEN/NAME.json`. */
export async function play(name: string, seed: string, numbers: number[]): Promise<void> {
  const seen: Record<number, Seen> = {}
  const waiting = numbers.values()
  const work = async () => {
    for (const n of waiting) seen[n] = await see(exchange(seed, n), seed)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const folder = process.env.SEEN ?? 'seen'
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(seen))
}

async function see(one: Exchange, seed: string): Promise<Seen> {
  const seen: Seen = {
    status: 0,
    path: '',
    redirected: false,
    headers: [],
    body: '',
    bytes: 0,
    pieces: [],
    error: null,
  }
  const hash = createHash('sha256')
  try {
    const init = requestOf(one, seed)
    const response = await fetch(`${process.env.FUZZ_ORIGIN}/ask/${one.n}/${seed}`, init)
    seen.status = response.status
    seen.path = new URL(response.url).pathname
    seen.redirected = response.redirected
    seen.headers = [...response.headers].filter(([name]) => kept.includes(name))
    const reader = response.body?.getReader()
    for (let count = 0; reader && (one.reads === null || count < one.reads); count++) {
      const { done, value } = await reader.read()
      if (done) break
      hash.update(value)
      seen.bytes += value.length
      seen.pieces.push(value.length)
    }
    if (one.reads !== null) await reader?.cancel()
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } }
    seen.error = `${message} (${cause?.code ?? ''})`
  }
  seen.body = hash.digest('hex')
  return seen
}

const kept = [
  'content-type',
  'x-request-id',
  'retry-after',
  'location',
  'x-fuzz',
  'x-empty',
  'x-latin',
  'content-encoding',
]

/** While replaying, whatever has no meaning is written in another way: spacing, boundary, compression, pieces of a stream. */
const isReplay = !process.env.RETAKE

function requestOf({ n, method, sends, sendLength, redirect }: Exchange, seed: string): RequestInit {
  const key = `request ${seed} ${n}`
  const init = { method, redirect } satisfies RequestInit
  const json = () => {
    const value = JSON.parse(bodyOf('json', 1 + sendLength, key).toString())
    return JSON.stringify(
      isReplay ? Object.fromEntries(Object.entries(value).reverse()) : value,
      null,
      isReplay ? 1 : 0,
    )
  }
  const type = (value: string) => ({ 'content-type': value })
  switch (sends) {
    case null:
      return init
    case 'empty':
      return { ...init, body: '' }
    case 'json':
      return { ...init, body: json(), headers: type('application/json') }
    case 'text':
      return { ...init, body: bodyOf('text', sendLength, key).toString() }
    case 'binary':
      return { ...init, body: bodyOf('binary', sendLength, key), headers: type('application/octet-stream') }
    case 'urlencoded':
      return {
        ...init,
        body: new URLSearchParams({ text: bodyOf('text', sendLength % 20_000, key).toString() }),
      }
    case 'form':
      return { ...init, body: formOf(new Draw(key), sendLength, key) }
    case 'stream':
      return { ...init, body: streamOf(bodyOf('binary', sendLength, key)), duplex: 'half' } as RequestInit
    default:
      return {
        ...init,
        body: compress(sends, Buffer.from(json())),
        headers: { ...type('application/json'), 'content-encoding': sends },
      }
  }
}

function formOf(draw: Draw, length: number, key: string): FormData {
  const form = new FormData()
  for (let part = 1 + draw.below(4); part > 0; part--) {
    const name = draw.of('model', 'file', 'image[]', 'größe', 'a b')
    const kind = draw.of('text', 'binary', 'json')
    const bytes = bodyOf(kind, Math.floor(length / part), `${key} ${part}`)
    if (draw.chance(0.4)) form.append(name, bytes.toString('utf8'))
    else
      form.append(
        name,
        new Blob([bytes], { type: draw.of('', 'audio/wav', 'text/plain') }),
        draw.of('a.wav', 'ä b.txt', 'x'),
      )
  }
  return form
}

function streamOf(bytes: Buffer): ReadableStream<Uint8Array> {
  const size = Math.ceil(bytes.length / (isReplay ? 3 : 5)) || 1
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
      controller.close()
    },
  })
}

function compress(coding: 'gzip' | 'br' | 'deflate', bytes: Buffer): Buffer {
  const level = isReplay ? 1 : 6
  if (coding === 'gzip') return gzipSync(bytes, { level })
  if (coding === 'deflate') return deflateSync(bytes, { level })
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isReplay ? 1 : 4 } })
}
