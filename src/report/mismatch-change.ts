import stringify from 'fast-json-stable-stringify'
import type { BodyPart, RecordedRequest } from '../cassette/records.ts'
import { type FieldPath, formatPath, parsePath, valueAt } from '../json/path.ts'
import { isJsonObject, type JsonValue } from '../json/value.ts'
import type { MismatchData } from '../match/mismatch.ts'
import { differInBlanks } from './blanks.ts'
import type { NamingDialect } from './mismatch-headline.ts'
import { shortValue } from './short-value.ts'
import { describeVolatile } from './volatile.ts'

/** The headline of a changed request: which field, and the two values where they are short. */
export function describeChange(data: MismatchData, dialect: NamingDialect): string {
  return describeVolatile(data) ?? describeAddress(data) ?? describePart(data) ?? describeBody(data, dialect)
}

/** Method, URL and headers; `null` where the change is in a JSON body. */
function describeAddress(data: MismatchData): string | null {
  const path = parsePath(data.field_path)
  const [first, second] = path
  if (path.length === 1 && first === 'method') return changed('the method', data)
  if (path.length === 1 && first === 'body') return changed('the request body', data)
  if (first === 'url' && second === 'host') return changed('the host', data)
  if (first === 'url' && second === 'path') return describeModel(data) ?? changed('the path', data)
  if (first === 'url' && second === 'query') return changed(`query parameter ${path[2]}`, data)
  if (first === 'headers') return changed(`header ${path[1]}`, data)
  return null
}

/** Providers that name the model in the path: the model changed, where nothing else of the path did. */
function describeModel({ requests, recorded, incoming }: MismatchData): string | null {
  const [before, after] = [requests.recorded?.model, requests.incoming?.model]
  if (!before || !after || before === after) return null
  const rest = (path: unknown, model: string) => readable(String(path)).replace(model, '')
  const isModelAlone = rest(recorded, before) === rest(incoming, after)
  return isModelAlone ? `the model changed: ${before} → ${after}` : null
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A part of a form, by its name; `null` where the change is not in one. */
function describePart(data: MismatchData): string | null {
  const [first, index, field] = parsePath(data.field_path)
  const { recorded, incoming } = data.requests
  const part = partAt(data.incoming === undefined ? recorded : incoming, first, index)
  if (!part) return null
  const { name, filename, content_type } = part
  const words =
    filename === undefined && name !== undefined
      ? `form field ${name}`
      : `part ${Number(index) + 1} of the form (${name ?? filename ?? content_type ?? 'without a name'})`
  if (field === undefined) return changed(words, data)
  if (field === 'text' && filename === undefined) return changed(words, data)
  const what = field === 'text' || field === 'base64' ? 'content' : String(field).replaceAll('_', ' ')
  return changed(`the ${what} of ${words}`, data)
}

function partAt(request: RecordedRequest | null, first: unknown, index: unknown): BodyPart | undefined {
  const body = request?.body
  return first === 'multipart' && body && 'multipart' in body ? body.multipart[Number(index)] : undefined
}

function describeBody(data: MismatchData, dialect: NamingDialect): string {
  const path = bodyPath(data.field_path)
  const recorded = bodyOf(data.requests.recorded)
  const incoming = bodyOf(data.requests.incoming)
  const body = data.incoming === undefined ? recorded : incoming
  const { words, rest } =
    body === undefined ? { words: formatPath(path), rest: [] } : dialect.nameField(body, path)

  const list = firstList(path)
  if (list && recorded !== undefined && incoming !== undefined) {
    const before = valueAt(recorded, list)
    const after = valueAt(incoming, list)
    if (isReordered(before, after)) return describeOrder(formatPath(list))
    if (list.length === path.length - 1 && isOneSided(data)) {
      return describeElement(words, data, countOf(after) - countOf(before))
    }
  }
  const place = formatPath(rest)
  if (isOneSided(data)) return changed(place === '' ? words : `${words}: ${place}`, data)
  // The text of a message or prompt is for the diff, however short it is.
  if (place === '' && isProse(words)) return `${words} changed${isBlank(data) ? ' in white space only' : ''}`
  if (place === 'name' && /^tool /.test(words)) return `tool ${data.recorded} is now called ${data.incoming}`
  return `${words} changed${place === '' ? '' : ` at ${place}`}${arrow(data)}`
}

/** An element of a list that is there on one side only. `more`: how many the test sends more than recorded. */
function describeElement(words: string, data: MismatchData, more: number): string {
  const missing = data.incoming === undefined
  if (/^message \d/.test(words)) {
    const count = Math.abs(more) === 1 ? 'one message' : `${Math.abs(more)} messages`
    const where = Math.abs(more) === 1 ? words : `from ${words} on`
    return `${count} ${missing ? 'fewer' : 'more'} than recorded: ${where}`
  }
  if (/^tool /.test(words)) return `${words} is ${missing ? 'no longer' : 'newly'} offered`
  return changed(words, data)
}

function describeOrder(list: string): string {
  if (list === 'tools') return 'the tools stand in another order'
  if (['messages', 'input', 'contents', 'chat_history'].includes(list))
    return 'the messages stand in another order'
  return `${list} is in another order`
}

function changed(words: string, data: MismatchData): string {
  const is = /^the (messages|tools)$/.test(words) ? 'are' : 'is'
  if (data.incoming === undefined) return `${words} ${is} no longer sent`
  if (data.recorded !== undefined) return `${words} changed${arrow(data)}`
  const value = shortValue(data.incoming)
  return `${words} ${is} newly sent${value === null ? '' : `: ${value}`}`
}

/** `: 0 → 0.2`, where both values are short; nothing otherwise, the diff shows them. */
function arrow(data: MismatchData): string {
  const before = shortValue(data.recorded)
  const after = shortValue(data.incoming)
  if (before === null || after === null) return ''
  // `200 → 200` would say nothing where a number became a text, nor would a space at an end.
  const isUnseen = before === after || isBlank(data)
  return isUnseen
    ? `: ${JSON.stringify(data.recorded)} → ${JSON.stringify(data.incoming)}`
    : `: ${before} → ${after}`
}

/** Whether two texts differ in nothing but white space. */
function isBlank({ recorded, incoming }: MismatchData): boolean {
  return typeof recorded === 'string' && typeof incoming === 'string' && differInBlanks(recorded, incoming)
}

function isOneSided(data: MismatchData): boolean {
  return data.recorded === undefined || data.incoming === undefined
}

function isProse(words: string): boolean {
  return /^(the system prompt$|message \d|the description of )/.test(words)
}

function bodyPath(fieldPath: string): FieldPath {
  const path = parsePath(fieldPath)
  return path.length > 1 && path[0] === 'body' ? path.slice(1) : path
}

function bodyOf(request: RecordedRequest | null): JsonValue | undefined {
  return request?.body && 'json' in request.body ? request.body.json : undefined
}

/** The path of the outermost list that a path goes through. */
function firstList(path: FieldPath): FieldPath | null {
  const at = path.findIndex((step) => typeof step === 'number')
  return at > 0 ? path.slice(0, at) : null
}

function countOf(list: JsonValue | undefined): number {
  return Array.isArray(list) ? list.length : 0
}

function isReordered(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length || a.length < 2) return false
  if (!a.every((element) => isJsonObject(element) || typeof element === 'string')) return false
  const before = a.map((element) => stringify(element)).sort()
  const after = b.map((element) => stringify(element)).sort()
  return before.every((element, index) => element === after[index])
}
