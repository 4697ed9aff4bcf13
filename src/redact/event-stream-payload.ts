import { isJsonObject } from '../json/value.ts'

/**
 * The text of a frame's payload in which secrets are looked for: one JSON object. Where the payload carries a model's own
 * answer in base64 (`{ "bytes": … }`), that answer stands in the text in place of its base64.
 */
export interface PayloadText {
  text: string
  /** Between these places stands what was base64; `null` where nothing was. */
  inner: { start: number; end: number } | null
  /** Whether the inner answer is no JSON and stands there as a JSON string. */
  isQuoted: boolean
}

type Encoding = 'latin1' | 'utf8'

/**
 * The searchable text of a payload; `null` where it is no JSON object.
 *
 * @param encoding `latin1` where texts hold one byte per character
 */
export function payloadText(payload: Uint8Array, encoding: Encoding): PayloadText | null {
  const text = asBuffer(payload).toString(encoding)
  const value = parsed(text)
  if (!isJsonObject(value)) return null
  const found = /"bytes"\s*:\s*("[A-Za-z0-9+/=]+")/.exec(text)
  // A field of this name further inside is no answer.
  if (!found || value.bytes !== found[1]?.slice(1, -1)) return { text, inner: null, isQuoted: false }
  const start = found.index + found[0].length - (found[1] as string).length
  const answer = Buffer.from(value.bytes as string, 'base64').toString(encoding)
  const isQuoted = !isJsonObject(parsed(answer))
  const shown = isQuoted ? JSON.stringify(answer) : answer
  const after = text.slice(start + (found[1] as string).length)
  return {
    text: text.slice(0, start) + shown + after,
    inner: { start, end: start + shown.length },
    isQuoted,
  }
}

/** The payload whose text was edited: the parts before, within and after what was base64. */
export function writePayload(
  [before, inner, after]: readonly [string, string, string],
  { inner: place, isQuoted }: PayloadText,
  encoding: Encoding,
): Uint8Array {
  if (!place) return Buffer.from(before + inner + after, encoding)
  const answer = isQuoted ? (JSON.parse(inner) as string) : inner
  const base64 = Buffer.from(answer, encoding).toString('base64')
  return Buffer.from(`${before}"${base64}"${after}`, encoding)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
