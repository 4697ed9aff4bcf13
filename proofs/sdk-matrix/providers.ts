import { type RunningProvider, startProvider } from '../../examples/provider/provider.ts'
import type { MatrixRow } from './rows.ts'
import { type RunningToolServer, startToolServer } from './tool-server.ts'

type Running = RunningProvider | RunningToolServer

/** Milliseconds between the events of a stream: time enough to abort it. */
const pace = 4

/** A loopback provider for each row, so that its requests can be counted. A start after a stop takes the same ports. */
export class MatrixProviders {
  /** By id of the row. */
  readonly origins = new Map<string, string>()
  readonly #rows: readonly MatrixRow[]
  #running = new Map<string, Running>()

  constructor(rows: readonly MatrixRow[]) {
    this.#rows = rows
  }

  async start(): Promise<void> {
    for (const { id } of this.#rows) {
      const before = this.origins.get(id)
      const port = before ? Number(new URL(before).port) : 0
      const start = id === 'mcp-http' ? startToolServer : startProvider
      const running = await start({ port, pace })
      this.#running.set(id, running)
      this.origins.set(id, running.url)
    }
  }

  /** Requests since the last start. */
  requests(id: string): number {
    return this.#running.get(id)?.requests.length ?? 0
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map((running) => running.close()))
    this.#running.clear()
  }
}
