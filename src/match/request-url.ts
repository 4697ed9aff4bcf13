import { isLoopback } from '../net/loopback.ts'
import { REMOVED } from '../redact/redactor.ts'

/** A URL in parts that are equal exactly where the URLs ask the same. */
export interface UrlParts {
  /** `https:` */
  protocol: string
  /** Lower case, with a port that is not the protocol's own; loopback addresses are `localhost`, without a port. */
  host: string
  /** Percent escapes only where they must be: `%3A` and `:` are one. */
  path: string
  /** Escaped in one way; sorted by name, repeated names in their order. Parameters that were redacted whole are left out. */
  query: [name: string, value: string][]
}

/**
 * A URL as it is recorded: absolute, without user info and fragment (neither is sent), and for loopback hosts without
 * the port, since test servers get a new one at every start.
 *
 * @throws {TypeError} where `url` is no absolute URL.
 */
export function recordedUrl(url: string | URL): string {
  const copy = new URL(url)
  copy.username = ''
  copy.password = ''
  copy.hash = ''
  if (isLoopback(copy.hostname)) copy.port = ''
  return copy.href
}

/** Takes a recorded URL apart for comparing. Never throws: what is no URL is all path. */
export function urlParts(url: string): UrlParts {
  if (!URL.canParse(url)) return { protocol: '', host: '', path: url, query: [] }
  const parsed = new URL(url)
  const query: [string, string][] = []
  for (const pair of parsed.search.slice(1).split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    const value = at < 0 ? '' : pair.slice(at + 1)
    if (decodePart(value) === REMOVED) continue
    query.push([canonicalQuery(name), canonicalQuery(value)])
  }
  query.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return {
    protocol: parsed.protocol,
    host: canonicalHost(parsed),
    path: parsed.pathname.split('/').map(canonicalSegment).join('/'),
    query,
  }
}

/** The text of {@link urlParts}: equal for URLs that ask the same. */
export function canonicalUrl(url: string): string {
  const { protocol, host, path, query } = urlParts(url)
  const search = query.map(([name, value]) => `${name}=${value}`).join('&')
  return `${protocol}//${host}${path}${search === '' ? '' : `?${search}`}`
}

/** A part of a canonical query or path as people read it; the part itself where its escapes are no UTF-8. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', '%20'))
  } catch {
    return part
  }
}

/** Names below `localhost` tell tenants apart and stay. */
function canonicalHost({ hostname, host }: URL): string {
  if (!isLoopback(hostname)) return host
  return hostname.endsWith('.localhost') ? hostname : 'localhost'
}

/** An escaped slash is no separator and stays escaped. */
function canonicalSegment(segment: string): string {
  return reescape(segment, /[\w.~!$&'()*+,;=:@-]/)
}

function canonicalQuery(part: string): string {
  return reescape(part.replaceAll('+', '%20'), /[\w.~!$'()*,;:@/?-]/)
}

/** Leaves the plain characters plain, escapes all others (URL has left ASCII only); a stray `%` is escaped itself. */
function reescape(text: string, plain: RegExp): string {
  return text.replace(/%([0-9a-fA-F]{2})|[^%]|%/gsu, (found, hex: string | undefined) => {
    if (hex !== undefined) {
      const character = String.fromCharCode(Number.parseInt(hex, 16))
      return plain.test(character) ? character : found.toUpperCase()
    }
    return plain.test(found) ? found : encodeURIComponent(found)
  })
}
