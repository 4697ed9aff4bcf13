import { expect, test, vi } from 'vitest'
import { anyAborted, nodeAbortController } from '../../src/intercept/abort.ts'

/** A signal of a class that Node does not know, as a DOM has. */
function foreignSignal() {
  const target = new EventTarget() as EventTarget & { aborted: boolean; reason: unknown }
  target.aborted = false
  return {
    signal: target as unknown as AbortSignal,
    abort(reason: unknown) {
      Object.assign(target, { aborted: true, reason })
      target.dispatchEvent(new Event('abort'))
    },
  }
}

test('signals of any class are followed by one of Node, which fetch takes', () => {
  const foreign = foreignSignal()
  const signal = anyAborted([nodeAbortController().signal, foreign.signal])
  expect(() => new Request('http://127.0.0.1', { signal })).not.toThrow()
  expect(signal.aborted).toBe(false)
  foreign.abort('the page left')
  expect(signal).toMatchObject({ aborted: true, reason: 'the page left' })
})

test('a signal that is aborted already counts at once, and the first reason stays', () => {
  const first = nodeAbortController()
  const second = nodeAbortController()
  second.abort('second')
  const signal = anyAborted([first.signal, second.signal])
  first.abort('first')
  expect(signal.reason).toBe('second')
})

test('once aborted, nothing is listened to any more', () => {
  const foreign = foreignSignal()
  const other = foreignSignal()
  const removed = vi.spyOn(other.signal, 'removeEventListener')
  anyAborted([other.signal, foreign.signal])
  foreign.abort('x')
  expect(removed).toHaveBeenCalledTimes(1)
})

test("Node's controller is had whatever stands at the global name", () => {
  vi.stubGlobal('AbortController', class {})
  expect(nodeAbortController().signal).toBeInstanceOf(AbortSignal)
  vi.unstubAllGlobals()
})
