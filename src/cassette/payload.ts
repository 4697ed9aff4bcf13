import { isUtf8 } from 'node:buffer'
import type { JsonValue } from '../json/value.ts'
import type { Payload, SseMessage } from './records.ts'

/** Which structured form a body is tried in first; `null`: whatever its first characters suggest. */
export type PayloadKind = 'json' | 'sse' | 'ndjson' | 'text' | null

/** The kind that a content type stands for. Parameters and case do not count. */
export function payloadKind(contentType: string | null | undefined): PayloadKind {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'text/event-stream') return 'sse'
  if (/^application\/(x-)?(ndjson|jsonl?-?lines|jsonl)$/.test(type)) return 'ndjson'
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  return type.startsWith('text/') ? 'text' : null
}

/**
 * The most readable form of a piece of a response that gives the very same bytes back:
 * `decodePayload(encodePiece(bytes, kind))` equals `bytes` for every byte sequence and kind. Never throws.
 */
export function encodePiece(bytes: Uint8Array, kind: PayloadKind): Payload {
  if (!isUtf8(bytes)) return { base64: asBuffer(bytes).toString('base64') }
  const text = asBuffer(bytes).toString('utf8')
  return structured(text, kind) ?? { text }
}

/** The bytes of a payload; of a closing handshake none. */
export function decodePayload(payload: Payload): Uint8Array {
  if ('close' in payload) return new Uint8Array()
  if ('base64' in payload) return Buffer.from(payload.base64, 'base64')
  if ('text' in payload) return Buffer.from(payload.text, 'utf8')
  if ('sse' in payload) return Buffer.from(writeSse(payload.sse), 'utf8')
  if ('ndjson' in payload) return Buffer.from(writeNdjson(payload.ndjson), 'utf8')
  return Buffer.from(JSON.stringify(payload.json), 'utf8')
}

function structured(text: string, kind: PayloadKind): Payload | null {
  if (kind === 'sse') return asSse(text)
  if (kind === 'ndjson') return asNdjson(text)
  if (kind === 'json') return asJson(text) ?? asNdjson(text)
  if (kind === 'text') return null
  if (/^(event|id|data): /.test(text)) return asSse(text)
  return /^[[{]/.test(text) ? (asJson(text) ?? asNdjson(text)) : null
}

function asJson(text: string): Payload | null {
  const json = exactJson(text)
  return json === undefined ? null : { json }
}

function asNdjson(text: string): Payload | null {
  if (!text.endsWith('\n')) return null
  const ndjson: JsonValue[] = []
  for (const line of text.slice(0, -1).split('\n')) {
    const value = exactJson(line)
    if (value === undefined) return null
    ndjson.push(value)
  }
  return { ndjson }
}

function writeNdjson(values: readonly JsonValue[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

function asSse(text: string): Payload | null {
  if (!text.endsWith('\n\n')) return null
  const sse: SseMessage[] = []
  for (const block of text.slice(0, -2).split('\n\n')) {
    const message = readSseMessage(block.split('\n'))
    if (message === null) return null
    sse.push(message)
  }
  return writeSse(sse) === text ? { sse } : null
}

function readSseMessage(lines: string[]): SseMessage | null {
  const message: Partial<SseMessage> = {}
  let at = 0
  if (lines[at]?.startsWith('event: ')) message.event = lines[at++]?.slice(7) ?? ''
  if (lines[at]?.startsWith('id: ')) message.id = lines[at++]?.slice(4) ?? ''
  const data = lines.slice(at)
  if (data.length === 0 || !data.every((line) => line.startsWith('data: '))) return null
  const raw = data.map((line) => line.slice(6)).join('\n')
  const json = /^[[{]/.test(raw) ? exactJson(raw) : undefined
  return { ...message, data: json ?? raw }
}

function writeSse(messages: readonly SseMessage[]): string {
  let text = ''
  for (const { event, id, data } of messages) {
    if (event !== undefined) text += `event: ${event}\n`
    if (id !== undefined) text += `id: ${id}\n`
    const raw = typeof data === 'string' ? data : JSON.stringify(data)
    text += `data: ${raw.replaceAll('\n', '\ndata: ')}\n\n`
  }
  return text
}

/** The value of compact JSON; `undefined` where writing it again would give other characters. */
function exactJson(text: string): JsonValue | undefined {
  const value = parseJson(text)
  if (value === undefined) return undefined
  try {
    return JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined // nested too deeply for the stack
  }
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
