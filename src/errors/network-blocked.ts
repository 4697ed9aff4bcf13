import { RetakeError } from './retake-error.ts'

/** `network: 'block'` is set, and a test tried to reach a host that is neither loopback nor allowed. Nothing was sent. */
export class NetworkBlocked extends RetakeError {
  readonly code = 'RETAKE_NETWORK_BLOCKED'
  readonly host: string
  readonly port: number

  constructor(data: { host: string; port: number; test: string | null }) {
    const who = data.test ? `${data.test} reached` : 'A client reached'
    super(
      `${who} ${data.host}:${data.port}, and network: 'block' is set\n` +
        `  Mock that request, or allow the host: allowHosts: ['${data.host}'] in retake.config.ts`,
    )
    this.host = data.host
    this.port = data.port
  }
}
