// Runs inside a generated project, as a user's code: the proof copies it there.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Told of every request of `node:http`, intercepted or not. */
const nodeHttp = 'http.client.request.start'

/**
 * Counts attempts: calls of the global fetch, seen from outside of whatever stands there, and requests of `node:http`, whose
 * bodies are not looked at. Clients that keep the fetch which they find must be made after it.
 */
export class AttemptCounter {
  #words = ''
  #byFetch = 0
  #byNode = 0
  readonly #below = globalThis.fetch
  readonly #onRequest = () => {
    this.#byNode += 1
  }

  constructor() {
    globalThis.fetch = async (input, init) => {
      if ((await textOf(input, init)).includes(this.#words)) this.#byFetch += 1
      return this.#below(input, init)
    }
    subscribe(nodeHttp, this.#onRequest)
  }

  /** Since the last restart. What came by `node:http` may be handed on to the fetch; it is one attempt. */
  get count(): number {
    return Math.max(this.#byFetch, this.#byNode)
  }

  /** Counts requests whose body has these words, from 0. */
  restart(words: string): void {
    this.#byFetch = 0
    this.#byNode = 0
    this.#words = words
  }

  stop(): void {
    globalThis.fetch = this.#below
    unsubscribe(nodeHttp, this.#onRequest)
  }
}

async function textOf(input: string | URL | Request, init: RequestInit | undefined): Promise<string> {
  if (typeof init?.body === 'string') return init.body
  const body = init?.body ?? (input instanceof Request ? input.clone().body : null)
  return body ? new Response(body as ConstructorParameters<typeof Response>[0]).text() : ''
}
