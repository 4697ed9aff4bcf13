/*
 * AWS event streams, taken apart by hand: without src/ and without the library that it uses.
 * https://smithy.io/2.0/aws/amazon-eventstream.html
 */

/** A message of a stream. */
export interface AwsEvent {
  /** `:event-type`, or `:exception-type`, or `:error-code`. */
  type: string
  /** `event`, `exception` or `error`. */
  kind: string
  /** The payload's JSON; of a payload that carries a model's own JSON in base64, that. `undefined` where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any model, read by hand
  payload: any
}

/**
 * The messages of a stream, in order.
 *
 * @throws {Error} where a length or a checksum is wrong: a client would refuse the stream there
 */
export function awsEvents(bytes: Uint8Array): AwsEvent[] {
  const buffer = Buffer.from(bytes)
  const events: AwsEvent[] = []
  for (let at = 0; at < buffer.length; ) {
    if (buffer.length - at < 16) throw new Error(`${buffer.length - at} bytes after the last message`)
    const total = buffer.readUInt32BE(at)
    const message = buffer.subarray(at, at + total)
    if (total < 16 || message.length < total) throw new Error(`a message of ${total} bytes at byte ${at}`)
    if (message.readUInt32BE(8) !== checksum(message.subarray(0, 8)))
      throw new Error(`wrong checksum of the prelude at byte ${at}`)
    if (message.readUInt32BE(total - 4) !== checksum(message.subarray(0, -4)))
      throw new Error(`wrong checksum of the message at byte ${at}`)
    events.push(eventOf(message))
    at += total
  }
  return events
}

function eventOf(message: Buffer): AwsEvent {
  const end = 12 + message.readUInt32BE(4)
  const headers = headersOf(message.subarray(12, end))
  const kind = headers.get(':message-type') ?? 'event'
  const name = { event: ':event-type', exception: ':exception-type', error: ':error-code' }[kind] ?? ''
  const payload = parsed(message.subarray(end, -4).toString('utf8'))
  const inner = payload?.bytes
  return {
    type: headers.get(name) ?? kind,
    kind,
    payload: typeof inner === 'string' ? parsed(Buffer.from(inner, 'base64').toString('utf8')) : payload,
  }
}

/** Sizes of the header values whose type says it: true, false, byte, short, integer, long; then timestamp and UUID. */
const sizes: Record<number, number> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 }

function headersOf(bytes: Buffer): Map<string, string> {
  const headers = new Map<string, string>()
  for (let at = 0; at < bytes.length; ) {
    const value = at + 1 + bytes.readUInt8(at)
    const name = bytes.subarray(at + 1, value).toString('utf8')
    const type = bytes.readUInt8(value)
    const counted = type === 6 || type === 7
    const start = value + (counted ? 3 : 1)
    at = start + (counted ? bytes.readUInt16BE(value + 1) : (sizes[type] ?? bytes.length))
    if (type === 7) headers.set(name, bytes.subarray(start, at).toString('utf8'))
  }
  return headers
}

// biome-ignore lint/suspicious/noExplicitAny: see AwsEvent
function parsed(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** CRC-32 of IEEE 802.3, bit by bit. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return ~sum >>> 0
}
