import { isJsonObject } from '../json/value.ts'
import {
  aCount,
  aHash,
  anyJson,
  aPair,
  aString,
  aTime,
  type Check,
  listOf,
  objectOf,
  oneOf,
  orNull,
  recordOf,
} from './check-fields.ts'
import type { HeaderPairs, RecordedResponse, RedirectHop } from './records.ts'
import { SIDE_FILE_NAME } from './side-file.ts'

/** Says in words what is wrong with one form of a payload; exactly one form must stand there. */
function oneForm(forms: Record<string, Check>): (object: Record<string, unknown>) => string | null {
  const names = Object.keys(forms)
  return (object) => {
    let found: string | null = null
    for (const name of names) {
      if (object[name] === undefined) continue
      if (found !== null) return `has both ${found} and ${name}`
      const complaint = forms[name]?.(object[name]) ?? null
      if (complaint !== null) return `has a field ${name} that ${complaint}`
      found = name
    }
    return found === null ? `has none of ${names.join(', ')}` : null
  }
}

const base64: Check = (value) =>
  typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
    ? null
    : 'is no base64'
const oneLine: Check = (value) =>
  typeof value === 'string' && !value.includes('\n') ? null : 'is no one-line string'
const sseData: Check = (value) =>
  typeof value === 'string' || (typeof value === 'object' && value !== null)
    ? null
    : 'is neither text nor an object or list'

const payloadForms = {
  json: anyJson,
  sse: listOf(objectOf({ 'event?': oneLine, 'id?': oneLine, data: sseData })),
  ndjson: listOf(anyJson),
  text: aString,
  base64,
}
const payload = oneForm(payloadForms)
const socketPayload = oneForm({
  json: anyJson,
  text: aString,
  base64,
  close: objectOf({ code: aCount, reason: aString }),
})
const partFields = objectOf({
  'name?': aString,
  'filename?': aString,
  'content_type?': aString,
  'headers?': listOf(aPair),
  'text?': aString,
  'base64?': base64,
})
const partForm = oneForm({ text: aString, base64 })
const part: Check = (value) => partFields(value) ?? partForm(value as Record<string, unknown>)
const bodyForm = oneForm({ json: anyJson, multipart: listOf(part), text: aString, base64 })
const body: Check = (value) => {
  if (value === null) return null
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return 'is no body'
  return bodyForm(value)
}

const usage = objectOf({
  'input_tokens?': aCount,
  'output_tokens?': aCount,
  'cached_input_tokens?': aCount,
  'reasoning_tokens?': aCount,
})
const failure = objectOf({ phase: oneOf('connect', 'body'), code: aString, message: aString })

/** The test that a cassette or take belongs to. */
export const testIdentity = objectOf({ file: aString, name: orNull(listOf(aString)) })

/** The fields of a request, the response and the end of a call, as cassettes and takes share them. */
export const requestChecks = {
  call_index: aCount,
  provider: aString,
  dialect: aString,
  model: orNull(aString),
  method: aString,
  url: aString,
  headers: listOf(aPair),
  body,
  digest: aHash,
  parents: listOf(aCount),
}
export const responseChecks = {
  call_index: aCount,
  'redirects?': listOf(objectOf({ status: aCount, url: aString })),
  status: aCount,
  headers: listOf(aPair),
}
/** The response of a line that passed these checks. */
export function responseOf(line: {
  redirects?: RedirectHop[]
  status: number
  headers: HeaderPairs
}): RecordedResponse {
  const { redirects, status, headers } = line
  return { ...(redirects && { redirects }), status, headers }
}
export const endChecks = {
  outcome: oneOf('complete', 'aborted', 'error'),
  error: orNull(failure),
  usage: orNull(usage),
}

const sideFileName: Check = (value) =>
  typeof value === 'string' && SIDE_FILE_NAME.test(value) ? null : 'is no name of a side file'
const side = listOf(
  objectOf({
    path: aString,
    at: aCount,
    file: sideFileName,
    bytes: aCount,
    sha256: aHash,
    encoding: oneOf('base64', 'utf8'),
  }),
)

const eventFields = objectOf(
  {
    type: anyJson,
    call_index: aCount,
    event_index: aCount,
    'from?': oneOf('client', 'server'),
    at_ms: aTime,
  },
  true,
)

const checkEvent = (value: unknown, fieldCount: number): string | null => {
  const complaint = eventFields(value)
  if (complaint !== null) return complaint
  const line = value as Record<string, unknown>
  const isMessage = line.from !== undefined
  const wrong = isMessage ? socketPayload(line) : payload(line)
  if (wrong !== null) return wrong
  const fits = Object.keys(line).length === fieldCount + (isMessage ? 1 : 0)
  return fits ? null : 'has a field that format 1 does not know'
}

/** An event of a take: its fields and exactly one form of payload. */
export const eventCheck: Check = (value) => checkEvent(value, 5)

/** An event line: as in a take, and perhaps with side files. */
const eventLineCheck: Check = (value) => {
  const hasSide = isJsonObject(value) && Object.hasOwn(value, 'side')
  const complaint = hasSide ? side(value.side) : null
  return complaint === null ? checkEvent(value, hasSide ? 6 : 5) : `has a field side that ${complaint}`
}

const checks: Record<string, Check> = {
  header: objectOf(
    {
      type: anyJson,
      format_version: oneOf(1),
      redaction: aCount,
      capabilities: listOf(aString),
      providers: listOf(aString),
      hash: aHash,
      test: testIdentity,
      recorded_at: aString,
      fingerprint: recordOf(aString),
    },
    true,
  ),
  request: objectOf({
    type: anyJson,
    ...requestChecks,
    'delta?': listOf(objectOf({ path: aString, base: aCount, 'keep?': aCount })),
    'side?': side,
    hash: aHash,
  }),
  response: objectOf({ type: anyJson, ...responseChecks, hash: aHash }),
  event: eventLineCheck,
  call_end: objectOf({
    type: anyJson,
    call_index: aCount,
    event_count: aCount,
    events_digest: aHash,
    ...endChecks,
    hash: aHash,
  }),
  seal: objectOf({
    type: anyJson,
    lines: aCount,
    calls: aCount,
    head: aHash,
    transcript: aHash,
    file: aHash,
    'hmac?': aHash,
    check: aHash,
  }),
}

/**
 * What is wrong with the form of a line of format 1, by itself, as the end of "this line …"; `null` where nothing is.
 * The fast half of schema.ts: both accept the same lines (a test holds them to it).
 */
export function checkLine(line: unknown): string | null {
  if (!isJsonObject(line)) return 'is no JSON object'
  const check =
    typeof line.type === 'string' && Object.hasOwn(checks, line.type) ? checks[line.type] : undefined
  return check === undefined ? 'is of no type that format 1 knows' : check(line)
}
