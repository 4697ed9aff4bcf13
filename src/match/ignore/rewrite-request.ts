import type { BodyPart, HeaderPairs, RecordedRequest, RequestBody } from '../../cassette/records.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import type { Places, ReadyRule } from './ready-rule.ts'

/**
 * A request with everything that the rules find replaced by what stands for it. Reading order, in which ids are counted:
 * URL, body (keys sorted), headers, as in a mismatch. Keys stay as they are, and so does base64. The same reference where
 * nothing is found.
 *
 * @param places directories of the machine on which the request was made
 */
export function rewriteRequest(
  request: RecordedRequest,
  rules: readonly ReadyRule[],
  places: Places,
): RecordedRequest {
  if (rules.length === 0) return request
  return new Rewriting(rules, places).request(request)
}

/** One request being rewritten, with the count of what was found so far. */
class Rewriting {
  readonly #rules: readonly ReadyRule[]
  readonly #everywhere: readonly ReadyRule[]
  readonly #places: Places
  /** By rule: each different text with its number. */
  readonly #numbers = new Map<ReadyRule, Map<string, number>>()

  constructor(rules: readonly ReadyRule[], places: Places) {
    this.#rules = rules
    this.#everywhere = rules.filter(({ scope }) => scope === 'everywhere')
    this.#places = places
  }

  request(request: RecordedRequest): RecordedRequest {
    const url = this.#url(request.url)
    const body = this.#body(request.body)
    const headers = this.#headers(request.headers)
    const unchanged = url === request.url && body === request.body && headers === request.headers
    return unchanged ? request : { ...request, url, body, headers }
  }

  #body(body: RequestBody): RequestBody {
    if (body === null || 'base64' in body) return body
    if ('text' in body) {
      const text = this.#text(body.text, this.#rules, null)
      return text === body.text ? body : { text }
    }
    if ('multipart' in body) return this.#multipart(body.multipart, body)
    const json = this.#json(body.json, null)
    return json === body.json ? body : { json }
  }

  /** Texts and file names of the parts; a field's name stands for the key of its text. */
  #multipart(parts: readonly BodyPart[], body: { multipart: BodyPart[] }): RequestBody {
    const multipart = parts.map((part): BodyPart => {
      const { filename } = part
      const name = filename === undefined ? undefined : this.#text(filename, this.#rules, 'filename')
      const text = 'text' in part ? this.#text(part.text, this.#rules, part.name ?? null) : undefined
      if (name === filename && (text === undefined || text === (part as { text: string }).text)) return part
      return { ...part, ...(name !== undefined && { filename: name }), ...(text !== undefined && { text }) }
    })
    return multipart.every((part, at) => part === parts[at]) ? body : { multipart }
  }

  #json(value: JsonValue, key: string | null): JsonValue {
    if (typeof value === 'string') return this.#text(value, this.#rules, key)
    if (Array.isArray(value)) {
      let changed = false
      const copy = value.map((element) => {
        const rewritten = this.#json(element, key)
        changed ||= rewritten !== element
        return rewritten
      })
      return changed ? copy : value
    }
    return isJsonObject(value) ? this.#object(value) : value
  }

  #object(value: JsonObject): JsonObject {
    let copy: JsonObject | null = null
    for (const key of Object.keys(value).sort()) {
      const old = value[key] as JsonValue
      const rewritten =
        key === 'id' && Object.hasOwn(value, 'jsonrpc') ? this.#rpcId(old) : this.#json(old, key)
      if (rewritten === old) continue
      copy ??= { ...value }
      // Not by assignment: a key may be called __proto__.
      Object.defineProperty(copy, key, {
        value: rewritten,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    return copy ?? value
  }

  /** The id of a JSON-RPC message is whatever its client counts; 1 and "1" are two. */
  #rpcId(id: JsonValue): JsonValue {
    const rule = this.#rules.find(({ name }) => name === 'ids')
    if (!rule || (typeof id !== 'number' && typeof id !== 'string')) return this.#json(id, 'id')
    return rule.replace(JSON.stringify(id), this.#numberFor(rule), this.#places)
  }

  #url(url: string): string {
    if (this.#everywhere.length === 0 || !URL.canParse(url)) return url
    const parsed = new URL(url)
    const path = parsed.pathname.replace(/[^/]+/g, (segment) => this.#escaped(segment))
    const query = parsed.search.replace(/[^?&=]+/g, (part) => this.#escaped(part))
    if (path === parsed.pathname && query === parsed.search) return url
    return `${parsed.origin}${path}${query}`
  }

  /** A part of a URL, read without its escapes. */
  #escaped(part: string): string {
    let text = part
    try {
      text = decodeURIComponent(part)
    } catch {}
    const rewritten = this.#text(text, this.#everywhere, null)
    return rewritten === text ? part : encodeURIComponent(rewritten)
  }

  #headers(headers: HeaderPairs): HeaderPairs {
    if (this.#everywhere.length === 0) return headers
    let changed = false
    const copy = headers.map(([name, value]): HeaderPairs[number] => {
      const rewritten = this.#text(value, this.#everywhere, null)
      changed ||= rewritten !== value
      return [name, rewritten]
    })
    return changed ? copy : headers
  }

  #text(text: string, rules: readonly ReadyRule[], key: string | null): string {
    let result = text
    for (const rule of rules) {
      const spans = rule.find(result, this.#places, key)
      if (spans.length === 0) continue
      const number = this.#numberFor(rule)
      let rewritten = ''
      let end = 0
      for (const span of spans) {
        const found = result.slice(span.start, span.end)
        rewritten += result.slice(end, span.start) + rule.replace(found, number, this.#places)
        end = span.end
      }
      result = rewritten + result.slice(end)
    }
    return result
  }

  #numberFor(rule: ReadyRule): (text: string) => number {
    const known = this.#numbers.get(rule) ?? new Map<string, number>()
    this.#numbers.set(rule, known)
    return (text) => {
      const number = known.get(text) ?? known.size + 1
      known.set(text, number)
      return number
    }
  }
}
