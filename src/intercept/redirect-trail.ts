import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { RedirectHop } from '../cassette/records.ts'

/** A request that `fetch` made on its way to an answer. */
interface Step {
  url: string
  /** Of its answer; 0 before one came. */
  status: number
}

/** Statuses that `fetch` follows: https://fetch.spec.whatwg.org/#redirect-status */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const trails = new AsyncLocalStorage<Step[]>()
const steps = new WeakMap<object, Step>()
let isWatching = false

/**
 * Sends by `fetch` and tells the redirects that it followed. They are seen through the diagnostics channels of undici, its
 * own and the package's, so that following stays `fetch`'s own affair: its rules about methods, bodies and credentials, and
 * the dispatcher that the request brings along.
 */
export async function followTrail(
  send: () => Promise<Response>,
): Promise<{ response: Response; redirects: RedirectHop[] }> {
  watch()
  const trail: Step[] = []
  const response = await trails.run(trail, send)
  return { response, redirects: response.redirected ? hopsOf(trail) : [] }
}

function hopsOf(steps: readonly Step[]): RedirectHop[] {
  const hops: RedirectHop[] = []
  for (const [at, { status }] of steps.entries()) {
    const next = steps[at + 1]
    if (next && redirectStatuses.has(status)) hops.push({ status, url: next.url })
  }
  return hops
}

/** What undici publishes of a request: https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md */
interface Published {
  request: { origin: string | URL; path: string; method: string }
  response?: { statusCode: number }
}

function watch(): void {
  if (isWatching) return
  isWatching = true
  subscribe('undici:request:create', (message) => {
    const { request } = message as Published
    const trail = trails.getStore()
    // The way through a proxy is no step of its own.
    if (!trail || request.method === 'CONNECT') return
    const url = new URL(request.path, String(request.origin))
    const step = { url: url.href, status: 0 }
    trail.push(step)
    steps.set(request, step)
  })
  subscribe('undici:request:headers', (message) => {
    // Not in the caller's context any more. Informational responses (1xx) come before; the last one counts.
    const { request, response } = message as Published
    const step = steps.get(request)
    if (step && response) step.status = response.statusCode
  })
}
