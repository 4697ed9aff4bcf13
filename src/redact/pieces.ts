import { isUtf8 } from 'node:buffer'
import { frameLengthAt, preludeLength } from '../event-stream/frames.ts'
import { BodyScan } from './body-scan.ts'
import { type Edit, mergeEdits } from './edit.ts'
import { EventStreamPieces } from './event-stream-pieces.ts'
import type { PieceRedactor } from './redactor.ts'
import type { StringRules } from './string-rules.ts'
import { Utf8Gate } from './utf8-gate.ts'

export interface PieceRules {
  /** For text of one byte per character, so that offsets are those of bytes; without the user's patterns and functions. */
  bytes: StringRules
  /** For decoded text, where the user has patterns or functions; else `null`. */
  decoded: StringRules | null
  deltaFields?: readonly string[] | undefined
}

/**
 * See {@link PieceRedactor}. The first bytes tell an AWS event stream, whose frames are taken apart, from everything else. The
 * user's own patterns and functions may look at any length of text, so with them all pieces are held until the end.
 */
export function createPieceRedactor(rules: PieceRules): PieceRedactor {
  const ordinary = () => (rules.decoded ? holdAll(rules, rules.decoded) : new EagerPieces(rules))
  const beginning: Uint8Array[] = []
  let chosen = null as PieceRedactor | null
  const choose = (redactor: PieceRedactor) => {
    chosen = redactor
    return beginning.splice(0).flatMap((piece) => redactor.push(piece))
  }
  return {
    push(piece) {
      if (chosen) return chosen.push(piece)
      beginning.push(piece)
      const bytes = beginning.length === 1 ? piece : Buffer.concat(beginning)
      if (bytes.length === 0 || (bytes[0] === 0 && bytes.length < preludeLength)) return []
      return choose(frameLengthAt(bytes, 0) === null ? ordinary() : new EventStreamPieces(rules))
    },
    end(cut = false) {
      const left = chosen ? [] : choose(ordinary())
      return [...left, ...(chosen?.end(cut) ?? [])]
    },
  }
}

interface HeldPiece {
  start: number
  bytes: Uint8Array
}

class EagerPieces implements PieceRedactor {
  readonly #scan: BodyScan
  readonly #gate = new Utf8Gate()
  #isBinary = false
  #held: HeldPiece[] = []
  #received = 0
  #edits: Edit[] = []

  constructor({ bytes, deltaFields }: PieceRules) {
    this.#scan = new BodyScan({ rules: bytes, deltaFields, eager: true })
  }

  push(piece: Uint8Array): Uint8Array[] {
    this.#held.push({ start: this.#received, bytes: piece })
    this.#received += piece.length
    if (this.#isBinary) this.#scan.push(toLatin1(piece))
    else {
      const { text, binary } = this.#gate.push(piece)
      this.#scan.push(toLatin1(text))
      if (binary) this.#turnBinary(binary)
    }
    return this.#release(this.#scan.openAt)
  }

  end(cut = false): Uint8Array[] {
    const open = this.#gate.end()
    if (!this.#isBinary && open.length > 0) this.#turnBinary(open)
    this.#scan.end(cut)
    return this.#release(Number.POSITIVE_INFINITY)
  }

  #turnBinary(rest: Uint8Array): void {
    this.#isBinary = true
    this.#scan.turnBinary()
    this.#scan.push(toLatin1(rest))
  }

  #release(openAt: number): Uint8Array[] {
    const found = this.#scan.takeEdits()
    if (found.length > 0) this.#edits = mergeEdits([...this.#edits, ...found])
    let count = 0
    while (count < this.#held.length) {
      const { start, bytes } = this.#held[count] as HeldPiece
      if (start + bytes.length > openAt) break
      count += 1
    }
    return this.#held.splice(0, count).map(({ start, bytes }) => {
      const { piece, rest } = editPiece(bytes, start, this.#edits)
      this.#edits = rest
      return piece
    })
  }
}

/** Makes the edits that begin in this piece; what of them lies in later pieces is left over as a removal without a text. */
function editPiece(bytes: Uint8Array, start: number, edits: Edit[]): { piece: Uint8Array; rest: Edit[] } {
  const end = start + bytes.length
  let used = 0
  let from = start
  const parts: Uint8Array[] = []
  let leftOver: Edit | null = null
  for (const edit of edits) {
    if (edit.start >= end) break
    used += 1
    parts.push(bytes.subarray(from - start, edit.start - start), Buffer.from(edit.insert, 'utf8'))
    from = Math.min(edit.end, end)
    if (edit.end > end) leftOver = { start: end, end: edit.end, insert: '' }
  }
  if (used === 0) return { piece: bytes, rest: edits }
  parts.push(bytes.subarray(from - start))
  const rest = edits.slice(used)
  return { piece: toBytes(Buffer.concat(parts)), rest: leftOver ? [leftOver, ...rest] : rest }
}

function holdAll({ bytes, deltaFields }: PieceRules, decoded: StringRules): PieceRedactor {
  const held: Uint8Array[] = []
  return {
    push(piece) {
      held.push(piece)
      return []
    },
    end(cut = false) {
      const whole = Buffer.concat(held)
      if (!isUtf8(whole) || whole.includes(0)) {
        const eager = new EagerPieces({ bytes, decoded: null, deltaFields })
        return [...held.flatMap((piece) => eager.push(piece)), ...eager.end(cut)]
      }
      const text = whole.toString('utf8')
      const scan = new BodyScan({ rules: decoded, deltaFields, eager: false })
      scan.push(text)
      scan.end(cut)
      let edits = toByteOffsets(text, mergeEdits(scan.takeEdits()))
      let start = 0
      return held.map((piece) => {
        const edited = editPiece(piece, start, edits)
        edits = edited.rest
        start += piece.length
        return edited.piece
      })
    },
  }
}

function toByteOffsets(text: string, edits: Edit[]): Edit[] {
  let from = 0
  let bytes = 0
  const byteAt = (index: number) => {
    bytes += Buffer.byteLength(text.slice(from, index), 'utf8')
    from = index
    return bytes
  }
  return edits.map(({ start, end, insert }) => ({ start: byteAt(start), end: byteAt(end), insert }))
}

function toLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

function toBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length)
}
