import type { BodyPart, HeaderPairs, RecordedRequest, RequestBody } from '../cassette/records.ts'
import { mapPlain } from '../json/mapped-text.ts'
import type { FieldPath } from '../json/path.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import { BodyScan } from './body-scan.ts'
import { contentPathMatcher } from './content-paths.ts'
import { applyEdits, removalOf } from './edit.ts'
import { nameMatcher } from './field-names.ts'
import { createFinder } from './finder.ts'
import { editMultipart, editUrlForm, isUrlForm } from './forms.ts'
import { isRemoved, urlSecrets } from './phrases.ts'
import { createPieceRedactor } from './pieces.ts'
import type { ContentHints, Redactor } from './redactor.ts'
import {
  cleanString,
  editJson,
  isJsonContainer,
  type StringRules,
  type UserFunction,
} from './string-rules.ts'

/** What a redactor removes beside its built-in rules. Users can add, never take away. */
export interface RedactionRules {
  /** Values to remove wherever they occur, real credentials and placeholders alike; those under 16 characters are ignored. */
  credentials: readonly string[]
  /** Field names, compared in any writing and as a suffix. */
  fields?: readonly string[]
  /** Every match is removed. A pattern sees one string at a time: a decoded field, or a text. */
  patterns?: readonly RegExp[]
  /** Run over every string, after everything else; `fieldPath` is `null` in plain text. */
  functions?: readonly UserFunction[]
}

/** Makes the {@link Redactor} of a session. Cheap: no import, a few expressions per credential. */
export function createRedactor({
  credentials,
  fields = [],
  patterns = [],
  functions = [],
}: RedactionRules): Redactor {
  const isUserField = nameMatcher(fields)
  const textFinder = createFinder({ credentials, encoding: 'utf8', isUserField, patterns })
  const byteFinder = createFinder({ credentials, encoding: 'latin1', isUserField, patterns: [] })
  const hasUserRules = patterns.length > 0 || functions.length > 0

  const rulesFor = (hints?: ContentHints): StringRules => ({
    finder: textFinder,
    functions,
    isContent: contentPathMatcher(hints?.contentPaths ?? []),
  })

  const bytesRules = (hints?: ContentHints): StringRules => ({
    ...rulesFor(hints),
    finder: byteFinder,
    functions: [],
  })

  const redactor: Redactor = {
    json: (value, hints) => cleanValue(value, [], null, rulesFor(hints)),
    text: (text, hints) => cleanText(text, rulesFor(hints), hints),
    url: (url) => cleanUrl(url, rulesFor()),
    headers: (headers) => cleanHeaders(headers, rulesFor()),
    request(request, hints) {
      return {
        ...request,
        url: redactor.url(request.url),
        headers: redactor.headers(request.headers),
        body: cleanBody(request.body, redactor, rulesFor(hints), bytesRules(hints), hints),
      } satisfies RecordedRequest
    },
    pieces: (hints) =>
      createPieceRedactor({
        bytes: bytesRules(hints),
        decoded: hasUserRules ? rulesFor(hints) : null,
        deltaFields: hints?.deltaFields,
      }),
  }
  return redactor
}

function cleanValue(value: JsonValue, path: FieldPath, key: string | null, rules: StringRules): JsonValue {
  if (typeof value === 'string') return cleanString(value, { path, key }, rules)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item, index) => cleanValue(item, [...path, index], key, rules))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  return cleanObject(value, path, rules)
}

function cleanObject(value: JsonObject, path: FieldPath, rules: StringRules): JsonObject {
  let changed = false
  const entries = Object.entries(value).map(([name, item]): [string, JsonValue] => {
    const cleanName = cleanString(name, { path, key: null }, { ...rules, functions: [] })
    const cleanItem = cleanValue(item, [...path, name], name, rules)
    changed ||= cleanName !== name || cleanItem !== item
    return [cleanName, cleanItem]
  })
  return changed ? Object.fromEntries(entries) : value
}

function cleanText(text: string, rules: StringRules, hints?: ContentHints): string {
  if (isJsonContainer(text)) return applyEdits(text, editJson(mapPlain(text, 0), rules))
  if (isUrlForm(text))
    return cleanString(applyEdits(text, editUrlForm(text, rules)), { path: [], key: null }, rules)
  const fields = applyEdits(text, editMultipart(text, rules))
  const scan = new BodyScan({ rules, deltaFields: hints?.deltaFields, eager: false })
  scan.push(fields)
  scan.end()
  return applyEdits(fields, scan.takeEdits())
}

function cleanUrl(url: string, rules: StringRules): string {
  const start = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0].length ?? 0
  const run = url.slice(start)
  const spans = urlSecrets(run, rules.finder.isSecretName)
  const at = start === 0 ? -1 : (/^[^/?#]*/.exec(run)?.[0] ?? '').lastIndexOf('@')
  // Of a request's own URL the user name goes too: some APIs take a token there.
  if (at > 0 && !isRemoved(run)) spans.push({ start: 0, end: at })
  const edits = spans.map((span) => removalOf({ start: start + span.start, end: start + span.end }))
  return cleanString(applyEdits(url, edits), { path: ['url'], key: null }, rules)
}

function cleanHeaders(headers: HeaderPairs, rules: StringRules): HeaderPairs {
  return headers.map(([name, value]) => [
    name,
    cleanString(value, { path: ['headers', name], key: name }, rules),
  ])
}

/** A field by its name and as any string; what a file holds as a text of its own, or as bytes. */
function cleanPart(
  part: BodyPart,
  redactor: Redactor,
  rules: StringRules,
  byteRules: StringRules,
  hints: ContentHints | undefined,
): BodyPart {
  const { filename, headers, name } = part
  const head = {
    ...part,
    ...(filename !== undefined && {
      filename: cleanString(filename, { path: ['filename'], key: null }, rules),
    }),
    ...(headers && { headers: cleanHeaders(headers, rules) }),
  }
  if (!('text' in part)) return { ...head, base64: cleanBytes(part.base64, byteRules) }
  if (filename !== undefined || name === undefined) return { ...head, text: redactor.text(part.text, hints) }
  const field = { path: [name], key: name }
  return { ...head, text: cleanString(part.text, field, rules) }
}

function cleanBody(
  body: RequestBody,
  redactor: Redactor,
  rules: StringRules,
  byteRules: StringRules,
  hints: ContentHints | undefined,
): RequestBody {
  if (body === null) return null
  if ('json' in body) return { json: redactor.json(body.json, hints) }
  if ('text' in body) return { text: redactor.text(body.text, hints) }
  if ('multipart' in body)
    return { multipart: body.multipart.map((part) => cleanPart(part, redactor, rules, byteRules, hints)) }
  const base64 = cleanBytes(body.base64, byteRules)
  return base64 === body.base64 ? body : { base64 }
}

function cleanBytes(base64: string, rules: StringRules): string {
  const bytes = Buffer.from(base64, 'base64').toString('latin1')
  const { spans } = rules.finder.findValues(bytes, 0, true)
  const edits = [...spans.map(removalOf), ...editMultipart(bytes, rules)]
  if (edits.length === 0) return base64
  return Buffer.from(applyEdits(bytes, edits), 'latin1').toString('base64')
}
