// A DOM's context of its own has no global one.
import { ReadableStream } from 'node:stream/web'
import type { Decompress } from 'fzstd'

/** How a zstd frame begins: https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1 */
const magic = [0x28, 0xb5, 0x2f, 0xfd]

/**
 * A response body that was sent as zstd, decoded. The `fetch` of Node 24 has decoded it already and that of older ones leaves
 * it as it is; which of the two is the case shows in the first bytes. Fails as `fetch` does where the data is damaged.
 */
export function zstdBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let decoder: Decompress | null | undefined
  let out: Uint8Array[] = []

  async function decode(value: Uint8Array): Promise<void> {
    if (decoder === undefined) {
      // fetch's pieces may be shorter than the magic number.
      out.push(value)
      const start = Buffer.concat(out)
      if (start.length < magic.length) return
      const isEncoded = magic.every((byte, at) => start[at] === byte)
      decoder = isEncoded ? new (await import('fzstd')).Decompress(collect) : null
      if (!decoder) return
      out = []
      decoder.push(start)
    } else if (decoder) decoder.push(value)
    else out.push(value)
  }

  function collect(piece: Uint8Array): void {
    if (piece.length > 0) out.push(piece.slice())
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read()
          try {
            if (value) await decode(value)
            if (done) decoder?.push(new Uint8Array(0), true)
          } catch (cause) {
            await reader.cancel().catch(() => {})
            throw new TypeError('terminated', { cause })
          }
          if (decoder === undefined && !done) continue
          const ready = out
          out = []
          for (const piece of ready) controller.enqueue(piece)
          if (done) return controller.close()
          if (ready.length > 0) return
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
