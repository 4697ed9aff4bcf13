import { AT_KEY, CHAIN_START, chainHash, eventsDigest, HASH_KEY, sha256 } from './chain.ts'
import { DeltaEncoder } from './delta.ts'
import type { CassetteHeader, Payload, RecordedCall, RecordedRequest, RecordedResponse } from './records.ts'
import { writeSeal } from './seal.ts'
import { SideExtractor } from './side-extract.ts'
import { SIDE_CAPABILITY, type SideFile, type SideReference } from './side-file.ts'
import { isSocketSession, SOCKET_CAPABILITY } from './socket-session.ts'

/** What a cassette says, before it has a place and a seal. */
export interface CassetteContent {
  header: CassetteHeader
  /** In call order, `call_index` without gaps from 0. */
  calls: readonly RecordedCall[]
}

/** A cassette as it will stand in the file. */
export interface SerialisedCassette {
  text: string
  /** The last hash of the chain: equal for identical executions, whenever they ran. */
  head: string
  /** What the text refers to: to be there before it, in the folder `_side` beside it. */
  sideFiles: SideFile[]
}

/**
 * Writes a cassette: deltas encoded, large contents in side files, keys in the fixed order, chained and sealed. The same content, transcript and key
 * give the same text.
 *
 * @param transcript SHA-256 of the transcript that stands beside it.
 * @throws {TypeError} where the calls are not numbered from 0 without gaps: a fault of the caller.
 */
export function serialiseCassette(
  content: CassetteContent,
  transcript: string,
  key: string | undefined,
): SerialisedCassette {
  const sides = new SideExtractor()
  const deltas = new DeltaEncoder()
  const calls = content.calls.map((call, index) => {
    if (call.call_index !== index) throw new TypeError(`call ${call.call_index} stands at position ${index}`)
    return { ...call, ...requestAndEvents(call, deltas, sides) }
  })
  const sideFiles = sides.files
  const lines = new ChainedLines()
  // What the calls need is known only now, and the chain begins with it.
  lines.chained(
    ...headerFields(
      withCapabilities(content.header, {
        [SIDE_CAPABILITY]: sideFiles.length > 0,
        [SOCKET_CAPABILITY]: content.calls.some(isSocketSession),
      }),
    ),
  )
  for (const { call_index, request, response, events, raw, ...end } of calls) {
    lines.chained(request)
    if (response) lines.chained(responseFields(call_index, response))
    events.forEach((event, index) => {
      lines.event(raw[index] as string, event.at_ms)
    })
    const counted = { event_count: raw.length, events_digest: eventsDigest(raw) }
    lines.chained({ type: 'call_end', call_index, ...counted, ...endFields(end) })
  }
  return { ...lines.seal(calls.length, transcript, key), sideFiles }
}

/** The fields of a call's request line, and its event lines up to their envelopes. */
function requestAndEvents(
  call: RecordedCall,
  deltas: DeltaEncoder,
  sides: SideExtractor,
): { request: object; raw: string[] } {
  const { body, delta } = deltas.encode(call.call_index, call.request.body)
  const { value: kept, side } = sides.take(body, ['body'])
  const request = {
    ...requestFields(call.call_index, { ...call.request, body: kept }),
    ...(delta.length > 0 && { delta }),
    ...(side.length > 0 && { side }),
    digest: call.digest,
    parents: call.parents,
  }
  const raw = call.events.map(({ payload }, index) => {
    const { value, side } = sides.take(payload, [])
    return eventRaw(call.call_index, index, side.length > 0 ? { ...value, side } : value)
  })
  return { request, raw }
}

function withCapabilities(header: CassetteHeader, needed: Record<string, boolean>): CassetteHeader {
  const others = header.capabilities.filter((name) => !(name in needed))
  const now = Object.keys(needed).filter((name) => needed[name])
  return { ...header, capabilities: [...others, ...now].sort() }
}

/** A payload without its large contents. */
type SidedPayload = Payload & { side: SideReference[] }

/** The lines of a cassette in the making, and their chain. */
class ChainedLines {
  readonly #lines: string[] = []
  #head = CHAIN_START

  chained(fields: object, envelope?: object): void {
    const raw = JSON.stringify(fields).slice(0, -1)
    this.#head = chainHash(this.#head, this.#lines.length, raw)
    const rest = envelope ? `,${JSON.stringify(envelope).slice(1)}` : '}'
    this.#lines.push(`${raw}${HASH_KEY}${this.#head}"${rest}\n`)
  }

  event(raw: string, at: number): void {
    this.#lines.push(`${eventLine(raw, at)}\n`)
  }

  seal(calls: number, transcript: string, key: string | undefined): { text: string; head: string } {
    const before = this.#lines.join('')
    const seal = { lines: this.#lines.length, calls, head: this.#head, transcript, file: sha256(before) }
    return { text: before + writeSeal(seal, key), head: this.#head }
  }
}

function headerFields(header: CassetteHeader): [fields: object, envelope: object] {
  const { format_version, redaction, capabilities, providers, test, recorded_at, fingerprint, ...unknown } =
    header
  return [
    { type: 'header', format_version, redaction, capabilities, providers },
    { test: { file: test.file, name: test.name }, recorded_at, fingerprint, ...unknown },
  ]
}

/** The fields of a request line up to its body, in order. */
export function requestFields(callIndex: number, request: RecordedRequest): object {
  const { provider, dialect, model, method, url, headers, body } = request
  return { type: 'request', call_index: callIndex, provider, dialect, model, method, url, headers, body }
}

/** The fields of a response line, in order. */
export function responseFields(callIndex: number, response: RecordedResponse): object {
  const { redirects, status, headers } = response
  return { type: 'response', call_index: callIndex, ...(redirects && { redirects }), status, headers }
}

/** How a call ended: the last fields of its `call_end` line, in order. */
export function endFields({
  outcome,
  error,
  usage,
}: Pick<RecordedCall, 'outcome' | 'error' | 'usage'>): object {
  return {
    outcome,
    error: error && { phase: error.phase, code: error.code, message: error.message },
    usage:
      usage &&
      Object.fromEntries(usageFields.filter((name) => name in usage).map((name) => [name, usage[name]])),
  }
}

const usageFields = ['input_tokens', 'output_tokens', 'cached_input_tokens', 'reasoning_tokens'] as const

/** A whole event line, its time in whole milliseconds. */
export function eventLine(raw: string, at: number): string {
  return `${raw}${AT_KEY}${Math.max(0, Math.round(at)) || 0}}`
}

/** An event line up to its envelope, without a closing brace. */
export function eventRaw(callIndex: number, eventIndex: number, payload: Payload | SidedPayload): string {
  const fields = { type: 'event', call_index: callIndex, event_index: eventIndex, ...payload }
  return JSON.stringify(fields).slice(0, -1)
}
