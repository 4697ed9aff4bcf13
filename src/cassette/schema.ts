import { z } from 'zod'
import { SIDE_FILE_NAME } from './side-file.ts'

/**
 * The form of every line type of format 1, as docs/format.md describes it: the authority that a test holds the fast checks
 * of check-line.ts to. Loading it loads zod; no part of a test run does.
 */
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)
const base64 = z.string().regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)
const json = z.json()
const oneLine = z.string().regex(/^[^\n]*$/)
const headerPairs = z.array(z.tuple([z.string(), z.string()]))
const test = z.strictObject({ file: z.string(), name: z.array(z.string()).nullable() })

const sseMessage = z.strictObject({
  event: oneLine.optional(),
  id: oneLine.optional(),
  data: z.union([z.string(), z.array(json), z.record(z.string(), json)]),
})

const side = z.array(
  z.strictObject({
    path: z.string(),
    at: count,
    file: z.string().regex(SIDE_FILE_NAME),
    bytes: count,
    sha256: hash,
    encoding: z.enum(['base64', 'utf8']),
  }),
)

const payloads = [
  z.strictObject({ json }),
  z.strictObject({ sse: z.array(sseMessage) }),
  z.strictObject({ ndjson: z.array(json) }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ base64 }),
] as const

const partFields = z
  .strictObject({ name: z.string(), filename: z.string(), content_type: z.string(), headers: headerPairs })
  .partial()
const part = z.union([partFields.extend({ text: z.string() }), partFields.extend({ base64 })])

const body = z.union([
  z.null(),
  z.strictObject({ json }),
  z.strictObject({ multipart: z.array(part) }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ base64 }),
])

const usage = z.strictObject({
  input_tokens: count.optional(),
  output_tokens: count.optional(),
  cached_input_tokens: count.optional(),
  reasoning_tokens: count.optional(),
})

export const headerLine = z.looseObject({
  type: z.literal('header'),
  format_version: z.literal(1),
  redaction: count,
  capabilities: z.array(z.string()),
  providers: z.array(z.string()),
  hash,
  test,
  recorded_at: z.string(),
  fingerprint: z.record(z.string(), z.string()),
})

export const requestLine = z.strictObject({
  type: z.literal('request'),
  call_index: count,
  provider: z.string(),
  dialect: z.string(),
  model: z.string().nullable(),
  method: z.string(),
  url: z.string(),
  headers: headerPairs,
  body,
  delta: z.array(z.strictObject({ path: z.string(), base: count, keep: count.optional() })).optional(),
  side: side.optional(),
  digest: hash,
  parents: z.array(count),
  hash,
})

export const responseLine = z.strictObject({
  type: z.literal('response'),
  call_index: count,
  redirects: z.array(z.strictObject({ status: count, url: z.string() })).optional(),
  status: count,
  headers: headerPairs,
  hash,
})

const eventFields = {
  type: z.literal('event'),
  call_index: count,
  event_index: count,
  side: side.optional(),
  at_ms: z.number().nonnegative(),
}

const socketPayloads = [
  z.strictObject({ json }),
  z.strictObject({ text: z.string() }),
  z.strictObject({ base64 }),
  z.strictObject({ close: z.strictObject({ code: count, reason: z.string() }) }),
] as const

/** A message of a WebSocket session. */
const from = z.enum(['client', 'server'])

export const eventLine = z.union([
  ...payloads.map((payload) => payload.extend(eventFields)),
  ...socketPayloads.map((payload) => payload.extend({ ...eventFields, from })),
])

export const callEndLine = z.strictObject({
  type: z.literal('call_end'),
  call_index: count,
  event_count: count,
  events_digest: hash,
  outcome: z.enum(['complete', 'aborted', 'error']),
  error: z
    .strictObject({ phase: z.enum(['connect', 'body']), code: z.string(), message: z.string() })
    .nullable(),
  usage: usage.nullable(),
  hash,
})

export const sealLine = z.strictObject({
  type: z.literal('seal'),
  lines: count,
  calls: count,
  head: hash,
  transcript: hash,
  file: hash,
  hmac: hash.optional(),
  check: hash,
})

/** Any line of a cassette of format 1. */
export const cassetteLine = z.union([headerLine, requestLine, responseLine, eventLine, callEndLine, sealLine])
