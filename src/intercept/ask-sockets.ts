import type { ClientRequest, RequestOptions } from 'node:http'
import { decodedResponse } from './forward.ts'
import { currentProbe } from './probe.ts'
import { type NodeClient, sendByNode } from './send-by-node.ts'

/**
 * Asks mocks that work on sockets (msw 3), as a part of a probe: sends the request by a connection of its own, which no pool
 * keeps and no earlier request has opened. Where no mock takes it, it ends before a name is looked up, or at the guard.
 *
 * @throws {TypeError} `fetch failed`, where the mock fails the request or the probe ends
 */
export async function askSockets(request: Request, url: URL): Promise<Response> {
  const { method, headers, redirect, signal } = request
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
  return decodedResponse(
    await sendByNode({ url, method, headers: [...headers], body, redirect, signal }, client),
  )
}

/** By the functions of the modules, and not those imported: msw knows requests by its own in their place. */
const client: NodeClient = (url, options) => {
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  const send = request as (url: URL, options: RequestOptions) => ClientRequest
  return send(url, { ...options, agent: false, lookup: endProbe })
}

type Lookup = NonNullable<RequestOptions['lookup']>

/** Only a connection that is really made looks a name up; a mocked one has no need to. */
const endProbe: Lookup = (_host, _options, callback) => {
  const ended = new Error('no mock took the request')
  currentProbe()
    ?.end()
    .catch(() => {})
  process.nextTick(() => callback(ended, '', 4))
}
