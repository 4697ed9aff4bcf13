import type { Socket } from 'node:net'

/** Says whether a connection to a host must not be made, and with which error. `null` lets it go. */
export type SocketRule = (host: string, port: number) => Error | null

/** What of Node's TCP handle matters here: the object below a socket, whose `connect` makes the connection. */
interface TcpHandle {
  _parent?: TcpHandle
  connect(...args: unknown[]): number
  connect6?(...args: unknown[]): number
}

/** Marks what is guarded already, by this copy of Retake or another. */
const guardMark = Symbol.for('retake.handle-guard')

/**
 * Puts a rule before every TCP connection that is really made, at the last place in JavaScript: the `connect` of Node's
 * handles. A library that mocks sockets (msw 3) lets clients connect to nothing; only what it lets through comes here.
 *
 * @param socket one that has its handle; where it has none there is nothing to guard yet
 */
export function guardHandles(socket: Socket, rule: SocketRule): void {
  guardPrototype(tcpPrototype(socket), rule)
}

/**
 * As {@link guardHandles}, before anybody connects. Where Node does not show its handles (with `--permission`, say) nothing
 * happens; there they are guarded from the first socket on.
 */
export function guardAllHandles(rule: SocketRule): void {
  guardPrototype(shownPrototype(), rule)
}

function guardPrototype(prototype: TcpHandle | null, rule: SocketRule): void {
  if (!prototype || guardMark in prototype) return
  Object.defineProperty(prototype, guardMark, { value: true })
  for (const name of ['connect', 'connect6'] as const) {
    const connect = prototype[name]
    if (!connect) continue
    prototype[name] = function guardedConnect(this: TcpHandle, ...args: unknown[]) {
      const owner = ownerOf(this)
      const refusal = rule(owner?._host?.toLowerCase() ?? String(args[1]), Number(args[2]))
      if (!refusal) return Reflect.apply(connect, this, args)
      if (!owner) throw refusal
      // Not at once: Node goes on with the attempt after this.
      process.nextTick(() => owner.destroy(refusal))
      return 0
    }
  }
}

/** From Node itself. A socket of one's own would have to connect, which somebody who forbids it would take for an attempt. */
function shownPrototype(): TcpHandle | null {
  const { binding } = process as unknown as { binding?: (name: string) => { TCP?: { prototype: TcpHandle } } }
  try {
    return binding?.('tcp_wrap').TCP?.prototype ?? null
  } catch {
    return null
  }
}

/** The handle of a TLS socket stands on a TCP one. `null` for pipes, and for sockets without a handle. */
function tcpPrototype(socket: Socket): TcpHandle | null {
  let { _handle: handle } = socket as unknown as { _handle?: TcpHandle | null }
  while (handle?._parent) handle = handle._parent
  const prototype = handle ? (Object.getPrototypeOf(handle) as TcpHandle) : null
  return prototype && typeof prototype.connect6 === 'function' ? prototype : null
}

/** The socket above a handle. It knows the name that was looked up, where there was one. */
function ownerOf(handle: TcpHandle): (Socket & { _host?: string | null }) | null {
  const symbol = Object.getOwnPropertySymbols(handle).find(
    ({ description }) => description === 'owner_symbol',
  )
  return symbol ? ((handle as unknown as Record<symbol, Socket>)[symbol] ?? null) : null
}
