// A DOM's context of its own (jsdom under Vitest's vm pools) has no global one.
import { ReadableStream } from 'node:stream/web'

/** What a tapped body tells. Exactly one of `ended`, `left` and `broke` comes, last. */
export interface BodyTap {
  /** A chunk arrived; it reaches the reader in the same turn. */
  piece(bytes: Uint8Array): void
  /** The body ended. */
  ended(): void
  /** The reader cancelled or aborted before the end. */
  left(): void
  /** The connection broke. */
  broke(error: unknown): void
}

/**
 * Puts a tap on a response body. The source is read as fast as it comes, whether or not anybody reads, so that a
 * response nobody looks at is still recorded; the reader gets every chunk as it arrived, in order.
 *
 * @param signal the caller's: tells a reader who left from a connection that broke.
 */
export function tapBody(
  source: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  tap: BodyTap,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let left = false
  const leave = () => {
    if (left) return
    left = true
    tap.left()
  }

  async function pump(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (left) return
        if (done) break
        tap.piece(value)
        controller.enqueue(value)
      }
      left = true
      tap.ended()
      controller.close()
    } catch (error) {
      if (left) return
      if (signal.aborted) leave()
      else {
        left = true
        tap.broke(error)
      }
      controller.error(error)
    }
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      // What arrived and waits to be read is dropped, as `fetch` does; the source alone would let it through.
      signal.addEventListener(
        'abort',
        () => {
          leave()
          controller.error(signal.reason)
        },
        { once: true },
      )
      void pump(controller)
    },
    async cancel(reason) {
      leave()
      await reader.cancel(reason)
    },
  })
}
