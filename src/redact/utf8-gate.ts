import { isUtf8 } from 'node:buffer'

/**
 * Tells text from binary data while it arrives: text is valid UTF-8 without NUL. Bytes of a character that is not whole yet
 * are kept until it is, so that the verdict does not depend on where the pieces end.
 */
export class Utf8Gate {
  #kept: Uint8Array = new Uint8Array(0)

  /** `text`: what is valid so far; `binary`: everything from the first byte that is not, or `null`. */
  push(piece: Uint8Array): { text: Uint8Array; binary: Uint8Array | null } {
    const bytes = this.#kept.length === 0 ? piece : Buffer.concat([this.#kept, piece])
    const whole = bytes.length - openTail(bytes)
    const text = bytes.subarray(0, whole)
    if (isUtf8(text) && !text.includes(0)) {
      this.#kept = bytes.slice(whole)
      return { text, binary: null }
    }
    this.#kept = new Uint8Array(0)
    const bad = firstBad(text)
    return { text: bytes.subarray(0, bad), binary: bytes.subarray(bad) }
  }

  /** The bytes of a character that never became whole. */
  end(): Uint8Array {
    return this.#kept
  }
}

/** How many bytes at the end begin a character that needs more. */
function openTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < sizeOf(byte) ? back : 0
  }
  return 0
}

function sizeOf(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
}

function firstBad(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length) {
    const size = sizeOf(bytes[at] as number)
    if (bytes[at] === 0 || !isUtf8(bytes.subarray(at, at + size)) || at + size > bytes.length) return at
    at += size
  }
  return at
}
