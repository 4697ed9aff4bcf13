import type { JsonValue } from '../json/value.ts'

/** Header names (lower case) with their values. Repeated names stand as repeated pairs, in wire order. */
export type HeaderPairs = [name: string, value: string][]

/** One message of a server-sent event stream. `data` is an object or array where the wire held its compact JSON, else the raw text. */
export interface SseMessage {
  event?: string
  id?: string
  data: JsonValue
}

/**
 * Bytes in the most readable form that gives the very same bytes back (see docs/format.md):
 * structured where re-serialising is exact, `text` for other UTF-8, `base64` for the rest.
 */
export type Payload =
  | { json: JsonValue }
  | { sse: SseMessage[] }
  | { ndjson: JsonValue[] }
  | { text: string }
  | { base64: string }
  | SocketPayload

/** Who sent a message of a WebSocket session. */
export type SocketEnd = 'client' | 'server'

/**
 * A message of a WebSocket session: `json` and `text` are text messages, `base64` binary ones. `close` is the end's closing
 * handshake, with the code of RFC 6455 (1005 where none was given).
 */
export type SocketPayload = { from: SocketEnd } & (
  | { json: JsonValue }
  | { text: string }
  | { base64: string }
  | { close: { code: number; reason: string } }
)

/**
 * A part of a multipart body. The boundary between parts, which clients draw anew for each request, is not kept. Fields that
 * the part does not have are absent.
 */
export type BodyPart = {
  /** Of the form field, as it stands between the quotes. */
  name?: string
  filename?: string
  content_type?: string
  /** Headers that are not told by the fields above, names in lower case, in wire order. */
  headers?: HeaderPairs
} & ({ text: string } | { base64: string })

/**
 * A request body, without its content encoding. `null` is a request without one; spacing and key order of JSON are not kept.
 */
export type RequestBody =
  | { json: JsonValue }
  | { multipart: BodyPart[] }
  | { text: string }
  | { base64: string }
  | null

/** A request as it is recorded and compared: redacted, its body whole (deltas resolved). */
export interface RecordedRequest {
  /** Who was asked: an id of the provider table, or one named in the config. */
  provider: string
  /** The wire format spoken; `plain` where no dialect knows it. */
  dialect: string
  model: string | null
  /** Upper case. */
  method: string
  /** Absolute; a loopback host stands without its port. */
  url: string
  /** Those headers that carry meaning (design §5), sorted by name. */
  headers: HeaderPairs
  body: RequestBody
}

/** A piece of a response body as it arrived: a network chunk of a stream, the whole body otherwise; or a WebSocket message. */
export interface RecordedEvent {
  payload: Payload
  /** Milliseconds from the start of the call; envelope, outside the chain. */
  at_ms: number
}

/** An answer that sent the client on, which `fetch` followed by itself. */
export interface RedirectHop {
  /** 301, 302, 303, 307 or 308. */
  status: number
  /** Where it led: absolute, redacted; a loopback host stands without its port. */
  url: string
}

/** What came before the body. */
export interface RecordedResponse {
  /** The hops before the answer, in their order; absent where there were none. */
  redirects?: RedirectHop[]
  status: number
  headers: HeaderPairs
}

/** Token counts as the provider reported them. Absent where it did not. */
export interface Usage {
  input_tokens?: number
  output_tokens?: number
  cached_input_tokens?: number
  reasoning_tokens?: number
}

/** How a recorded call went wrong on its way: not an error status, which is a `complete` response. */
export interface CallFailure {
  /** `connect`: no response at all; `body`: the response broke off. */
  phase: 'connect' | 'body'
  /** Node's or undici's code, such as `ECONNRESET`; `UNKNOWN` where there is none. */
  code: string
  message: string
}

/**
 * - `complete`: the body ended (or its terminal event had come when the client left);
 * - `aborted`: the client left before the end;
 * - `error`: the connection failed.
 */
export type Outcome = 'complete' | 'aborted' | 'error'

/** One call of a cassette or take: a request, what came back, how it ended. */
export interface RecordedCall {
  /** From 0, in the order in which the calls were made. */
  call_index: number
  request: RecordedRequest
  /** SHA-256 (hex) over the canonical form of the request; see match/digest.ts. */
  digest: string
  /** Call indexes this call followed from. Empty until branches are recorded. */
  parents: number[]
  /** Absent where the connection failed before a status line came. */
  response: RecordedResponse | null
  events: RecordedEvent[]
  outcome: Outcome
  error: CallFailure | null
  usage: Usage | null
}

/** Which test a cassette belongs to. `name` is the full name, suites first; `null` for the file's own session. */
export interface TestIdentity {
  /** Test file, relative to the folder of the nearest config or package.json, with forward slashes. */
  file: string
  name: string[] | null
}

/** What stands in a cassette's header line. */
export interface CassetteHeader {
  format_version: 1
  /** Version of the redaction rules that were applied. */
  redaction: number
  /** Sorted names of what a reader must understand, or refuse the file. */
  capabilities: string[]
  /** Providers seen in the calls, sorted. */
  providers: string[]
  // Envelope: outside the chain, free to differ between identical executions.
  test: TestIdentity
  /** ISO 8601, UTC. */
  recorded_at: string
  /** Versions that recorded: `{ retake, node }`. */
  fingerprint: Record<string, string>
}

/** The last line of a cassette. */
export interface Seal {
  lines: number
  calls: number
  head: string
  /** SHA-256 of the transcript beside the cassette. */
  transcript: string
  /** SHA-256 of all bytes before the seal line. */
  file: string
  hmac?: string
}

/** A cassette, read and verified. */
export interface Cassette {
  /** Absolute path of the file. */
  path: string
  header: CassetteHeader
  calls: RecordedCall[]
  seal: Seal
}
