import type { JsonValue } from '../json/value.ts'
import { isLoopback } from '../net/loopback.ts'
import type { Dialect } from './dialect.ts'
import { dialectById, dialects } from './dialects.ts'
import { matchHost, startsWithPath } from './hosts.ts'
import type { Provider } from './provider.ts'

export { mightBeCall } from './might-be-call.ts'

/** A request at a model host, or of a dialect's shape. */
export type Recognition =
  | {
      telemetry: false
      /** The provider's id: of the table, of the config, or `openai-compatible` and its like. */
      provider: string
      dialect: Dialect
      /** The row it came from; `null` for an unknown host. */
      definition: Provider | null
    }
  | { telemetry: true; provider: string; definition: Provider }

/**
 * Says whether a request is a model call, and whose. A known host is believed, with the dialect of the path (`plain`
 * where none owns it); on any other host, and on the table's loopback ports, both path and body must have a dialect's
 * shape. `null`: no business of Retake's. Never throws.
 */
export function recogniseCall(
  url: URL,
  method: string,
  body: JsonValue | undefined,
  extraProviders: readonly Provider[] = [],
): Recognition | null {
  const definition = matchHost(url, extraProviders)
  const owner = dialects.find((dialect) => dialect.ownsPath(url.pathname, definition))
  if (definition && (!isLoopback(url.hostname) || extraProviders.includes(definition))) {
    const isTelemetry = definition.telemetry?.some((path) => startsWithPath(url.pathname, path)) ?? false
    if (isTelemetry) return { telemetry: true, provider: definition.name, definition }
    const dialect = owner ?? dialectById(definition.dialect ?? 'plain')
    return { telemetry: false, provider: definition.name, dialect, definition }
  }
  if (method.toUpperCase() !== 'POST' || !owner || body === undefined || !owner.ownsBody(body, url.pathname))
    return null
  const provider = definition?.name ?? compatibleProvider(owner.id)
  return { telemetry: false, provider, dialect: owner, definition }
}

function compatibleProvider(dialectId: string): string {
  return `${/^(?:anthropic|gemini|bedrock)/.exec(dialectId)?.[0] ?? 'openai'}-compatible`
}
