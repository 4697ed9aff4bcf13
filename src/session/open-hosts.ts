import type { RealGlobals } from './process-state.ts'

/**
 * Lets connections to a host past the socket guard for a while: pooled clients connect some time after they are asked,
 * and in another async context. Holds for `milliseconds` of real time, and longer where several overlap.
 */
export function openHost(
  hosts: Map<string, number>,
  host: string,
  milliseconds: number,
  real: Pick<RealGlobals, 'setTimeout'>,
): void {
  const close = holdHost(hosts, host)
  real.setTimeout(close, milliseconds).unref()
}

/** Lets connections to a host past the socket guard until the returned function is called. */
export function holdHost(hosts: Map<string, number>, host: string): () => void {
  hosts.set(host, (hosts.get(host) ?? 0) + 1)
  let held = true
  return () => {
    if (!held) return
    held = false
    const count = (hosts.get(host) ?? 1) - 1
    if (count > 0) hosts.set(host, count)
    else hosts.delete(host)
  }
}
