import { dispatcherKey } from './mock-agent.ts'
import { isForwarding, sendForwarded } from './own-connections.ts'

interface Dispatcher {
  dispatch(options: { origin?: string | URL }, handler: unknown): boolean
}

const guarded = new WeakSet<object>()

/** What ends at the dispatcher, if it goes where it points. */
interface EndingRequest {
  url: URL
  end(): Promise<never>
}

/**
 * Stands before undici's global dispatcher, which Node's own `fetch` goes through: the last door in common. A probe ends
 * there, since a mocking library that was there before Retake calls that `fetch` and not a trap. What Retake forwards gets
 * connections of its own there.
 *
 * @param current the probe that the code at hand runs under
 */
export function guardDispatcher(current: () => EndingRequest | undefined): void {
  const dispatcher = (globalThis as { [dispatcherKey]?: Dispatcher })[dispatcherKey]
  if (!dispatcher || guarded.has(dispatcher)) return
  guarded.add(dispatcher)
  const { dispatch } = dispatcher
  dispatcher.dispatch = function guardedDispatch(options, handler) {
    const probe = current()
    // Undici's own mocks are asked, too, and what they let through ends below them.
    const isEnd = dispatcher.constructor.name !== 'MockAgent'
    if (isEnd && probe && String(options.origin) === probe.url.origin) {
      probe.end().catch(() => {})
      throw new Error('no mock took the request')
    }
    if (!isForwarding()) return Reflect.apply(dispatch, this, [options, handler])
    const own = ownDispatcher(dispatcher)
    // Once more: a redirect's request comes here, too, and goes out by a connection of its own.
    return sendForwarded(() =>
      own ? own.dispatch(options, handler) : Reflect.apply(dispatch, this, [options, handler]),
    )
  }
}

/** By class: Retake's own dispatcher of that class, or `null` where it must not be replaced. */
const own = new WeakMap<object, Dispatcher | null>()

/**
 * A dispatcher for what is forwarded alone, so that it shares no kept connection: a mocking library would see what is sent
 * by one that it opened, and anybody could send to a provider by one that Retake opened. `null` where the user has set a
 * dispatcher, a proxy's for example: that one is used.
 */
function ownDispatcher(dispatcher: Dispatcher): Dispatcher | null {
  const Agent = dispatcher.constructor as new (options?: object) => Dispatcher
  const known = own.get(Agent)
  if (known !== undefined) return known
  const made = isNodesOwn(Agent) ? new Agent() : null
  own.set(Agent, made)
  return made
}

/** Whether a class is the `Agent` of the undici inside Node, told by where it complains: npm's undici has the same names. */
function isNodesOwn(Agent: new (options?: object) => Dispatcher): boolean {
  if (Agent.name !== 'Agent') return false
  try {
    new Agent({ factory: 'none' })
    return false
  } catch (error) {
    return /node:internal\//.test((error as Error).stack?.split('\n    at ', 2)[1] ?? '')
  }
}
