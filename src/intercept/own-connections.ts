import { AsyncLocalStorage } from 'node:async_hooks'

/** What msw 3 keeps for connections of its own: run in it, the next one goes past its handlers. */
interface MswConnections {
  run<T>(open: () => T): T
}

const key = Symbol.for('retake.own-connections')

/** `forwarded`: a recorded call, by connections that nobody else uses; `untouched`: what is no call, by whatever `fetch` does. */
type Passing = 'forwarded' | 'untouched'

interface Globals {
  [key]?: AsyncLocalStorage<Passing>
  /** Set by `@mswjs/interceptors` 0.45, its `src/interceptors/net/index.ts`. */
  __MSW_INTERNAL_CONNECTION_CONTEXT?: MswConnections
}

/** One for all copies of Retake: the guard of one must know the connections of another. */
function passing(): AsyncLocalStorage<Passing> {
  const globals = globalThis as Globals
  globals[key] ??= new AsyncLocalStorage()
  return globals[key]
}

/**
 * Runs what sends a forwarded request. Connections made by it are Retake's own: the socket guard lets these pass, and no
 * others to the same host. Where a msw that works on sockets listens, the first of them is kept from its handlers.
 */
export function sendForwarded<T>(send: () => T): T {
  return passing().run('forwarded', () => {
    const { __MSW_INTERNAL_CONNECTION_CONTEXT: msw } = globalThis as Globals
    return msw ? msw.run(send) : send()
  })
}

/** Runs what sends a request that is no call to a model host. The guard lets its connections pass; mocks see it. */
export function sendUntouched<T>(send: () => T): T {
  return passing().run('untouched', send)
}

/** Whether the code at hand sends what is forwarded. */
export function isForwarding(): boolean {
  return passing().getStore() === 'forwarded'
}

/** Whether a connection that is made right now carries what Retake lets through. */
export function mayPass(): boolean {
  return passing().getStore() !== undefined
}

/** Whether the msw that works on sockets can be told which connections are none of its business. */
export function canPassMsw(): boolean {
  return (globalThis as Globals).__MSW_INTERNAL_CONNECTION_CONTEXT !== undefined
}
