import { Socket } from 'node:net'

/** Says whether a connection to a host must not be made, and with which error. `null` lets it go. */
export type SocketRule = (host: string, port: number) => Error | null

/**
 * Puts a rule before every outgoing TCP and TLS connection of the process, whatever client makes it. A refused socket is
 * destroyed with the rule's error before a name is looked up or a byte is sent.
 */
export function installSocketGuard(rule: SocketRule): void {
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function guardedConnect(this: Socket, ...args: unknown[]) {
    const target = targetOf(args)
    const refusal = target && rule(target.host, target.port)
    if (refusal) {
      pointAtCaller(refusal, guardedConnect)
      // Not at once: `tls.connect` goes on with the socket after this, and its caller has yet to listen for errors.
      process.nextTick(() => this.destroy(refusal))
      return this
    }
    return Reflect.apply(connect, this, args) as Socket
  } as typeof connect
}

/**
 * As {@link installSocketGuard}, where there is none any more: a mocking library that patched sockets before Retake came
 * (msw 3) gives Node's own function back when it stops, and so takes the guard away.
 */
export function keepSocketGuard(rule: SocketRule): void {
  if (isNodesOwn(Socket.prototype.connect)) installSocketGuard(rule)
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
