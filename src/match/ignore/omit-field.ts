import type { BodyPart, RecordedRequest, RequestBody } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { omitPaths } from '../omit-paths.ts'
import { decodePart } from '../request-url.ts'
import type { ParsedRule } from './parse-rule.ts'

/** A rule that names a field. */
export type FieldRule = Exclude<ParsedRule, { kind: 'ready' }>

/**
 * A request without one field: whether it is there, and what it holds, does not matter then. An array element leaves
 * `null` behind, so that its neighbours keep their places. The same reference where the field is not there.
 */
export function omitField(request: RecordedRequest, rule: FieldRule): RecordedRequest {
  switch (rule.kind) {
    case 'method':
      return { ...request, method: '*' }
    case 'url.host':
      // A mismatch in the provider is shown as one in the host.
      return {
        ...editUrl(request, (url) => [`https://ignored.invalid`, url.pathname, url.search]),
        provider: '*',
      }
    case 'url.path':
      return editUrl(request, (url) => [url.origin, '/', url.search])
    case 'query':
      return editUrl(request, (url) => [url.origin, url.pathname, withoutParameter(url.search, rule.name)])
    case 'header': {
      const headers = request.headers.filter(([name]) => rule.name !== '*' && name !== rule.name)
      return headers.length === request.headers.length ? request : { ...request, headers }
    }
    case 'body':
      return omitFromBody(request, rule.pattern)
  }
}

function omitFromBody(request: RecordedRequest, pattern: string): RecordedRequest {
  const { body } = request
  if (pattern === '') return body === null ? request : { ...request, body: null }
  if (body && 'multipart' in body) {
    const left = omitPaths(body as unknown as JsonValue, [pattern])
    return left === (body as unknown) ? request : { ...request, body: multipartOrNull(left) }
  }
  if (!body || !('json' in body)) return request
  const json = omitPaths(body.json, [pattern])
  return json === body.json ? request : { ...request, body: { json } }
}

/** The parts that are left; `null` where the list of parts itself was set aside. */
function multipartOrNull(left: JsonValue): RequestBody {
  return isJsonObject(left) && 'multipart' in left ? (left as unknown as { multipart: BodyPart[] }) : null
}

function editUrl(request: RecordedRequest, edit: (url: URL) => string[]): RecordedRequest {
  if (!URL.canParse(request.url)) return request
  const url = edit(new URL(request.url)).join('')
  return url === request.url ? request : { ...request, url }
}

function withoutParameter(search: string, name: string): string {
  const pairs = search.slice(1).split('&')
  const kept = pairs.filter((pair) => {
    const given = decodePart(pair.split('=', 1)[0] as string)
    return pair !== '' && name !== '*' && given !== name
  })
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}
