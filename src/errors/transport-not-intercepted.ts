import { RetakeError } from './retake-error.ts'

/** A client opened a connection to a model host by a transport that Retake cannot record or replay. Nothing was sent. */
export class TransportNotIntercepted extends RetakeError {
  readonly code = 'RETAKE_TRANSPORT_NOT_INTERCEPTED'
  readonly host: string
  readonly port: number

  constructor(data: { host: string; port: number; test: string | null }) {
    const who = data.test ? `${data.test} reached` : 'A client reached'
    super(
      `${who} ${data.host}:${data.port} by a connection that Retake cannot see\n` +
        '  Retake records calls made with fetch, node:http, node:https and undici, and WebSockets. Give the client one of\n' +
        '  these in tests (HTTP/2 of the AWS SDK: requestHandler: new NodeHttpHandler()), or let the test say\n' +
        "  configure({ mode: 'off' }) and mock the client itself.",
    )
    this.host = data.host
    this.port = data.port
  }
}
