import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What came of asking the mocks below the trap: `answered` with their response or their error, or not, because the request
 * came out at their lower end, on its way to the network.
 */
export type Probe =
  | { answered: false }
  | { answered: true; response: Response }
  | { answered: true; error: unknown }

interface OpenProbe {
  url: URL
  /** Called where the request comes out below the mocks: notes it and rejects, so that nothing reaches the network. */
  end(): Promise<never>
}

const probes = new AsyncLocalStorage<OpenProbe>()

/** The probe that the code at hand runs under; `undefined` outside of one. */
export function currentProbe(): OpenProbe | undefined {
  return probes.getStore()
}

/** What msw says of a request without a handler under `onUnhandledRequest: 'error'`, in every major. */
const mswUnhandled = /\[MSW\].*onUnhandledRequest/s

/** Names of msw's that stand in the stack of what a user's own `onUnhandledRequest` throws, under the old name and the new. */
const mswCallback = /onUnhandledRequest\.[cm]?[jt]s|on-unhandled-frame|executeUnhandledFrame/

/** What nock says of one: no interceptor of the host fits it, or it has none for the host and may not connect. */
const nockUnhandled = new Set(['ERR_NOCK_NO_MATCH', 'ENETUNREACH'])

/**
 * Lets the mocks below the trap answer a request, without letting it through to the network: where no mock takes it, it
 * ends at the next trap below, or at undici's dispatcher.
 */
export async function runProbe(url: URL, ask: () => Promise<Response>): Promise<Probe> {
  let cameOut = false
  const probe: OpenProbe = {
    url,
    end() {
      cameOut = true
      return Promise.reject(new Error('no mock took the request'))
    },
  }
  guardDispatcher()
  try {
    const response = await probes.run(probe, ask)
    const unhandled = cameOut || (await saysUnhandled(response))
    return unhandled ? { answered: false } : { answered: true, response }
  } catch (error) {
    return cameOut || isUnhandled(error) ? { answered: false } : { answered: true, error }
  }
}

/** Whether a mocking library refused the request because it has no answer to it; then Retake may have one. */
function isUnhandled(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { message, code } = error as NodeJS.ErrnoException
  return mswUnhandled.test(message) || (message.startsWith('Nock: ') && nockUnhandled.has(String(code)))
}

/**
 * Whether an answer is what msw 2 makes of an error that the user's own `onUnhandledRequest` threw: a 500 with that error,
 * whose stack leads through the part of msw that calls it. An error of a handler's has another stack, and stays an answer.
 */
async function saysUnhandled(response: Response): Promise<boolean> {
  if (response.status !== 500 || response.statusText !== 'Unhandled Exception') return false
  return mswCallback.test(await response.clone().text())
}

interface Dispatcher {
  dispatch(options: { origin?: string | URL }, handler: unknown): boolean
}

const dispatcherKey = Symbol.for('undici.globalDispatcher.1')
const guarded = new WeakSet<object>()

/**
 * Stops a probe at the last door: undici's global dispatcher, which Node's own `fetch` goes through. A mocking library that
 * was there before Retake calls that `fetch` and not a trap.
 */
function guardDispatcher(): void {
  const dispatcher = (globalThis as { [dispatcherKey]?: Dispatcher })[dispatcherKey]
  if (!dispatcher || guarded.has(dispatcher)) return
  guarded.add(dispatcher)
  const { dispatch } = dispatcher
  dispatcher.dispatch = function guardedDispatch(options, handler) {
    const probe = currentProbe()
    if (probe && String(options.origin) === probe.url.origin) {
      probe.end().catch(() => {})
      throw new Error('no mock took the request')
    }
    return Reflect.apply(dispatch, this, [options, handler])
  }
}
