import {
  checksumLength,
  decodeFrame,
  encodeFrame,
  type Frame,
  frameLengthAt,
  preludeLength,
  writePrelude,
} from '../event-stream/frames.ts'
import { mapPlain } from '../json/mapped-text.ts'
import { BodyScan } from './body-scan.ts'
import { applyEdits, type Edit, mergeEdits, removalOf } from './edit.ts'
import {
  type CutPayload,
  cutPayloadText,
  type PayloadText,
  payloadText,
  writeCutPayload,
  writePayload,
} from './event-stream-payload.ts'
import type { PieceRules } from './pieces.ts'
import type { PieceRedactor } from './redactor.ts'
import { cleanString, editString, type StringRules } from './string-rules.ts'

/** A stretch of the stream: a frame, or at its end what is no whole frame. */
interface Stretch {
  start: number
  end: number
  /** As it will be given out; `null` while its text may still turn out to hold part of a secret. */
  bytes: Uint8Array | null
  open: OpenFrame | null
}

interface OpenFrame {
  original: Uint8Array
  frame: Frame
  payload: PayloadText
  /** Where the payload's text stands among the texts of all frames. */
  base: number
}

/**
 * Redacts an AWS event stream. The texts of its frames are searched as one body, so that a secret which is split over the
 * deltas of several frames is found; frames that lose a secret are made anew, with right lengths and checksums, and cut
 * where they were cut before. All other bytes stay. From a damaged frame on, the stream is searched as plain text when it ends.
 */
export class EventStreamPieces implements PieceRedactor {
  readonly #rules: StringRules
  readonly #plainRules: StringRules
  readonly #encoding: 'latin1' | 'utf8'
  readonly #scan: BodyScan
  #pieces: { start: number; length: number }[] = []
  #received = 0
  #stretches: Stretch[] = []
  /** Bytes after the last whole frame. */
  #rest: Uint8Array[] = []
  #restLength = 0
  #needed = preludeLength
  #isBroken = false
  #textLength = 0
  #edits: Edit[] = []

  constructor({ bytes, decoded, deltaFields }: PieceRules) {
    this.#plainRules = bytes
    this.#rules = decoded ?? bytes
    this.#encoding = decoded ? 'utf8' : 'latin1'
    this.#scan = new BodyScan({ rules: this.#rules, deltaFields, eager: decoded === null })
  }

  push(piece: Uint8Array): Uint8Array[] {
    this.#pieces.push({ start: this.#received, length: piece.length })
    this.#received += piece.length
    this.#rest.push(piece)
    this.#restLength += piece.length
    if (!this.#isBroken && this.#restLength >= this.#needed) this.#takeFrames()
    // The user's own rules tell nothing before the end.
    if (this.#encoding === 'utf8') return []
    this.#finish(this.#scan.openAt)
    return this.#release()
  }

  end(cut = false): Uint8Array[] {
    const rest = Buffer.concat(this.#rest)
    const last = this.#isBroken ? null : cutFrame(rest, this.#encoding)
    const base = this.#textLength
    // So the texts that the last frame goes on with are searched with what came before.
    if (last) this.#scan.push(last.payload.text + last.payload.completion)
    this.#scan.end(cut)
    this.#finish(Number.POSITIVE_INFINITY)
    if (rest.length > 0) {
      const start = this.#received - rest.length
      const bytes = this.#cleanRest(last ? this.#cleanCut(rest, last, base) : rest, cut)
      if (frameLengthAt(rest, 0) !== null && !this.#isBroken) keepLength(bytes, rest)
      this.#stretches.push({ start, end: this.#received, bytes, open: null })
    }
    return this.#release()
  }

  #takeFrames(): void {
    const bytes = Buffer.concat(this.#rest)
    let at = 0
    for (;;) {
      const left = bytes.length - at
      const length = frameLengthAt(bytes, at)
      if (length === null) {
        this.#isBroken = left >= preludeLength
        this.#needed = preludeLength
        break
      }
      this.#needed = length
      if (left < length) break
      const frame = decodeFrame(bytes.subarray(at, at + length))
      this.#isBroken = frame === null
      if (frame === null) break
      this.#addFrame(bytes.subarray(at, at + length), frame)
      at += length
    }
    this.#rest = at === 0 ? [bytes] : [bytes.subarray(at)]
    this.#restLength = bytes.length - at
  }

  #addFrame(original: Uint8Array, frame: Frame): void {
    const start = this.#stretches.at(-1)?.end ?? this.#received - this.#restLength
    const payload = payloadText(frame.payload, this.#encoding)
    const stretch: Stretch = { start, end: start + original.length, bytes: null, open: null }
    if (payload) {
      stretch.open = { original, frame, payload, base: this.#textLength }
      this.#textLength += payload.text.length
      this.#scan.push(payload.text)
    } else stretch.bytes = this.#remake(original, frame, this.#cleanOther(frame.payload))
    this.#stretches.push(stretch)
  }

  /** Settles the frames whose text ends before a place in the texts of all. */
  #finish(openAt: number): void {
    const found = this.#scan.takeEdits()
    if (found.length > 0) this.#edits = mergeEdits([...this.#edits, ...found])
    for (const stretch of this.#stretches) {
      if (!stretch.open) continue
      const { original, frame, payload, base } = stretch.open
      const end = base + payload.text.length
      if (end > openAt) break
      const count = this.#edits.findIndex((edit) => edit.start >= end)
      const edits = this.#edits.splice(0, count === -1 ? this.#edits.length : count)
      const changed = edits.length === 0 ? null : this.#edited(payload, base, edits)
      stretch.bytes = this.#remake(original, frame, changed)
      stretch.open = null
    }
  }

  #edited(payload: PayloadText, base: number, edits: Edit[]): Uint8Array {
    const { text, inner } = payload
    const { start, end } = inner ?? { start: text.length, end: text.length }
    return writePayload(editParts(text, [start, end], base, edits), payload, this.#encoding)
  }

  /** The last frame, which was cut off, after the edits of its text. */
  #cleanCut(rest: Uint8Array, { head, end: payloadEnd, payload }: CutFrame, base: number): Uint8Array {
    if (this.#edits.length === 0) return rest
    const { text, inner } = payload
    const { start, end } = inner ?? { start: text.length, end: text.length }
    const parts = editParts(text, [start, end], base, this.#edits)
    const clean = writeCutPayload(parts, payload, this.#encoding)
    return Buffer.concat([rest.subarray(0, head), clean, rest.subarray(payloadEnd)])
  }

  /**
   * The frame with another payload (`null`: its own), its headers without secrets; the very bytes where nothing changed. The
   * user's functions are for content: clients rely on the words in headers.
   */
  #remake(original: Uint8Array, frame: Frame, payload: Uint8Array | null): Uint8Array {
    const rules = { ...this.#rules, functions: [] }
    let isChanged = payload !== null
    const headers = { ...frame.headers }
    for (const [name, value] of frame.texts) {
      const clean = cleanString(value, { path: [name], key: name }, rules)
      if (clean === value) continue
      headers[name] = { type: 'string', value: clean }
      isChanged = true
    }
    return isChanged ? encodeFrame(headers, payload ?? frame.payload) : original
  }

  /** A payload that is no JSON object; `null` where it stays. */
  #cleanOther(payload: Uint8Array): Uint8Array | null {
    const edits = this.#plainEdits(toLatin1(payload))
    return edits.length === 0 ? null : Buffer.from(applyEdits(toLatin1(payload), edits), 'latin1')
  }

  #plainEdits(text: string, cut = false): Edit[] {
    const edits = editString(mapPlain(text, 0), { path: [], key: null }, this.#plainRules)
    const at = cut ? this.#plainRules.finder.findCutValue(text, 0) : -1
    return at === -1 ? edits : [...edits, removalOf({ start: at, end: text.length })]
  }

  /** What is no whole frame, searched as plain text: a stream that is damaged, or the end of one that was cut off. */
  #cleanRest(rest: Uint8Array, cut: boolean): Uint8Array {
    const text = toLatin1(rest)
    const edits = mergeEdits([...this.#plainEdits(text, cut), ...this.#innerEdits(text, cut)])
    return edits.length === 0 ? rest : Buffer.from(applyEdits(text, edits), 'latin1')
  }

  /** Of answers in base64, of which the last may be cut off. */
  #innerEdits(text: string, cut: boolean): Edit[] {
    return [...text.matchAll(/"bytes"\s*:\s*"([A-Za-z0-9+/]+=*)/g)].flatMap((found) => {
      const base64 = found[1] as string
      const answer = Buffer.from(base64, 'base64').toString('latin1')
      const edits = this.#plainEdits(answer, cut)
      if (edits.length === 0) return []
      const start = found.index + found[0].length - base64.length
      const insert = Buffer.from(applyEdits(answer, edits), 'latin1').toString('base64')
      return [{ start, end: start + base64.length, insert }]
    })
  }

  /** Gives out the pieces that lie in settled stretches only, each with what became of its bytes. */
  #release(): Uint8Array[] {
    const stretches = this.#stretches
    const open = stretches.find(({ bytes }) => bytes === null)
    const settled = open?.start ?? stretches.at(-1)?.end ?? this.#pieces[0]?.start ?? 0
    const count = this.#pieces.findIndex(({ start, length }) => start + length > settled)
    const ready = this.#pieces.splice(0, count === -1 ? this.#pieces.length : count)
    let first = 0
    const out = ready.map(({ start, length }) => {
      const parts: Uint8Array[] = []
      while (first < stretches.length - 1 && (stretches[first] as Stretch).end <= start) first += 1
      for (let at = first; at < stretches.length; at += 1) {
        const stretch = stretches[at] as Stretch
        if (stretch.start >= start + length) break
        parts.push(cutOf(stretch, start, start + length))
      }
      return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts)
    })
    // The last one stays, for its end is where the next begins.
    const next = this.#pieces[0]?.start ?? settled
    const done = stretches.findIndex(({ end }) => end > next)
    stretches.splice(0, done === -1 ? Math.max(0, stretches.length - 1) : done)
    return out
  }
}

/** A frame of which only the beginning came. */
interface CutFrame {
  /** Length of its prelude and headers. */
  head: number
  /** Where its payload ends, or where the bytes do: of its checksum a part may be missing. */
  end: number
  payload: CutPayload
}

/** The frame that bytes begin; `null` where its payload is not reached, or is no JSON object. */
function cutFrame(bytes: Uint8Array, encoding: 'latin1' | 'utf8'): CutFrame | null {
  const length = frameLengthAt(bytes, 0)
  if (length === null) return null
  const head = preludeLength + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4)
  const end = Math.min(bytes.length, length - checksumLength)
  const payload = head < end ? cutPayloadText(bytes.subarray(head, end), encoding) : null
  return payload && { head, end, payload }
}

/** A frame that is cut off tells a length that its bytes do not reach; one that lost a secret must not reach it either. */
function keepLength(bytes: Uint8Array, original: Uint8Array): void {
  if (bytes.length === original.length) return
  writePrelude(bytes, (frameLengthAt(original, 0) as number) + bytes.length - original.length)
}

/** A text, which stands at `base` among others, in three parts, each with its edits made. */
function editParts(
  text: string,
  [start, end]: readonly [number, number],
  base: number,
  edits: readonly Edit[],
): [string, string, string] {
  const part = (from: number, to: number) =>
    applyEdits(
      text.slice(from, to),
      edits
        .filter((edit) => edit.start >= base + from && edit.start < base + to)
        .map((edit) => ({ ...edit, start: edit.start - base - from, end: edit.end - base - from })),
    )
  return [part(0, start), part(start, end), part(end, text.length)]
}

/** What of a stretch belongs to the piece from `from` to `to`; of one that changed its length, the last piece has the rest. */
function cutOf({ start, end, bytes }: Stretch, from: number, to: number): Uint8Array {
  const whole = bytes as Uint8Array
  if (from >= end) return whole.subarray(whole.length)
  return whole.subarray(Math.max(0, from - start), to >= end ? whole.length : to - start)
}

function toLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
