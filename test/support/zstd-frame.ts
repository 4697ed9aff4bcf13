/**
 * Bytes as a frame of zstd, uncompressed inside (RFC 8878, raw blocks): every decoder reads it, and Node 20 has no encoder.
 */
export function zstdFrame(bytes: Uint8Array): Buffer {
  const largestBlock = 100_000
  // Magic number; a descriptor with the content size in 8 bytes and nothing else; a window of 128 KiB.
  const head = Buffer.alloc(14)
  head.set([0x28, 0xb5, 0x2f, 0xfd, 0xc0, 0x38])
  head.writeBigUInt64LE(BigInt(bytes.length), 6)
  const blocks: Uint8Array[] = [head]
  let at = 0
  do {
    const block = bytes.subarray(at, at + largestBlock)
    at += block.length
    const blockHead = Buffer.alloc(3)
    blockHead.writeUIntLE((block.length << 3) | (at >= bytes.length ? 1 : 0), 0, 3)
    blocks.push(blockHead, block)
  } while (at < bytes.length)
  return Buffer.concat(blocks)
}
