import { AsyncResource } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { SocketRule } from './handle-guard.ts'
import { dispatcherKey, hasMockAgent } from './mock-agent.ts'
import { mayPass, sendUntouched } from './own-connections.ts'
import { currentProbe } from './probe.ts'
import { answerLikeFetch, captureTrace, type FetchTrapRules } from './trap.ts'

/** What a request of undici's is made from, in every version; see `Dispatcher.DispatchOptions` of undici. */
interface DispatchOptions {
  origin?: string | URL
  path: string
  method?: string
  query?: Record<string, string>
  /** Of a WebSocket client: `websocket`. */
  upgrade?: string | boolean | null
}

interface Dispatcher {
  dispatch(options: DispatchOptions, handler: unknown): boolean
  close(): Promise<void>
}

type Connect = (options: unknown, connected: (error: Error | null, socket: Socket | null) => void) => void

type AgentClass = new (options: { connect: Connect }) => Dispatcher
type PoolClass = new (origin: string | URL | undefined, options: { connect: Connect }) => Dispatcher

/** Recognises traps of every copy of Retake. */
const trapMark = Symbol.for('retake.undici-trap')

interface Globals {
  [dispatcherKey]?: Dispatcher
  [trapMark]?: true
}

/**
 * Puts a trap where undici takes requests: those of the undici package's own `fetch`, `request`, `stream` and `pipeline` by the
 * global dispatcher, and by any dispatcher of the same copy (agents, pools, proxies). A request that concerns Retake is sent by
 * an undici of the same copy over a connection to a server inside this process, as one of `node:http` is. So are WebSocket
 * sessions of the package, and of Node's own `WebSocket`.
 *
 * Dispatchers of another copy are out of sight until their requests are made. Those to a host that the guard refuses end
 * before a byte is sent, whatever proxy they are connected to.
 *
 * Called again at the start of each test: nobody tells when a copy of undici comes.
 */
export function trapUndici(rules: FetchTrapRules, guard: SocketRule): void {
  const globals = globalThis as Globals
  if (!globals[trapMark]) {
    globals[trapMark] = true
    subscribe('undici:request:create', (message) => guardRequest(message as CreatedRequest, guard))
  }
  whenWebSocketLoads(() => trapUndici(rules, guard))
  const prototype = dispatchingPrototype(globals[dispatcherKey])
  if (!prototype || trapMark in prototype.dispatch) return
  const { dispatch } = prototype
  const trap: Dispatcher['dispatch'] = function (this: Dispatcher, options, handler) {
    const pass = () => Reflect.apply(dispatch, this, [options, handler]) as boolean
    const url = mayPass() ? null : urlOf(options)
    if (url === null) return pass()
    const probe = currentProbe()
    if (probe?.url.origin === url.origin) {
      // Below the mocks of a MockAgent the request would go out.
      if (/^Mock(?:Pool|Client)$/.test(this.constructor.name)) probe.end().catch(() => {})
      else return pass()
      throw new Error('no mock took the request')
    }
    if (!rules.concerns(url, options.method ?? 'GET')) return rules.sendUntouched(url, pass)
    const isSession = options.upgrade === 'websocket'
    const connect = (isSession ? sessionConnectorTo : connectorTo)(url, captureTrace(trap), rules)
    const inside = insideDispatcher(this, options, connect)
    // A proxy's, and the like: what they send by is a dispatcher, too.
    if (!inside) return pass()
    return sendUntouched(() => {
      const goesOn = inside.dispatch(options, handler)
      inside.close().catch(() => {})
      return goesOn
    })
  }
  prototype.dispatch = Object.assign(trap, { [trapMark]: true })
}

/** Node 22 has a global `WebSocket`, and loads its undici when that is first looked at. */
function whenWebSocketLoads(loaded: () => void): void {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket')
  const { get: load } = descriptor ?? {}
  if (!descriptor?.configurable || !load || trapMark in load) return
  const watched = function (this: unknown) {
    // Node puts the class itself in the place of the getter now.
    const WebSocket = load.call(globalThis)
    loaded()
    return WebSocket
  }
  Object.defineProperty(globalThis, 'WebSocket', {
    ...descriptor,
    get: Object.assign(watched, { [trapMark]: true }),
  })
}

/** The class that the dispatchers of a copy have in common, where it can be reached from the global one. */
function dispatchingPrototype(dispatcher: Dispatcher | undefined): Dispatcher | null {
  if (!dispatcher) return null
  const inner = hasMockAgent() ? innerAgent(dispatcher) : dispatcher
  let prototype = inner && (Object.getPrototypeOf(inner) as Dispatcher | null)
  while (prototype && !(Object.hasOwn(prototype, 'constructor') && Object.hasOwn(prototype, 'dispatch')))
    prototype = Object.getPrototypeOf(prototype) as Dispatcher | null
  return prototype
}

/** A MockAgent has an agent that it makes its mocked pools by. */
function innerAgent(mocks: Dispatcher): Dispatcher | null {
  const values = Object.getOwnPropertySymbols(mocks).map((key) => (mocks as never)[key] as unknown)
  const isDispatcher = (value: unknown): value is Dispatcher =>
    typeof value === 'object' && value !== null && typeof (value as Dispatcher).dispatch === 'function'
  return values.find(isDispatcher) ?? null
}

function urlOf({ origin, path, query }: DispatchOptions): URL | null {
  try {
    const url = new URL(path, origin)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.append(name, value)
    return url
  } catch {
    return null
  }
}

function connectorTo(url: URL, trace: Error, rules: FetchTrapRules): Connect {
  const answer = AsyncResource.bind((request: Request) => answerLikeFetch(request, url, trace, rules))
  return (_options, connected) => {
    import('./answer-http.ts').then(
      ({ connectToAnswer }) => connected(null, connectToAnswer(url, answer)),
      (error) => connected(error, null),
    )
  }
}

/** As {@link connectorTo}, for a WebSocket session: undici says `https:` where its client said `wss:`. */
function sessionConnectorTo(address: URL, trace: Error, rules: FetchTrapRules): Connect {
  const url = new URL(address.href.replace(/^http/, 'ws'))
  // Whoever opens the session is whose call it is, and in whose context messages arrive.
  return AsyncResource.bind((_options: unknown, connected: Parameters<Connect>[1]) => {
    import('./answer-upgrade.ts').then(
      ({ connectToSession }) =>
        connected(
          null,
          connectToSession(url, (request) => rules.openSocket({ request, url, trace })),
        ),
      (error) => connected(error, null),
    )
  })
}

/** One more dispatcher of a dispatcher's kind, over a connection of ours; `null` for kinds that send by others. */
function insideDispatcher(
  dispatcher: Dispatcher,
  { origin }: DispatchOptions,
  connect: Connect,
): Dispatcher | null {
  for (let kind = dispatcher.constructor; kind?.name; kind = Object.getPrototypeOf(kind)) {
    if (kind.name === 'Agent') return new (kind as AgentClass)({ connect })
    if (kind.name === 'Pool' || kind.name === 'Client') return new (kind as PoolClass)(origin, { connect })
  }
  return null
}

/** Of https://undici.nodejs.org/#/docs/api/DiagnosticsChannel: with an error set, it ends before it is written. */
interface CreatedRequest {
  request: { origin?: string | URL; error?: Error | null }
}

function guardRequest({ request }: CreatedRequest, guard: SocketRule): void {
  if (mayPass() || currentProbe() || !request.origin) return
  const { hostname, port, protocol } = new URL(request.origin)
  const refusal = guard(hostname.replace(/^\[|\]$/g, ''), Number(port || (protocol === 'https:' ? 443 : 80)))
  if (refusal) request.error = refusal
}
