import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { RecordedCall } from '../../src/cassette/records.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { recordedCall } from './recorded-call.ts'

/** Where the real exchanges lie; they are no part of the project. */
export const corpusFolder = process.env.RETAKE_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus')
export const hasCorpus = existsSync(join(corpusFolder, 'index.jsonl'))

export interface CorpusExchange {
  file: string
  endpoint: string
  request: { method: string; url: string; body?: JsonValue }
  response: { status: number; text: string; bytes: Buffer }
}

/** Every exchange of the corpus, response bodies decompressed; none where the corpus is not there. */
export function readCorpus(): CorpusExchange[] {
  if (!hasCorpus) return []
  const lines = readFileSync(join(corpusFolder, 'index.jsonl'), 'utf8').trim().split('\n')
  return lines.map((line) => {
    const { file, endpoint } = JSON.parse(line) as { file: string; endpoint: string }
    const { request, response } = JSON.parse(readFileSync(join(corpusFolder, file), 'utf8'))
    const bytes = responseBytes(response)
    return {
      file,
      endpoint,
      request,
      response: { status: response.status, text: bytes.toString('utf8'), bytes },
    }
  })
}

/** An exchange as a recording holds it, cut into pieces of `size` bytes whatever characters they split. */
export function callOf(exchange: CorpusExchange, dialect: string, size: number): RecordedCall {
  const { bytes } = exchange.response
  const events = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => ({
    payload: { base64: bytes.subarray(at * size, (at + 1) * size).toString('base64') },
    at_ms: at,
  }))
  return recordedCall({
    dialect,
    url: exchange.request.url,
    method: exchange.request.method,
    status: exchange.response.status,
    events,
    ...(exchange.request.body === undefined ? {} : { body: exchange.request.body }),
  })
}

function responseBytes(response: Record<string, unknown>): Buffer {
  if (typeof response.body_text === 'string') return Buffer.from(response.body_text)
  const bytes = Buffer.from(String(response.body_base64 ?? ''), 'base64')
  if (response.content_encoding_state !== 'encoded') return bytes
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return isGzip ? gunzipSync(bytes) : brotliDecompressSync(bytes)
}
