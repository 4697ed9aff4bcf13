import { isLoopback } from '../net/loopback.ts'
import { endpointDialect } from './endpoints.ts'
import { type HostAddress, matchHost } from './hosts.ts'
import type { Provider } from './provider.ts'

/**
 * Whether a request could be a model call, by its URL and method alone. `false` is final; `true` means that the engine
 * must look at the body too (`recogniseCall`). It runs for every request of a suite, so it loads no dialect.
 */
export function mightBeCall(
  address: HostAddress,
  method: string,
  extraProviders: readonly Provider[] = [],
): boolean {
  const known = matchHost(address, extraProviders)
  // A port of the table is a guess, so it needs what an unknown host needs.
  if (known && (!isLoopback(address.hostname) || extraProviders.includes(known))) return true
  return method.toUpperCase() === 'POST' && endpointDialect(address.pathname ?? '', known) !== null
}
