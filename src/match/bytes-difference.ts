import { createHash } from 'node:crypto'

/** Bytes shown from where two contents part. */
const shown = 16

/** The bytes of a body or part that is no JSON. */
export function bytesOf(content: { text: string } | { base64: string }): Buffer {
  return 'text' in content ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64')
}

/** Two contents that are no text, told apart: `12,345 bytes, sha256 0123456789ab, from byte 17: 89 50 4e …`. */
export function bytesDifference(recorded: Buffer, incoming: Buffer): { recorded: string; incoming: string } {
  const shorter = Math.min(recorded.length, incoming.length)
  let at = 0
  while (at < shorter && recorded[at] === incoming[at]) at++
  const tell = (bytes: Buffer) => `${describeBytes(bytes)}, from byte ${at}: ${hex(bytes, at)}`
  return { recorded: tell(recorded), incoming: tell(incoming) }
}

/** What a content is that nobody can read: its size and hash. */
export function describeBytes(bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const size = bytes.length === 1 ? '1 byte' : `${bytes.length.toLocaleString('en-US')} bytes`
  return `${size}, sha256 ${hash}`
}

function hex(bytes: Buffer, at: number): string {
  if (at >= bytes.length) return '(end)'
  const pairs = bytes.toString('hex', at, at + shown).replace(/..(?=.)/g, '$& ')
  return at + shown < bytes.length ? `${pairs} …` : pairs
}
