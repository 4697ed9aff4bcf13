import { expect, test } from 'vitest'
import { tapBody } from '../../src/intercept/tap.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function scene() {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const told: string[] = []
  let cancelled: unknown
  const source = new ReadableStream<Uint8Array>({
    start: (c) => {
      controller = c
    },
    cancel: (reason) => {
      cancelled = reason
    },
  })
  const abort = new AbortController()
  const body = tapBody(source, abort.signal, {
    piece: (piece) => told.push(new TextDecoder().decode(piece)),
    ended: () => told.push('ended'),
    left: () => told.push('left'),
    broke: (error) => told.push(`broke: ${(error as Error).message}`),
  })
  return { controller, told, body, abort, cancelled: () => cancelled }
}

test('the reader gets every chunk as it arrived, and the tap sees it first', async () => {
  const { controller, told, body } = scene()
  controller.enqueue(bytes('a'))
  controller.enqueue(bytes('b'))
  controller.close()
  const read: string[] = []
  for await (const piece of body) read.push(new TextDecoder().decode(piece))
  expect(read).toEqual(['a', 'b'])
  expect(told).toEqual(['a', 'b', 'ended'])
})

test('a response that nobody reads is still seen to its end', async () => {
  const { controller, told } = scene()
  controller.enqueue(bytes('a'))
  controller.close()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(told).toEqual(['a', 'ended'])
})

test('a reader who cancels has left, once, and the source is cancelled with the reason', async () => {
  const { controller, told, body, cancelled } = scene()
  controller.enqueue(bytes('a'))
  const reader = body.getReader()
  await reader.read()
  await reader.cancel('enough')
  expect(told).toEqual(['a', 'left'])
  expect(cancelled()).toBe('enough')
})

test('an aborted caller has left; without an abort the connection broke', async () => {
  for (const [aborts, last, error] of [
    [true, 'left', 'aborted'],
    [false, 'broke: gone', 'gone'],
  ] as const) {
    const { controller, told, body, abort } = scene()
    const reader = body.getReader()
    controller.enqueue(bytes('a'))
    await reader.read()
    if (aborts) abort.abort()
    controller.error(new Error('gone'))
    await expect(reader.read()).rejects.toThrow(error)
    expect(told).toEqual(['a', last])
  }
})

test('an abort drops what had arrived and was not read, as fetch does', async () => {
  const { controller, told, body, abort } = scene()
  controller.enqueue(bytes('a'))
  controller.enqueue(bytes('b'))
  const reader = body.getReader()
  await reader.read()
  await new Promise((resolve) => setTimeout(resolve, 10))
  abort.abort(new Error('enough'))
  await expect(reader.read()).rejects.toThrow('enough')
  expect(told).toEqual(['a', 'b', 'left'])
})
