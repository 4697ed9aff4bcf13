import type { SseMessage } from '../cassette/records.ts'
import { decodeFrame, type Frame, findFrame, frameLengthAt } from '../event-stream/frames.ts'
import type { JsonValue } from '../json/value.ts'
import { parsedOrText, textIn } from './fields.ts'

/**
 * The messages of an AWS event stream in the form of server-sent events: `event` is the event's type; an exception becomes
 * `{ error: { type, message } }`; a payload that carries a model's own JSON in base64 (`{ "bytes": … }`) is that JSON. The
 * bytes may begin or end inside a frame, and damaged frames are left out.
 *
 * @returns `null` where the bytes hold no frame: they are something else. Never throws.
 */
export function readEventStream(bytes: Uint8Array): SseMessage[] | null {
  const messages: SseMessage[] = []
  let isStream = false
  for (let at = findFrame(bytes, 0); at !== null; ) {
    isStream = true
    const end = at + (frameLengthAt(bytes, at) as number)
    const frame = end > bytes.length ? null : decodeFrame(bytes.subarray(at, end))
    if (frame) messages.push(readFrame(frame))
    at = findFrame(bytes, frame ? end : at + 1)
  }
  return isStream ? messages : null
}

function readFrame({ texts, payload }: Frame): SseMessage {
  const data = readPayload(payload)
  const kind = texts.get(':message-type') ?? 'event'
  if (kind === 'event') return { event: texts.get(':event-type') ?? kind, data }
  const type = texts.get(':exception-type') ?? texts.get(':error-code') ?? kind
  const message = textIn(data, 'message') ?? textIn(data, 'Message') ?? texts.get(':error-message')
  return {
    event: kind,
    data: { error: { type, message: message ?? (typeof data === 'string' ? data : type) } },
  }
}

function readPayload(payload: Uint8Array): JsonValue {
  const data = parsedOrText(Buffer.from(payload).toString('utf8'))
  const bytes = textIn(data, 'bytes')
  return bytes === null ? data : parsedOrText(Buffer.from(bytes, 'base64').toString('utf8'))
}
