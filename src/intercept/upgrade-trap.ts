import { AsyncResource } from 'node:async_hooks'
import type { OutgoingHttpHeaders, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import { mayPass } from './own-connections.ts'
import { captureTrace, type FetchTrapRules } from './trap.ts'

/** Recognises traps of every copy of Retake. */
const trapMark = Symbol.for('retake.upgrade-trap')

type CreateConnection = (
  options: RequestOptions,
  connected: (error: Error | null, socket?: Socket) => void,
) => Socket | undefined

type Request = (this: unknown, ...args: unknown[]) => unknown

/**
 * Puts a trap where WebSocket clients on `node:http` and `node:https` (the `ws` package) ask for their connection: they send
 * an upgrade request with a `createConnection` of their own. One that concerns Retake is connected to a server inside this
 * process, and both ends speak the real protocol.
 */
export function trapUpgrades(module: object, scheme: 'ws' | 'wss', rules: FetchTrapRules): void {
  const client = module as { request: Request }
  const { request } = client
  if (trapMark in request) return
  const trap: Request = function trappedRequest(...args) {
    const at = args.findIndex(isUpgrade)
    const url = at < 0 || mayPass() ? null : urlOf(args[at] as RequestOptions, scheme)
    if (url === null || !rules.concerns(url, 'GET')) return Reflect.apply(request, this, args)
    const options = { ...(args[at] as RequestOptions), agent: undefined }
    options.createConnection = connectorTo(url, captureTrace(trap), rules) as never
    return Reflect.apply(request, this, args.with(at, options))
  }
  client.request = Object.assign(trap, { [trapMark]: true })
}

function isUpgrade(argument: unknown): boolean {
  const { headers, createConnection } = (argument ?? {}) as RequestOptions
  return typeof createConnection === 'function' && /^websocket$/i.test(headerOf(headers, 'upgrade'))
}

function headerOf(headers: unknown, wanted: string): string {
  const found = Object.entries((headers ?? {}) as OutgoingHttpHeaders).find(
    ([name]) => name.toLowerCase() === wanted,
  )
  return String(found?.[1] ?? '')
}

function urlOf({ host, hostname, port, path }: RequestOptions, scheme: string): URL | null {
  const name = hostname ?? host ?? 'localhost'
  try {
    return new URL(`${scheme}://${name.includes(':') ? `[${name}]` : name}:${port ?? ''}${path ?? '/'}`)
  } catch {
    return null
  }
}

function connectorTo(url: URL, trace: Error, rules: FetchTrapRules): CreateConnection {
  // Whoever opens the session is whose call it is.
  const open = AsyncResource.bind((asked: globalThis.Request) =>
    rules.openSocket({ request: asked, url, trace }),
  )
  return (_options, connected) => {
    import('./answer-upgrade.ts').then(
      ({ connectToSession }) => connected(null, connectToSession(url, open)),
      (error) => connected(error),
    )
    return undefined
  }
}
