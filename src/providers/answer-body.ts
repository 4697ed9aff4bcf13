import { createParser } from 'eventsource-parser'
import type { Payload, RecordedCall, SseMessage } from '../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../json/value.ts'
import { readEventStream } from './event-stream-body.ts'
import { jsonText, parsedOrText } from './fields.ts'

/** A response body, read as what it is rather than as what its content type says it is. */
export type AnswerBody =
  | { kind: 'json'; json: JsonValue }
  | { kind: 'sse'; messages: SseMessage[] }
  /** Newline-delimited JSON of more than one line, or of one whose end is missing. */
  | { kind: 'ndjson'; values: JsonValue[] }
  | { kind: 'text'; text: string }

/**
 * Joins the events of a call and reads them as JSON, as server-sent events (AWS's binary ones in the same form) or as lines
 * of JSON. `data` of a message is parsed wherever it is JSON. A last message or line that was cut off is dropped. Never
 * throws.
 */
export function readAnswerBody(call: Pick<RecordedCall, 'events'>): AnswerBody {
  const payloads = call.events.map((event) => event.payload)
  const [only] = payloads
  if (payloads.length === 1 && only && 'json' in only) return { kind: 'json', json: only.json }
  if (payloads.length > 0 && payloads.every((payload) => 'sse' in payload)) {
    return { kind: 'sse', messages: payloads.flatMap((payload) => payload.sse.map(parseData)) }
  }
  if (payloads.length > 0 && payloads.every((payload) => 'ndjson' in payload)) {
    return jsonLines(payloads.flatMap((payload) => payload.ndjson))
  }
  if (payloads.some(isBinary)) {
    const messages = readEventStream(joinBytes(payloads))
    if (messages) return { kind: 'sse', messages }
  }
  return readText(joinText(payloads))
}

/**
 * The one JSON value that an answer is: as it came, or joined from the events of a stream to the form of the former; `null`
 * where it is neither.
 */
export function wholeJson(body: AnswerBody, join: (events: readonly JsonValue[]) => JsonValue): JsonValue {
  if (body.kind === 'sse') return join(body.messages.map(({ data }) => data))
  return body.kind === 'json' ? body.json : null
}

/** The bytes of a call's events, one after the other. */
export function answerBytes(call: Pick<RecordedCall, 'events'>): Uint8Array {
  return joinBytes(call.events.map((event) => event.payload))
}

/** The joined text of a call's events; bytes that are no UTF-8 become U+FFFD. */
export function answerText(call: RecordedCall): string {
  return joinText(call.events.map((event) => event.payload))
}

function readText(joined: string): AnswerBody {
  const text = joined.startsWith('\uFEFF') ? joined.slice(1) : joined
  if (/^\s*[{[]/.test(text)) {
    try {
      return { kind: 'json', json: JSON.parse(text) as JsonValue }
    } catch {
      return readLines(text) ?? { kind: 'text', text }
    }
  }
  const messages = parseEvents(text)
  return messages.length > 0 ? { kind: 'sse', messages } : { kind: 'text', text }
}

/** Lines of JSON objects; the first and the last may be cut. `null` where any other line is none. */
function readLines(text: string): AnswerBody | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map((line) => parsedOrText(line))
  const isCut = (at: number) => at === 0 || at === values.length - 1
  const areObjects = values.every((value, at) => isJsonObject(value) || isCut(at))
  const objects = values.filter(isJsonObject)
  return areObjects && objects.length > 0 ? { kind: 'ndjson', values: objects } : null
}

function jsonLines(values: JsonValue[]): AnswerBody {
  const [only] = values
  return values.length === 1 && only !== undefined ? { kind: 'json', json: only } : { kind: 'ndjson', values }
}

function parseEvents(text: string): SseMessage[] {
  const messages: SseMessage[] = []
  const parser = createParser({
    onEvent({ data, event, id }) {
      messages.push(parseData({ ...(event ? { event } : {}), ...(id ? { id } : {}), data }))
    },
  })
  parser.feed(text)
  // Some servers leave out the blank line after their last message.
  parser.feed('\n\n')
  return messages
}

function parseData(message: SseMessage): SseMessage {
  return typeof message.data === 'string' ? { ...message, data: parsedOrText(message.data) } : message
}

/** Small pieces of binary data may happen to be valid text. */
function isBinary(payload: Payload): boolean {
  return 'base64' in payload || ('text' in payload && payload.text.includes('\0'))
}

// Pieces may be cut inside a character, so bytes are joined before they are decoded.
function joinText(payloads: readonly Payload[]): string {
  if (payloads.every((payload) => !('base64' in payload))) return payloads.map(payloadText).join('')
  return joinBytes(payloads).toString('utf8')
}

function joinBytes(payloads: readonly Payload[]): Buffer {
  return Buffer.concat(
    payloads.map((payload) =>
      'base64' in payload ? Buffer.from(payload.base64, 'base64') : Buffer.from(payloadText(payload)),
    ),
  )
}

function payloadText(payload: Payload): string {
  if ('json' in payload) return jsonText(payload.json)
  if ('ndjson' in payload) return payload.ndjson.map((line) => `${jsonText(line)}\n`).join('')
  if ('sse' in payload) return payload.sse.map(messageText).join('')
  return 'text' in payload ? payload.text : ''
}

function messageText({ event, id, data }: SseMessage): string {
  const lines = (typeof data === 'string' ? data : jsonText(data)).split('\n')
  const head = `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}`
  return `${head}${lines.map((line) => `data: ${line}\n`).join('')}\n`
}
