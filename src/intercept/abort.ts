import { transferableAbortController } from 'node:util'

/**
 * A controller of Node's own, whatever class a DOM put in the place of `AbortController`: Node's `fetch` takes no other
 * signal. It comes from `node:util`, the only door to it once the global one is replaced.
 */
export function nodeAbortController(): AbortController {
  return transferableAbortController()
}

/**
 * `AbortSignal.any` for signals of any class, a window's and Node's together; the result is Node's. It is aborted with the
 * reason of the first that is.
 */
export function anyAborted(signals: readonly AbortSignal[]): AbortSignal {
  const controller = nodeAbortController()
  const stop = new Map<AbortSignal, () => void>()
  const abort = (signal: AbortSignal) => {
    for (const [other, listener] of stop) other.removeEventListener('abort', listener)
    controller.abort(signal.reason)
  }
  for (const signal of signals) {
    if (signal.aborted) {
      abort(signal)
      break
    }
    const listener = () => abort(signal)
    stop.set(signal, listener)
    signal.addEventListener('abort', listener, { once: true })
  }
  return controller.signal
}
