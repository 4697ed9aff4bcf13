import { AsyncResource } from 'node:async_hooks'
import type { Agent, ClientRequest, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { SocketRule } from './handle-guard.ts'
import { isForwarding } from './own-connections.ts'
import { currentProbe } from './probe.ts'
import { answerLikeFetch, captureTrace, type FetchTrapRules } from './trap.ts'
import { trapUpgrades } from './upgrade-trap.ts'
import { whenHttpLoads } from './when-http-loads.ts'

/** Part of every agent of Node's, though not documented: hands a new request to a connection. */
interface RequestAgent extends Agent {
  options: { timeout?: number }
  addRequest(request: ClientRequest, options: RequestOptions): void
}

/** What every agent hands a connection to, or an error where there is none. Node's types know no agent of a request's. */
interface GuardedRequest extends ClientRequest {
  agent?: unknown
  onSocket(socket: Socket, error?: Error): void
}

/** Recognises traps of every copy of Retake. */
const trapMark = Symbol.for('retake.http-trap')

/**
 * Puts a trap where requests of `node:http` and `node:https` are given their connection: axios, got, node-fetch, the AWS
 * SDK's `NodeHttpHandler`, with agents of theirs or without, those for proxies among them. A request that concerns Retake is
 * connected to a server inside this process, which has it answered as if it were a `fetch`; everything that the client sees
 * of its request, its socket and its response is Node's own work.
 *
 * Not seen, and left to the socket guard: requests that bring their own `createConnection`, but for those of WebSocket
 * clients.
 * Agents that are not made from Node's (older ones for proxies) connect to hosts that say nothing about the request, so
 * requests of theirs are judged here.
 *
 * Called again at the start of each test: a mocking library that came before (msw 3) takes the trap away when it stops.
 *
 * @param guard says which hosts no such request may be sent to
 */
export function trapHttp(rules: FetchTrapRules, guard: SocketRule): void {
  whenHttpLoads((http, https) => {
    trapUpgrades(http, 'ws', rules)
    if (https) trapUpgrades(https, 'wss', rules)
    const prototype = http.Agent.prototype as RequestAgent
    const { addRequest } = prototype
    if (trapMark in addRequest) return
    const trap = function addTrappedRequest(
      this: RequestAgent,
      request: ClientRequest,
      options: RequestOptions,
    ) {
      const pass = () => Reflect.apply(addRequest, this, [request, options])
      // What Retake itself sends is on its way to a provider, or to mocks that are asked.
      const url = isForwarding() ? null : urlOf(request, options)
      if (url === null || isProbed(url)) return pass()
      if (!rules.concerns(url, request.method)) return rules.sendUntouched(url, pass)
      answerRequest(request, url, { timeout: this.options.timeout, ...options }, rules)
    }
    prototype.addRequest = Object.assign(trap, { [trapMark]: true })
    guardForeignAgents(http, guard)
  })
}

/** The connection that such an agent hands over may lead to a proxy: the last moment to judge the request it is for. */
function guardForeignAgents(http: typeof import('node:http'), guard: SocketRule): void {
  const prototype = http.ClientRequest.prototype as GuardedRequest
  const { onSocket } = prototype
  if (trapMark in onSocket) return
  const guarded: GuardedRequest['onSocket'] = function (this: GuardedRequest, socket, error) {
    const isForeign = this.agent && !(this.agent instanceof http.Agent)
    const port = this.protocol === 'https:' ? 443 : 80
    const refusal = isForeign ? guard(this.host, port) : null
    return Reflect.apply(onSocket, this, [socket, refusal ?? error])
  }
  prototype.onSocket = Object.assign(guarded, { [trapMark]: true })
}

/** `null` for what is no plain exchange, or asks for something that is no URL: Node's client says what is wrong with it. */
function urlOf(request: ClientRequest, options: RequestOptions): URL | null {
  if (request.method === 'CONNECT' || request.hasHeader('upgrade')) return null
  const host = request.host.includes(':') ? `[${request.host}]` : request.host
  const path = request.path.startsWith('/') ? request.path : `/${request.path}`
  try {
    return new URL(`${request.protocol}//${host}:${options.port ?? ''}${path}`)
  } catch {
    return null
  }
}

function isProbed(url: URL): boolean {
  return currentProbe()?.url.href === url.href
}

function answerRequest(
  request: ClientRequest,
  url: URL,
  { timeout }: RequestOptions,
  rules: FetchTrapRules,
): void {
  const trace = captureTrace(answerRequest)
  // Whoever sends the request is whose call it is, not who receives it in the end.
  const answer = AsyncResource.bind((asked: Request) => answerLikeFetch(asked, url, trace, rules))
  import('./answer-http.ts').then(
    ({ connectToAnswer }) => {
      const socket = connectToAnswer(url, answer)
      request.onSocket(socket)
      // What agents do for the connections that they make.
      if (timeout !== undefined) socket.setTimeout(timeout)
    },
    (error) => request.destroy(error),
  )
}
