import { createHash } from 'node:crypto'
import type { JsonValue } from '../json/value.ts'
import type { Part } from './dialect.ts'

/** Bytes of a number in the base64 form of a vector, by its type; OpenAI's is always `float`. */
const widths: Record<string, number> = { float: 4, int8: 1, uint8: 1 }

/**
 * Embeddings for a reader: `3 embeddings of 1,536 dimensions, sha256 0123456789ab` instead of a wall of numbers. No part
 * where there is no vector.
 *
 * @param vectors lists of numbers, or base64 of them
 * @param type of the numbers, where the format names it
 */
export function vectorParts(vectors: readonly JsonValue[], type = 'float'): Part[] {
  if (vectors.length === 0) return []
  const sizes = [...new Set(vectors.map((vector) => dimensions(vector, type)))]
  const count = vectors.length === 1 ? '1 embedding' : `${vectors.length} embeddings`
  const kind = type === 'float' ? '' : `${type} `
  const size = sizes.map((one) => one.toLocaleString('en-US')).join(' and ')
  const hash = createHash('sha256')
  for (const vector of vectors) hash.update(bytesOf(vector))
  const digest = hash.digest('hex').slice(0, 12)
  return [{ kind: 'media', label: `${kind}${count} of ${size} dimensions, sha256 ${digest}` }]
}

/** Numbers of 32 bits, which is what base64 holds: a vector has one hash in either form. */
function bytesOf(vector: JsonValue): Uint8Array {
  if (typeof vector === 'string') return Buffer.from(vector, 'base64')
  const numbers = Array.isArray(vector) ? vector.map(Number) : []
  return new Uint8Array(Float32Array.from(numbers).buffer)
}

function dimensions(vector: JsonValue, type: string): number {
  if (Array.isArray(vector)) return vector.length
  if (typeof vector !== 'string') return 0
  return Math.floor(Buffer.byteLength(vector, 'base64') / (widths[type] ?? 4))
}
