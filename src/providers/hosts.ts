import { isLoopback, plainHostname } from '../net/loopback.ts'
import { endpointDialect } from './endpoints.ts'
import type { Provider } from './provider.ts'
import { providerTable } from './table.ts'

/** An address as a URL or a socket gives it. Without `pathname` (a socket sees none) base paths do not count. */
export interface HostAddress {
  hostname: string
  port?: string | number | null
  pathname?: string
}

interface HostIndex {
  names: Map<string, Provider[]>
  wildcards: { pattern: RegExp; provider: Provider }[]
  loopbackPorts: Map<string, Provider[]>
}

/**
 * The provider an address belongs to, or `null`. Providers of the config (`extra`) go before the table and are taken at
 * their word; a loopback port of the table counts only where the path is a dialect's endpoint, because the same ports
 * serve people's own applications. Ports of named hosts do not count.
 */
export function matchHost(address: HostAddress, extra: readonly Provider[] = []): Provider | null {
  const own = extra.length === 0 ? null : find(indexOf(extra), address)
  if (own) return own
  const known = find(indexOf(providerTable), address)
  if (isLoopback(address.hostname) && endpointDialect(address.pathname ?? '', known) === null) return null
  return known
}

/** Whether `pathname` is `prefix` or lies below it; `*` in the prefix stands for any one segment. */
export function startsWithPath(pathname: string, prefix: string): boolean {
  const wanted = prefix.split('/').filter(Boolean)
  const given = pathname.split('/').filter(Boolean)
  return wanted.every((segment, at) => given[at] !== undefined && (segment === '*' || segment === given[at]))
}

const indexes = new WeakMap<readonly Provider[], HostIndex>()

function indexOf(providers: readonly Provider[]): HostIndex {
  let index = indexes.get(providers)
  if (!index) {
    index = buildIndex(providers)
    indexes.set(providers, index)
  }
  return index
}

function buildIndex(providers: readonly Provider[]): HostIndex {
  const index: HostIndex = { names: new Map(), wildcards: [], loopbackPorts: new Map() }
  for (const provider of providers) {
    for (const host of provider.hosts) {
      const name = host.toLowerCase()
      const port = /^(.+):(\d+)$/.exec(name)
      if (port?.[1] !== undefined && isLoopback(port[1]))
        add(index.loopbackPorts, port[2] as string, provider)
      else if (!name.includes('*')) add(index.names, name, provider)
      else index.wildcards.push({ pattern: wildcardPattern(name), provider })
    }
  }
  return index
}

function add(map: Map<string, Provider[]>, key: string, provider: Provider): void {
  const list = map.get(key)
  if (list) list.push(provider)
  else map.set(key, [provider])
}

function wildcardPattern(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.+')}$`)
}

function find(index: HostIndex, address: HostAddress): Provider | null {
  const name = plainHostname(address.hostname)
  for (const provider of index.names.get(name) ?? []) if (ownsPathname(provider, address)) return provider
  if (isLoopback(name)) {
    for (const provider of index.loopbackPorts.get(String(address.port ?? '')) ?? []) {
      if (ownsPathname(provider, address)) return provider
    }
  }
  for (const { pattern, provider } of index.wildcards) {
    if (pattern.test(name) && ownsPathname(provider, address)) return provider
  }
  return null
}

function ownsPathname(provider: Provider, address: HostAddress): boolean {
  if (!provider.basePaths || address.pathname === undefined) return true
  return provider.basePaths.some((base) => startsWithPath(address.pathname as string, base))
}
