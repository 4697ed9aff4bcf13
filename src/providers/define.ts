import { ProviderError } from '../errors/provider-error.ts'
import { isLoopback } from '../net/loopback.ts'
import { dialectIds } from './endpoints.ts'
import type { Provider } from './provider.ts'

const hostname = /^[a-z0-9_*-]+(?:\.[a-z0-9_*-]+)*$/
const fields = [
  'name',
  'hosts',
  'basePaths',
  'credentials',
  'sharedCredentials',
  'telemetry',
  'responseHeaders',
  'dialect',
]

/**
 * Checks a provider definition and returns it frozen, hosts and header names in lower case. For `providers` in the
 * config; it goes before the built-in table.
 *
 * @throws {ProviderError} that names the field and what is expected there
 */
export function defineProvider(definition: Provider): Provider {
  if (typeof definition !== 'object' || definition === null) {
    throw new ProviderError('definition', definition, 'must be an object: { name, hosts }')
  }
  for (const key of Object.keys(definition)) {
    if (!fields.includes(key))
      throw new ProviderError(key, undefined, `is no field. Fields: ${fields.join(', ')}`)
  }
  const { name, dialect } = definition
  if (typeof name !== 'string' || !/^[a-z0-9][a-z0-9-]*$/.test(name)) {
    throw new ProviderError('name', name, "must be a lower-case id such as 'my-gateway'")
  }
  if (dialect !== undefined && !(dialectIds as readonly string[]).includes(dialect)) {
    throw new ProviderError('dialect', dialect, `must be one of ${dialectIds.join(', ')}`)
  }
  const hosts = readList(
    'hosts',
    definition.hosts,
    isHost,
    "a host name such as 'llm.example.com', '*.example.com' or 'localhost:4000', without scheme and path",
  )
  if (hosts.length === 0) throw new ProviderError('hosts', hosts, 'must name at least one host')
  const variable = "the name of an environment variable such as 'MY_API_KEY', not its value"
  const path = "a path that starts with '/'"
  const checked: Provider = {
    name,
    hosts: hosts.map((host) => host.toLowerCase()),
    ...optionalList('basePaths', definition.basePaths, isPath, path),
    ...optionalList('credentials', definition.credentials, isEnvironmentName, variable),
    ...optionalList('sharedCredentials', definition.sharedCredentials, isEnvironmentName, variable),
    ...optionalList('telemetry', definition.telemetry, isPath, path),
    ...optionalList('responseHeaders', definition.responseHeaders, isHeaderName, 'a header name'),
    ...(dialect === undefined ? {} : { dialect }),
  }
  return Object.freeze(checked)
}

function optionalList(
  field: keyof Provider,
  value: unknown,
  fits: (item: string) => boolean,
  expected: string,
): Partial<Provider> {
  if (value === undefined) return {}
  const list = readList(field, value, fits, expected)
  return { [field]: field === 'responseHeaders' ? list.map((item) => item.toLowerCase()) : list }
}

function readList(
  field: string,
  value: unknown,
  fits: (item: string) => boolean,
  expected: string,
): string[] {
  if (!Array.isArray(value)) throw new ProviderError(field, value, 'must be a list of strings')
  return value.map((item: unknown, at) => {
    if (typeof item === 'string' && fits(item)) return item
    // What stands there may be the key itself, and errors are printed with their fields.
    throw new ProviderError(
      `${field}[${at}]`,
      /credentials$/i.test(field) ? undefined : item,
      `must be ${expected}`,
    )
  })
}

function isHost(item: string): boolean {
  const name = item.toLowerCase()
  const port = /^(.+):\d{1,5}$/.exec(name)
  if (port?.[1] !== undefined) return isLoopback(port[1])
  // Two wildcards must have something between them to tell one host from another.
  const stars = name.split('*').length - 1
  const isTold = stars < 2 || (stars === 2 && /\*[^*]*[a-z0-9][^*]*\*/.test(name))
  return hostname.test(name) && isTold && /[a-z0-9]/.test(name)
}

const isPath = (item: string) => item.startsWith('/')
const isEnvironmentName = (item: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(item)
const isHeaderName = (item: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(item)
