import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

type Decoder = (bytes: Uint8Array) => Promise<Uint8Array>

const decoders: Record<string, Decoder> = {
  identity: async (bytes) => bytes,
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  // Both forms are in use: https://www.rfc-editor.org/rfc/rfc9110#name-deflate-coding
  deflate: (bytes) =>
    ((bytes[0] as number) & 0x0f) === 8 ? promisify(inflate)(bytes) : promisify(inflateRaw)(bytes),
  // Node has it from 22.15 on only.
  zstd: async (bytes) => (await import('fzstd')).decompress(bytes),
}

/** The names of a `content-encoding` header, in the order in which the codings were applied. */
export function codingsOf(header: string): string[] {
  return header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Whether {@link decodeContent} knows all codings that a header names. */
export function isDecodable(header: string): boolean {
  return codingsOf(header).every((name) => Object.hasOwn(decoders, name))
}

/**
 * A body without its content codings (gzip, deflate, br, zstd, or several). `null` where one is unknown or the bytes are not
 * what it says.
 */
export async function decodeContent(bytes: Uint8Array, header: string): Promise<Uint8Array | null> {
  let decoded = bytes
  try {
    for (const name of codingsOf(header).reverse()) {
      const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined
      if (!decode) return null
      decoded = await decode(decoded)
    }
  } catch {
    return null
  }
  return decoded
}
