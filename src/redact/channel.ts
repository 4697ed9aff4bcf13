import type { MappedText } from '../json/mapped-text.ts'
import { type Edit, removalOf } from './edit.ts'
import type { Finder } from './finder.ts'
import { REMOVED } from './redactor.ts'
import type { UserFunction } from './string-rules.ts'

interface Part {
  start: number
  end: number
  map: MappedText
}

interface ChannelRules {
  finder: Finder
  functions: readonly UserFunction[]
  fieldPath: string | null
  /** Writes text as it must stand in the parts' place: JSON-escaped, or as it is. */
  encode: (text: string) => string
  /** Whether findings are told while the text grows; otherwise all at its end, as user rules need. */
  eager: boolean
  /** Binary data is searched for known values only. */
  valuesOnly?: boolean
}

/**
 * A text that arrives in parts which stand apart in the body: the deltas of one message, the pieces of a plain body. Secrets
 * are looked for across the parts; the cost is linear in the text.
 */
export class Channel {
  readonly #rules: ChannelRules
  #buffer = ''
  /** Position, within the whole text, of the buffer's first character, of what is settled, and of the end. */
  #bufferStart = 0
  #settled = 0
  #end = 0
  #parts: Part[] = []
  #seams: number[] = []

  constructor(rules: ChannelRules) {
    this.#rules = rules
  }

  append(map: MappedText, seam: boolean): void {
    if (map.text === '') return
    if (seam) this.#seams.push(this.#end)
    this.#parts.push({ start: this.#end, end: this.#end + map.text.length, map })
    this.#buffer += map.text
    this.#end += map.text.length
  }

  /** Where, in the body, the first character stands that may still become part of a secret; infinite where none does. */
  get openAt(): number {
    const part = this.#parts.find(({ end }) => end > this.#settled)
    return part ? part.map.at(this.#settled - part.start) : Number.POSITIVE_INFINITY
  }

  /**
   * The edits that are certain by now. `ends` settles everything; `cut` says that the text was cut off there, so that the
   * beginning of a known value goes too.
   */
  advance(ends: boolean, cut = false): Edit[] {
    const { finder, eager, valuesOnly } = this.#rules
    if ((!eager && !ends) || this.#settled === this.#end) return []
    const from = this.#settled - this.#bufferStart
    const seams = new Set(this.#seams.map((seam) => seam - this.#bufferStart))
    const { spans, settled, masked } = valuesOnly
      ? finder.findValues(this.#buffer, from, ends)
      : finder.find(this.#buffer, from, ends, seams)
    const rest = cut ? finder.findCutValue(masked, from) : -1
    if (rest !== -1) spans.push({ start: rest, end: this.#buffer.length })
    const changed = ends && !eager ? this.#runFunctions(spans) : null
    const edits =
      changed ??
      spans.flatMap((span) => this.#edit(span.start + this.#bufferStart, span.end + this.#bufferStart))
    this.#forget(masked, settled)
    return edits
  }

  #forget(masked: string, settled: number): void {
    const cut = Math.max(0, settled - this.#rules.finder.contextLength)
    this.#buffer = masked.slice(cut)
    this.#settled = this.#bufferStart + settled
    this.#bufferStart += cut
    this.#parts = this.#parts.filter(({ end }) => end > this.#settled)
    this.#seams = this.#seams.filter((seam) => seam >= this.#settled)
  }

  /** The replacement goes where the first part of the secret stands, the other parts are emptied. */
  #edit(start: number, end: number): Edit[] {
    let insert = REMOVED
    const edits: Edit[] = []
    for (const part of this.#parts) {
      if (part.end <= start || part.start >= end) continue
      const from = part.map.at(Math.max(start, part.start) - part.start)
      const to = part.map.at(Math.min(end, part.end) - part.start)
      edits.push({ start: from, end: to, insert })
      insert = ''
    }
    return edits
  }

  #runFunctions(spans: { start: number; end: number }[]): Edit[] | null {
    const { functions, fieldPath, encode } = this.#rules
    if (functions.length === 0) return null
    let clean = this.#buffer
    for (const span of spans.toReversed())
      clean = clean.slice(0, span.start) + REMOVED + clean.slice(span.end)
    let changed = clean
    for (const change of functions) changed = change(changed, fieldPath)
    if (changed === clean) return null
    return this.#parts.map((part, index) => ({
      ...removalOf({ start: part.map.at(0), end: part.map.at(part.end - part.start) }),
      insert: index === 0 ? encode(changed) : '',
    }))
  }
}
