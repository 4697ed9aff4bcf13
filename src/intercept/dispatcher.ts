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
  const globals = globalThis as { [dispatcherKey]?: Dispatcher }
  const dispatcher = globals[dispatcherKey]
  if (!dispatcher || guarded.has(dispatcher)) return
  const { dispatch } = dispatcher
  const isNodes = isNodesOwn(dispatcher)
  const guardedDispatch: Dispatcher['dispatch'] = function (this: Dispatcher, options, handler) {
    const probe = current()
    // Undici's own mocks are asked, too, and what they let through ends below them.
    const isEnd = dispatcher.constructor.name !== 'MockAgent'
    if (isEnd && probe && String(options.origin) === probe.url.origin) {
      probe.end().catch(() => {})
      throw new Error('no mock took the request')
    }
    if (!isForwarding()) return Reflect.apply(dispatch, this, [options, handler])
    const own = isNodes ? ownDispatcher(dispatcher) : null
    // Once more: a redirect's request comes here, too, and goes out by a connection of its own.
    return sendForwarded(() =>
      own ? own.dispatch(options, handler) : Reflect.apply(dispatch, this, [options, handler]),
    )
  }
  const isSet = Reflect.set(dispatcher, 'dispatch', guardedDispatch)
  // One that lets nobody change it gets another before it.
  if (!isSet) globals[dispatcherKey] = Object.create(dispatcher, { dispatch: { value: guardedDispatch } })
  guarded.add(globals[dispatcherKey] as Dispatcher)
}

/** By class: Retake's own dispatcher of that class. */
const own = new WeakMap<object, Dispatcher>()

/**
 * A dispatcher for what is forwarded alone, so that it shares no kept connection: a mocking library would see what is sent
 * by one that it opened, and anybody could send to a provider by one that Retake opened.
 */
function ownDispatcher(dispatcher: Dispatcher): Dispatcher {
  const Agent = dispatcher.constructor as new () => Dispatcher
  const made = own.get(Agent) ?? new Agent()
  own.set(Agent, made)
  return made
}

/**
 * Whether a dispatcher is one that Node has made itself, and nobody has changed: one that the user has set, a proxy's for
 * example, is used. Told by where its class complains, since npm's undici has the same names.
 */
function isNodesOwn(dispatcher: Dispatcher): boolean {
  const Agent = dispatcher.constructor as new (options?: object) => Dispatcher
  if (Agent.name !== 'Agent' || Object.getPrototypeOf(dispatcher) !== Agent.prototype) return false
  if (Object.hasOwn(dispatcher, 'dispatch')) return false
  try {
    new Agent({ factory: 'none' })
    return false
  } catch (error) {
    return /node:internal\//.test((error as Error).stack?.split('\n    at ', 2)[1] ?? '')
  }
}
