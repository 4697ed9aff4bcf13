import { completionOf } from '../json/complete.ts'
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

/** A payload whose end is missing, as text, with what makes it whole. */
export interface CutPayload {
  text: string
  completion: string
  /** Where the answer in base64 stands in `text`; `isOpen` says that its own end is missing too. */
  inner: { start: number; end: number; isOpen: boolean } | null
}

/** The searchable text of a payload that was cut off; `null` where it begins no JSON object. */
export function cutPayloadText(payload: Uint8Array, encoding: Encoding): CutPayload | null {
  const text = asBuffer(payload).toString(encoding)
  const found = /^(\{\s*"bytes"\s*:\s*)"([A-Za-z0-9+/]*=*)("?)/.exec(text)
  if (!found) return cutText(text, null)
  const [all, before = '', base64 = '', quote] = found
  const isOpen = quote === ''
  const answer = Buffer.from(base64, 'base64').toString(encoding)
  const inner = { start: before.length, end: before.length + answer.length, isOpen }
  return cutText(before + answer + text.slice(all.length), inner)
}

/** The payload that was cut off, with its parts before, within and after what was base64 edited. */
export function writeCutPayload(
  [before, answer, after]: readonly [string, string, string],
  { inner }: CutPayload,
  encoding: Encoding,
): Uint8Array {
  if (!inner) return Buffer.from(before + answer + after, encoding)
  const base64 = Buffer.from(answer, encoding).toString('base64')
  const shown = inner.isOpen ? base64.replace(/=+$/, '') : `${base64}"`
  return Buffer.from(`${before}"${shown}${after}`, encoding)
}

function cutText(text: string, inner: CutPayload['inner']): CutPayload | null {
  const completion = /^\s*\{/.test(text) ? completionOf(text) : null
  return completion === null ? null : { text, completion, inner }
}
