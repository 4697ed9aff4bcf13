import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { CorpusExchange } from './corpus.ts'
import { seededRandom } from './random.ts'

/** An answer as it goes over the wire. */
export interface WireAnswer {
  status: number
  headers: [name: string, value: string][]
  /** The body, perhaps compressed, in the pieces in which it is written. */
  pieces: Uint8Array[]
}

/** An answer together with what a client must see of it. */
export interface ExpectedAnswer {
  wire: WireAnswer
  /** The body as `fetch` gives it. */
  decoded: Uint8Array
}

/** Bytes of a streamed body that are written at once, at most. */
const largestPiece = 4_096

/** Never copied from a recording: they belong to the connection it was made on. */
const ofConnection = /^(connection|keep-alive|transfer-encoding|content-length)$/i

const codings: Record<
  string,
  [compress: (bytes: Uint8Array) => Buffer, inflate: (bytes: Uint8Array) => Buffer]
> = {
  gzip: [gzipSync, gunzipSync],
  br: [brotliCompressSync, brotliDecompressSync],
}

/**
 * The answer of an exchange as its provider sent it. Bodies that the corpus keeps inflated are compressed again, as their
 * headers say; a streamed body is cut at seeded places, so that each run cuts it alike.
 *
 * @throws {Error} where the corpus has a content coding that no client of ours reads
 */
export function answerOf(exchange: CorpusExchange): ExpectedAnswer {
  const { status, contentEncodingState, streaming, bytes } = exchange.response
  const headers = exchange.response.headers.filter(([name]) => !ofConnection.test(name))
  const coding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? 'identity'
  const pair = codings[coding]
  if (!pair && coding !== 'identity') throw new Error(`${exchange.file}: unknown content-encoding ${coding}`)
  const decoded = pair && contentEncodingState === 'encoded' ? pair[1](bytes) : bytes
  const body = pair && contentEncodingState !== 'encoded' ? pair[0](bytes) : bytes
  const pieces = streaming ? cutUp(body, exchange.file) : body.length > 0 ? [body] : []
  return { wire: { status, headers, pieces }, decoded }
}

/** The same answer with the content type that its recorder stripped, for clients that ask for it. */
export function withContentType(answer: ExpectedAnswer, contentType: string | null): ExpectedAnswer {
  const { wire } = answer
  const has = wire.headers.some(([name]) => name.toLowerCase() === 'content-type')
  if (has || contentType === null) return answer
  return { ...answer, wire: { ...wire, headers: [...wire.headers, ['content-type', contentType]] } }
}

function cutUp(body: Uint8Array, seed: string): Uint8Array[] {
  const random = seededRandom(seed)
  const pieces: Uint8Array[] = []
  for (let at = 0; at < body.length; ) {
    // Small pieces as often as large ones.
    const size = Math.ceil(largestPiece ** random())
    pieces.push(body.subarray(at, at + Math.max(size, Math.ceil(body.length / 100))))
    at += pieces.at(-1)?.length ?? 0
  }
  return pieces
}
