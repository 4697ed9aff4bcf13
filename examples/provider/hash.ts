import { createHash } from 'node:crypto'

/** A SHA-256 (hex) of any JSON value; key order counts. */
export function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
}

/** A whole number from 0 to `below` - 1 that depends on the text alone. */
export function numberFrom(text: string, below: number): number {
  return Number.parseInt(hashOf(text).slice(0, 8), 16) % below
}

/** Tokens of a text, as good as four characters each. */
export function countTokens(value: unknown): number {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return Math.ceil(text.length / 4)
}

/** Splits text into the pieces a model would stream: words with the space before them. */
export function splitTokens(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? []
}
