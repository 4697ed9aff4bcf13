/**
 * Text that was taken out of another text, with the way back: `at(i)` is where its i-th UTF-16 unit begins in the outermost
 * text, `at(text.length)` where the last one ends.
 */
export interface MappedText {
  text: string
  at(index: number): number
}

/** A text that stands in the outermost one as it is, from `base` on. */
export function mapPlain(text: string, base: number): MappedText {
  return { text, at: (index) => base + index }
}

/** Several pieces of the outermost text, joined by `glue`. */
export function mapJoined(parts: { text: string; base: number }[], glue: string): MappedText {
  const text = parts.map((part) => part.text).join(glue)
  const offsets = new Float64Array(text.length + 1)
  let to = 0
  for (const part of parts) {
    if (to > 0) for (let i = 0; i < glue.length; i += 1) offsets[to++] = part.base
    for (let i = 0; i < part.text.length; i += 1) offsets[to++] = part.base + i
    offsets[to] = part.base + part.text.length
  }
  return { text, at: (index) => offsets[index] as number }
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Decodes the JSON string between the quotes at `start` and `end` of `outer`. Never throws: a bad escape stands for itself. */
export function mapJsonString(outer: MappedText, start: number, end: number): MappedText {
  const raw = outer.text.slice(start, end)
  if (!raw.includes('\\')) return { text: raw, at: (index) => outer.at(start + index) }
  const offsets = new Uint32Array(raw.length + 1)
  const parts: string[] = []
  let length = 0
  let from = 0
  const copyTo = (to: number) => {
    parts.push(raw.slice(from, to))
    for (let i = from; i < to; i += 1) offsets[length++] = i
  }
  for (let at = raw.indexOf('\\'); at !== -1; at = raw.indexOf('\\', from)) {
    copyTo(at)
    const letter = raw[at + 1] ?? ''
    const hex = letter === 'u' ? raw.slice(at + 2, at + 6) : ''
    const isHex = /^[0-9a-fA-F]{4}$/.test(hex)
    parts.push(isHex ? String.fromCharCode(Number.parseInt(hex, 16)) : (escapes[letter] ?? letter))
    if (letter !== '') offsets[length++] = at
    from = Math.min(raw.length, at + (isHex ? 6 : 2))
  }
  copyTo(raw.length)
  offsets[length] = raw.length
  return { text: parts.join(''), at: (index) => outer.at(start + (offsets[index] as number)) }
}
