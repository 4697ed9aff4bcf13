import { crc32 } from 'node:zlib'
import { EventStreamCodec } from '@smithy/core/event-streams'

/*
 * The binary event streams of AWS: frames of a prelude (total length, length of the headers, checksum of both), headers,
 * payload and checksum. https://smithy.io/2.0/aws/amazon-eventstream.html
 */

/** Bytes of a frame's prelude. */
export const preludeLength = 12

/** Bytes of the checksum at a frame's end. */
export const checksumLength = 4

const overhead = preludeLength + checksumLength

/** AWS allows payloads of 16 MB; frames of model calls are some kilobytes. So each begins with a zero. */
const longestFrame = 0xff_ff_ff

/** A whole frame, taken apart. */
export interface Frame {
  headers: ReturnType<EventStreamCodec['decode']>['headers']
  /** The headers whose values are text. */
  texts: ReadonlyMap<string, string>
  payload: Uint8Array
}

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')),
  (text) => Buffer.from(text, 'utf8'),
)

/** The length of the frame that begins at `at`; `null` where no prelude with a right checksum stands there. */
export function frameLengthAt(bytes: Uint8Array, at: number): number | null {
  if (bytes.length - at < preludeLength) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, preludeLength)
  const total = view.getUint32(0)
  if (total < overhead || total > longestFrame || view.getUint32(4) > total - overhead) return null
  return view.getUint32(8) === crc32(bytes.subarray(at, at + 8)) ? total : null
}

/** Where the first frame begins at `from` or later; `null` where none does. */
export function findFrame(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(0, from); at !== -1; at = bytes.indexOf(0, at + 1)) {
    if (frameLengthAt(bytes, at) !== null) return at
  }
  return null
}

/** Takes a whole frame apart; `null` where a checksum or a header is wrong. */
export function decodeFrame(bytes: Uint8Array): Frame | null {
  try {
    const { headers, body } = codec.decode(bytes)
    const texts = Object.entries(headers).flatMap(([name, { type, value }]) =>
      type === 'string' ? [[name, value] as const] : [],
    )
    return { headers, texts: new Map(texts), payload: body }
  } catch {
    return null
  }
}

/** A frame with these headers and payload, its lengths and checksums right. */
export function encodeFrame(headers: Frame['headers'], payload: Uint8Array): Uint8Array {
  return codec.encode({ headers, body: payload })
}

/** Writes the length of a frame that was cut off into its prelude, with the checksum. */
export function writePrelude(bytes: Uint8Array, total: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, preludeLength)
  view.setUint32(0, total)
  view.setUint32(8, crc32(bytes.subarray(0, 8)))
}
