import type { Socket as NodeSocket } from 'node:net'
import { guardAllHandles, guardHandles, type SocketRule } from './handle-guard.ts'
import { isMockedSocket, keepNoMockedSockets } from './mocked-sockets.ts'
import { endedAtSocket } from './probe.ts'

// Not by an import, which would read every export of the module, and some of those make Node load more.
const { Socket } = process.getBuiltinModule('node:net')

/** On each guard: whether it stands right on Node's own function, with nobody's between. */
const guardMark = Symbol.for('retake.socket-guard')

type Connect = typeof Socket.prototype.connect
type Guard = Connect & { [guardMark]?: boolean }

/**
 * Puts a rule before every outgoing TCP and TLS connection of the process, whatever client makes it. A refused socket is
 * destroyed with the rule's error before a name is looked up or a byte is sent.
 *
 * Where another library has patched sockets too, what a client asks for may be answered by a mock and is no connection yet:
 * then what the library lets through is judged.
 */
export function installSocketGuard(judge: SocketRule): void {
  const rule = withProbes(judge)
  const connect = Socket.prototype.connect
  const isLowest = isNodesOwn(connect)
  const guard: Guard = function guardedConnect(this: NodeSocket, ...args: unknown[]) {
    const isMocked = isMockedSocket(this)
    if (isMocked || !isLowest) {
      if (!isMocked) judgeLookup(args, rule)
      const connected = Reflect.apply(connect, this, args) as NodeSocket
      guardHandles(this, rule)
      return connected
    }
    const target = targetOf(args)
    const refusal = target && rule(target.host, target.port)
    if (refusal) {
      pointAtCaller(refusal, guard as never)
      // Not at once: `tls.connect` goes on with the socket after this, and its caller has yet to listen for errors.
      process.nextTick(() => this.destroy(refusal))
      return this
    }
    return Reflect.apply(connect, this, args) as NodeSocket
  } as Connect
  guard[guardMark] = isLowest
  Socket.prototype.connect = guard
  if (!isLowest) guardBelow(rule)
}

/**
 * As {@link installSocketGuard}, where there is none any more: a mocking library that patched sockets before Retake came
 * (msw 3) gives Node's own function back when it stops, and so takes the guard away. Where one has come since, what it lets
 * through is judged, too.
 */
export function keepSocketGuard(rule: SocketRule): void {
  if (isNodesOwn(Socket.prototype.connect)) installSocketGuard(rule)
  else if (areSocketsPatched()) guardBelow(withProbes(rule))
}

/** A probe that has come down to a connection ends there, wherever it would lead. */
function withProbes(rule: SocketRule): SocketRule {
  return (host, port) => endedAtSocket(host, port) ?? rule(host, port)
}

/** Whether somebody beside Retake has patched sockets, over the guard or under it, and may answer what is sent by them. */
export function areSocketsPatched(): boolean {
  const { connect }: { connect: Guard } = Socket.prototype
  return connect[guardMark] === undefined ? !isNodesOwn(connect) : !connect[guardMark]
}

let isGuardedBelow = false

/** Guards handles before anybody connects. */
function guardBelow(rule: SocketRule): void {
  if (isGuardedBelow) return
  isGuardedBelow = true
  keepNoMockedSockets()
  guardAllHandles(rule)
}

type Lookup = (
  host: string,
  options: object,
  found: (error: Error | null, ...found: unknown[]) => void,
) => void

/** Node's, or whatever stands in its place by now. */
const defaultLookup = () => process.getBuiltinModule('node:dns').lookup as unknown as Lookup

/**
 * Judges a connection when its name is looked up, which a library that mocks sockets does for those that it lets through,
 * with the options that it got. Where there is no network a lookup would be the end, and nobody would hear of the rule.
 */
function judgeLookup(args: unknown[], rule: SocketRule): void {
  const target = targetOf(args)
  const list = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  const [options] = list
  if (!target || typeof options !== 'object' || options === null) return
  const given = (options as { lookup?: Lookup }).lookup
  const lookup: Lookup = (host, how, found) => {
    const refusal = rule(target.host, target.port)
    if (refusal) process.nextTick(found, refusal)
    else (given ?? defaultLookup())(host, how, found)
  }
  list[0] = { ...options, lookup }
}

/** Told by its source, since nothing else marks it; a function that is not recognised is left alone. */
function isNodesOwn(connect: unknown): boolean {
  return (
    typeof connect === 'function' &&
    /\bnormalizedArgsSymbol\b/.test(Function.prototype.toString.call(connect))
  )
}

/** Frames kept: between a client's user and the socket stand many of Node's and the client's own. */
const traceDepth = 60

function pointAtCaller(error: Error, below: (...args: never[]) => unknown): void {
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = traceDepth
  Error.captureStackTrace(error, below)
  Error.stackTraceLimit = depth
}

/** Reads the overloads of `socket.connect`; Node's own callers pass their arguments as one normalised array. */
function targetOf(args: unknown[]): { host: string; port: number } | null {
  const first = Array.isArray(args[0]) ? (args[0] as unknown[])[0] : args[0]
  if (typeof first === 'object' && first !== null) {
    const { host, port, path } = first as { host?: unknown; port?: unknown; path?: unknown }
    if (port === undefined && path !== undefined) return null
    return { host: String(host ?? 'localhost').toLowerCase(), port: Number(port) }
  }
  if (typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first)))
    return {
      host: typeof args[1] === 'string' ? args[1].toLowerCase() : 'localhost',
      port: Number(first),
    }
  return null
}
