import type { HeaderPairs, RecordedRequest, RequestBody } from '../cassette/records.ts'
import { formatPath } from '../json/path.ts'
import type { JsonValue } from '../json/value.ts'
import { bytesDifference, bytesOf, describeBytes } from './bytes-difference.ts'
import { firstJsonDifference } from './json-difference.ts'
import type { Difference } from './mismatch.ts'
import { multipartDifference, shownPart } from './multipart-difference.ts'
import { decodePart, urlParts } from './request-url.ts'

/** What stands for other parts of a request in a field path; body keys of these names get `body.` before them. */
const reserved: ReadonlySet<unknown> = new Set(['method', 'url', 'headers', 'body'])

/**
 * The first difference between two redacted requests, in the order in which it helps a reader: where the request goes
 * (method, host, path, query), what it says (body), how it says it (headers). `null` exactly where their digests are
 * equal; the same pair always gives the same place.
 */
export function firstDifference(recorded: RecordedRequest, incoming: RecordedRequest): Difference | null {
  return (
    differ('method', recorded.method, incoming.method) ??
    urlDifference(recorded, incoming) ??
    typeDifference(recorded, incoming) ??
    bodyDifference(recorded.body, incoming.body) ??
    namedDifference('headers', recorded.headers, incoming.headers)
  )
}

/** The field path of a place in the request body (`[]` is the body itself). */
export function bodyFieldPath(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'body'
  return formatPath(reserved.has(path[0]) ? ['body', ...path] : path)
}

function urlDifference(recorded: RecordedRequest, incoming: RecordedRequest): Difference | null {
  const a = urlParts(recorded.url)
  const b = urlParts(incoming.url)
  if (a.host !== b.host) return differ('url.host', a.host, b.host)
  // The same host can stand for two origins or, on loopback, for two providers; the host alone would show no difference.
  if (a.protocol !== b.protocol) {
    return differ('url.host', `${a.protocol}//${a.host}`, `${b.protocol}//${b.host}`)
  }
  if (recorded.provider !== incoming.provider) {
    return differ('url.host', `${a.host} (${recorded.provider})`, `${b.host} (${incoming.provider})`)
  }
  if (a.path !== b.path) return differ('url.path', a.path, b.path)
  return namedDifference('url.query', a.query, b.query, decodePart)
}

/** Compares lists of named values, sorted by name. A name that stands more than once has the list of its values. */
function namedDifference(
  prefix: 'headers' | 'url.query',
  recorded: HeaderPairs,
  incoming: HeaderPairs,
  show: (part: string) => string = (part) => part,
): Difference | null {
  const a = groupByName(recorded)
  const b = groupByName(incoming)
  for (const name of [...new Set([...a.keys(), ...b.keys()])].sort()) {
    const left = a.get(name)
    const right = b.get(name)
    if (JSON.stringify(left) === JSON.stringify(right)) continue
    const path = formatPath([...prefix.split('.'), show(name)])
    return { field_path: path, recorded: only(left, show), incoming: only(right, show) }
  }
  return null
}

function groupByName(pairs: HeaderPairs): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const values = groups.get(name)
    if (values) values.push(value)
    else groups.set(name, [value])
  }
  return groups
}

function only(values: string[] | undefined, show: (part: string) => string): JsonValue | undefined {
  return values?.length === 1 ? show(values[0] as string) : values?.map(show)
}

/** A content type by which one body is a form, and the other is not: then it is what changed, and the body follows from it. */
function typeDifference(recorded: RecordedRequest, incoming: RecordedRequest): Difference | null {
  const isForm = ({ body }: RecordedRequest) => body !== null && 'multipart' in body
  if (isForm(recorded) === isForm(incoming)) return null
  const type = ({ headers }: RecordedRequest) => headers.filter(([name]) => name === 'content-type')
  return namedDifference('headers', type(recorded), type(incoming))
}

function bodyDifference(recorded: RequestBody, incoming: RequestBody): Difference | null {
  if (recorded && incoming && 'multipart' in recorded && 'multipart' in incoming)
    return multipartDifference(recorded.multipart, incoming.multipart)
  if (recorded && incoming && 'json' in recorded && 'json' in incoming) {
    const found = firstJsonDifference(recorded.json, incoming.json)
    return (
      found && {
        field_path: bodyFieldPath(found.path),
        recorded: found.recorded,
        incoming: found.incoming,
      }
    )
  }
  if (sameForm(recorded, incoming)) return null
  if (recorded && incoming && 'base64' in recorded && 'base64' in incoming)
    return { field_path: 'body', ...bytesDifference(bytesOf(recorded), bytesOf(incoming)) }
  return { field_path: 'body', recorded: shownBody(recorded), incoming: shownBody(incoming) }
}

function sameForm(a: RequestBody, b: RequestBody): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function shownBody(body: RequestBody): JsonValue | undefined {
  if (body === null) return undefined
  if ('json' in body) return body.json
  if ('multipart' in body) return body.multipart.map(shownPart)
  return 'text' in body ? body.text : describeBytes(bytesOf(body))
}

function differ(field_path: string, recorded: string, incoming: string): Difference | null {
  return recorded === incoming ? null : { field_path, recorded, incoming }
}
