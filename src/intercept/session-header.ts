import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'

/** Carries a test's context over loopback, from a client in the test to a server that was started outside of it. */
export const sessionHeader = 'x-retake-session'

/**
 * Tells of every request that a server of this process receives, before its handlers run and in their async context.
 * `received` gets the session id that the request carries, or `null`; handlers do not see the header.
 */
export function watchServers(received: (id: string | null) => void): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    const id = request.headers[sessionHeader]
    if (id !== undefined) {
      delete request.headers[sessionHeader]
      const at = request.rawHeaders.findIndex((name) => name.toLowerCase() === sessionHeader)
      if (at >= 0) request.rawHeaders.splice(at, 2)
    }
    received(typeof id === 'string' ? id : null)
  })
}

/**
 * Puts the header on requests of Node's own HTTP client: axios, supertest, got. Only suites with concurrent tests need it,
 * so `node:http` is not loaded before.
 *
 * @param idFor the session id for a request to a host, or `null`
 */
export function stampHttpClients(idFor: (host: string) => string | null): void {
  const http = process.getBuiltinModule('node:http')
  const prototype = http.ClientRequest.prototype as ClientRequest & { _implicitHeader(): void }
  const { _implicitHeader } = prototype
  // Headers are written here, when the first byte of the request goes out: the last moment to add one.
  prototype._implicitHeader = function (this: ClientRequest) {
    const id = idFor(this.host)
    if (id !== null && !this.headersSent) this.setHeader(sessionHeader, id)
    return Reflect.apply(_implicitHeader, this, [])
  }
}
