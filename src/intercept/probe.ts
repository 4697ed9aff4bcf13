import { AsyncLocalStorage } from 'node:async_hooks'
import { guardDispatcher } from './dispatcher.ts'

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

const key = Symbol.for('retake.probes')

/** One for all copies of Retake: the trap of one probes, the guard of another may be the lower end. */
function probes(): AsyncLocalStorage<OpenProbe> {
  const globals = globalThis as { [key]?: AsyncLocalStorage<OpenProbe> }
  globals[key] ??= new AsyncLocalStorage()
  return globals[key]
}

/** The probe that the code at hand runs under; `undefined` outside of one. */
export function currentProbe(): OpenProbe | undefined {
  return probes().getStore()
}

/** Ends the probe at hand where it has come down to a connection: what the connection fails with, or `null` if there is none. */
export function endedAtSocket(host: string, port: number): Error | null {
  const probe = currentProbe()
  if (!probe) return null
  const { hostname, port: given, protocol } = probe.url
  const wanted = Number(given || (protocol === 'https:' ? 443 : 80))
  if (host !== hostname.replace(/^\[|\]$/g, '') || port !== wanted) return null
  probe.end().catch(() => {})
  return new Error('no mock took the request')
}

/** What msw says of a request without a handler under the strategy `error`: `onUnhandledRequest` in msw 2, `onUnhandledFrame` in 3. */
const mswUnhandled = /\[MSW\].*onUnhandled(?:Request|Frame)/s

/** Names of msw's that stand in the stack of what a user's own callback of that option throws. */
const mswCallback = /onUnhandledRequest\.[cm]?[jt]s|on-unhandled-frame|executeUnhandledFrame/

/** What nock says of one: no interceptor of the host fits it, or it has none for the host and may not connect. */
const nockUnhandled = new Set(['ERR_NOCK_NO_MATCH', 'ENETUNREACH'])

/**
 * Lets the mocks below the trap answer a request, without letting it through to the network: where no mock takes it, it
 * ends at the next trap below, at undici's dispatcher, or at the socket.
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
  guardDispatcher(currentProbe)
  try {
    const response = await probes().run(probe, ask)
    const unhandled = cameOut || (await saysUnhandled(response))
    return unhandled ? { answered: false } : { answered: true, response }
  } catch (error) {
    return cameOut || isUnhandled(error) ? { answered: false } : { answered: true, error }
  }
}

/**
 * Whether a mocking library refused the request because it has no answer to it; then Retake may have one. msw 3 fails the
 * connection with what was thrown, and clients make that the cause of their error.
 */
function isUnhandled(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { message, code, stack, cause } = error as NodeJS.ErrnoException
  if (code === 'UND_MOCK_ERR_MOCK_NOT_MATCHED' || mswUnhandled.test(message) || mswCallback.test(stack ?? ''))
    return true
  return (message.startsWith('Nock: ') && nockUnhandled.has(String(code))) || isUnhandled(cause)
}

/**
 * Whether an answer is what msw 2 makes of an error that the user's own `onUnhandledRequest` threw: a 500 with that error,
 * whose stack leads through the part of msw that calls it. An error of a handler's has another stack, and stays an answer.
 */
async function saysUnhandled(response: Response): Promise<boolean> {
  if (response.status !== 500 || response.statusText !== 'Unhandled Exception') return false
  return mswCallback.test(await response.clone().text())
}
