import { hashOf } from './hash.ts'

/** Dimensions of every embedding. */
const size = 8

/** An embedding: numbers between -1 and 1 that depend on the text alone. */
export function vectorOf(text: unknown): number[] {
  const hash = hashOf(text)
  return Array.from({ length: size }, (_, at) => {
    const word = Number.parseInt(hash.slice(at * 4, at * 4 + 4), 16)
    // What fits a 32-bit float, so that both encodings tell the same numbers.
    return Math.fround(word / 0x8000 - 1)
  })
}

/** The same numbers as OpenAI sends them with `encoding_format: 'base64'`. */
export function encodeVector(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString('base64')
}
