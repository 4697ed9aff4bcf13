import { type LookupFunction, Socket } from 'node:net'

interface Handled {
  _handle: { connect: unknown; connect6: unknown }
}

/** Finds every name on loopback. */
export const toLoopback: LookupFunction = (_host, { all }, found) =>
  process.nextTick(() =>
    all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
  )

/**
 * Patches sockets in the manner of msw 3, which wants another Node than these tests run on: every client connects to
 * nothing. Where `isMocked`, its socket says `mocked`; otherwise a second socket connects for real, and its end is the
 * first one's.
 *
 * @returns gives back the `connect` that it found
 */
export function mockSockets(isMocked: (host: string) => boolean): () => void {
  const { connect } = Socket.prototype
  const known = new WeakSet<Socket>()
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    if (known.has(this)) return Reflect.apply(connect, this, args)
    known.add(this)
    const [options] = (Array.isArray(args[0]) ? args[0] : args) as [{ host: string; port: number }]
    Object.defineProperty(this, 'connect', { value: Socket.prototype.connect, configurable: true })
    this.connect({ ...options, lookup: toLoopback })
    const { _handle: handle } = this as unknown as Handled
    handle.connect = handle.connect6 = () => {
      if (isMocked(options.host)) process.nextTick(() => this.emit('mocked'))
      else {
        const real = new Socket()
        known.add(real)
        real.on('error', (error) => this.destroy(error))
        real.on('connect', () => this.destroy(new Error('connected for real')))
        Reflect.apply(connect, real, [options])
      }
      return 0
    }
    return this
  } as typeof connect
  return () => {
    Socket.prototype.connect = connect
  }
}
