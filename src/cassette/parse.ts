import { isUtf8 } from 'node:buffer'
import { CassetteError, type CassetteFault } from '../errors/cassette-error.ts'
import { isJsonObject } from '../json/value.ts'
import { adviceFor, conflictLine } from './advice.ts'
import { AT_KEY, CHAIN_START, chainHash, eventsDigest, HASH_KEY, sha256 } from './chain.ts'
import { checkLine, responseOf } from './check-line.ts'
import { type Delta, resolveDelta } from './delta.ts'
import type { Cassette, CassetteHeader, Payload, RecordedCall, RequestBody, Seal } from './records.ts'
import { checkSealLine } from './seal.ts'
import { SIDE_CAPABILITY } from './side-file.ts'
import { fillSides } from './side-fill.ts'
import { SideReader } from './side-read.ts'
import { SOCKET_CAPABILITY } from './socket-session.ts'

export interface ReadOptions {
  /** How messages show the path; default: the path itself. */
  shown?: string
  /** The command that records this test again, for the advice. */
  command?: string | undefined
  /** The key that the seal must be signed with; none: signatures are not looked at. */
  key?: string | undefined
}

/** What a reader of this version understands beyond format 1. */
const capabilitiesKnown: ReadonlySet<string> = new Set([SIDE_CAPABILITY, SOCKET_CAPABILITY])

/** Length of the end of a chained line, from its last key on. */
const hashTail = HASH_KEY.length + 64 + '"}'.length
const newline = 10
const carriageReturn = 13

/**
 * Reads a cassette and verifies all of it: form, order, counts, chain, seal. The calls' bodies are whole; values that
 * were delta-encoded are shared between calls, so do not change them.
 *
 * @throws {CassetteError} naming file, line and call, at the first line that cannot be trusted. Nothing is repaired.
 */
export function parseCassette(bytes: Uint8Array, path: string, options: ReadOptions = {}): Cassette {
  return new CassetteReader(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    path,
    options,
  ).read()
}

interface Line {
  start: number
  end: number
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: its form was checked by hand, for speed
  value: any
}

class CassetteReader {
  readonly #bytes: Buffer
  readonly #path: string
  readonly #options: ReadOptions
  readonly #calls: RecordedCall[] = []
  #header: CassetteHeader | null = null
  #head = CHAIN_START
  /** Index of the line at hand. */
  #index = 0
  /** The call whose lines are being read, and its event lines so far, as its digest counts them. */
  #open: { call: RecordedCall; rawEvents: string[] } | null = null
  readonly #isUtf8: boolean
  readonly #sides: SideReader

  constructor(bytes: Buffer, path: string, options: ReadOptions) {
    this.#bytes = bytes
    this.#isUtf8 = isUtf8(bytes)
    this.#path = path
    this.#options = options
    this.#sides = new SideReader(path, options.shown ?? path)
  }

  read(): Cassette {
    if (this.#bytes.length === 0) throw this.#error('empty', 'is empty', null)
    for (let start = 0; start < this.#bytes.length; this.#index++) {
      const found = this.#bytes.indexOf(newline, start)
      const line = this.#readLine(start, found < 0 ? this.#bytes.length : found, found < 0)
      const seal = this.#take(line)
      start = line.end + 1
      if (seal === null) continue
      if (start !== this.#bytes.length) {
        this.#index++
        throw this.#error('seal', 'something stands after the seal')
      }
      return { path: this.#path, header: this.#header as CassetteHeader, calls: this.#calls, seal }
    }
    throw this.#error('truncated', `is cut off after line ${this.#index}: no seal`)
  }

  /** The line at hand as an object of known form. */
  #readLine(start: number, end: number, unended: boolean): Line {
    if (!this.#isUtf8 && !unended && !isUtf8(this.#bytes.subarray(start, end))) {
      throw this.#error('encoding', 'the line is no UTF-8')
    }
    const text = this.#bytes.toString('utf8', start, end)
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      if (unended) throw this.#error('truncated', `is cut off in line ${this.#index + 1}: no seal`)
      throw this.#error('json', 'the line is no JSON')
    }
    if (!isJsonObject(value)) throw this.#error('json', 'the line is no JSON object')
    if (this.#index === 0) this.#checkVersion(value)
    const complaint = checkLine(value)
    if (complaint !== null) throw this.#error('line', `the line ${complaint}`)
    if (unended)
      throw this.#error('truncated', `is cut off in line ${this.#index + 1}: no newline at its end`)
    if (this.#bytes[end - 1] === carriageReturn) {
      throw this.#error('line_endings', 'the line ends in CRLF: line endings were converted')
    }
    return { start, end, text, value }
  }

  #checkVersion(line: Record<string, unknown>): void {
    if (line.type !== 'header') throw this.#error('order', 'no header stands at the beginning')
    const { format_version: version, capabilities } = line
    if (Number.isSafeInteger(version) && version !== 1) {
      const relation = (version as number) > 1 ? 'newer' : 'older'
      throw this.#error('format', `the cassette is of format ${version}, ${relation} than format 1`)
    }
    const unknown = Array.isArray(capabilities)
      ? capabilities.filter((name) => !capabilitiesKnown.has(name))
      : []
    if (version === 1 && unknown.length > 0) {
      const names = unknown
        .map((name) => JSON.stringify(name))
        .join(', ')
        .slice(0, 200)
      throw this.#error('capability', `reading it takes what this version does not know: ${names}`)
    }
  }

  /** Takes in one line. Returns the seal at the end, `null` before. */
  #take(line: Line): Seal | null {
    const { value } = line
    this.#checkOrder(value)
    if (value.type === 'seal') return this.#takeSeal(line)
    if (value.type === 'event')
      this.#takeEvent(line) // verified with all events of its call
    else {
      this.#head = this.#checkChain(line)
      if (value.type === 'header') this.#takeHeader(value)
      else if (value.type === 'request') this.#takeRequest(value)
      else if (value.type === 'call_end') this.#takeEnd(value)
      else if (this.#open) this.#open.call.response = responseOf(value)
    }
    return null
  }

  /** Whether a line may stand where it does. Comes before the chain, since it says more about what is missing. */
  #checkOrder({ type, call_index, event_index, event_count }: Line['value']): void {
    if ((type === 'header') !== (this.#index === 0)) throw this.#error('order', 'a second header')
    if (type === 'header') return
    const call = this.#open?.call
    if (type === 'request' || type === 'seal') {
      if (call) throw this.#error('order', `call ${call.call_index} has not ended`)
      const next = this.#calls.length
      if (type === 'request' && call_index !== next) throw this.#error('order', `call ${next} is missing`)
      return
    }
    if (call?.call_index !== call_index) {
      throw this.#error('order', `a line of call ${call_index} stands outside its call`)
    }
    if (type === 'response' && call?.response) throw this.#error('order', 'the call has a response already')
    if (type === 'event' && !call?.response) throw this.#error('order', 'an event stands before its response')
    const events = call?.events.length ?? 0
    if (type === 'event' && event_index !== events) throw this.#error('order', `event ${events} is missing`)
    if (type === 'call_end' && event_count !== events) {
      throw this.#error('count', `${events} events stand here, ${event_count} were recorded`)
    }
  }

  #checkChain({ text, value }: Line): string {
    // Only in the header does anything follow the hash; a key in quotes cannot occur inside a string.
    const at = this.#index === 0 ? text.indexOf(HASH_KEY) : text.length - hashTail
    const hash = chainHash(this.#head, this.#index, text.slice(0, Math.max(0, at)))
    if (!text.startsWith(`${HASH_KEY}${hash}"`, at) || value.hash !== hash) {
      throw this.#error(
        'chain',
        'the chain breaks here: this line was edited, or lines before it are missing',
      )
    }
    return hash
  }

  #takeHeader(value: Line['value']): void {
    const { type, hash, ...header } = value
    this.#header = header as CassetteHeader
  }

  #takeRequest(value: Line['value']): void {
    const index = this.#calls.length
    if (value.parents.some((parent: number) => parent >= index)) {
      throw this.#error('order', 'a parent of the call does not come before it')
    }
    if (value.side !== undefined) this.#fillSides(value)
    const { provider, dialect, model, method, url, headers, digest, parents } = value
    const body = this.#wholeBody(value.body, value.delta ?? [], index)
    const call: RecordedCall = {
      call_index: index,
      request: { provider, dialect, model, method, url, headers, body },
      digest,
      parents,
      response: null,
      events: [],
      outcome: 'complete',
      error: null,
      usage: null,
    }
    this.#open = { call, rawEvents: [] }
  }

  #wholeBody(body: RequestBody, delta: readonly Delta[], index: number): RequestBody {
    if (delta.some(({ base }) => base >= index))
      throw this.#error('delta', 'a delta points at no earlier call')
    try {
      return resolveDelta(body, delta, (base) => this.#calls[base]?.request.body)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      throw this.#error('delta', error.message)
    }
  }

  #takeEvent({ text, value }: Line): void {
    if (value.from !== undefined && !this.#header?.capabilities.includes(SOCKET_CAPABILITY))
      throw this.#error('line', 'the line is a WebSocket message, which the header does not announce')
    if ((value.from !== undefined) !== (this.#open?.call.response?.status === 101))
      throw this.#error(
        'order',
        'WebSocket messages stand in sessions that were accepted, and nothing else does',
      )
    const at = text.lastIndexOf(AT_KEY)
    if (at < 0) throw this.#error('line', 'the line has its envelope in the wrong place')
    this.#open?.rawEvents.push(text.slice(0, at))
    if (value.side !== undefined) this.#fillSides(value)
    this.#open?.call.events.push({ payload: payloadOf(value), at_ms: value.at_ms })
  }

  /** Puts the contents of side files into the strings of a line. */
  #fillSides(value: Line['value']): void {
    if (!this.#header?.capabilities.includes(SIDE_CAPABILITY)) {
      throw this.#error('line', 'the line refers to a side file, which the header does not announce')
    }
    try {
      fillSides(value, value.side, (reference) => this.#sides.read(reference))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      throw this.#error('side_file', error.message)
    }
  }

  #takeEnd({ events_digest, outcome, error, usage }: Line['value']): void {
    if (this.#open === null) return
    const { call, rawEvents } = this.#open
    if (events_digest !== eventsDigest(rawEvents)) {
      throw this.#error('chain', 'an event of the call was edited: their digest does not fit')
    }
    this.#calls.push(Object.assign(call, { outcome, error, usage }))
    this.#open = null
  }

  #takeSeal({ start, text, value }: Line): Seal {
    const fault = checkSealLine(text, this.#options.key)
    if (fault === 'check') throw this.#error('seal', 'the seal was edited')
    if (value.calls !== this.#calls.length || value.lines !== this.#index) {
      throw this.#error(
        'count',
        `the seal counts ${value.lines} lines and ${value.calls} calls, others stand here`,
      )
    }
    if (value.head !== this.#head) throw this.#error('chain', 'the seal belongs to another recording')
    if (value.file !== sha256(this.#bytes.subarray(0, start))) {
      throw this.#error('seal', 'something outside the chain (a time, the name of the test) was edited')
    }
    if (fault === 'unsigned')
      throw this.#error('signature', 'RETAKE_HMAC_KEY is set, and the cassette is not signed')
    if (fault === 'signature') throw this.#error('signature', 'the signature is not that of RETAKE_HMAC_KEY')
    const { type, check, ...seal } = value
    return seal
  }

  #error(fault: CassetteFault, reason: string, line: number | null = this.#index + 1): CassetteError {
    const conflict = fault === 'format' || fault === 'empty' ? null : conflictLine(this.#bytes)
    const problem = {
      path: this.#path,
      shown: this.#options.shown ?? this.#path,
      line: fault === 'truncated' && line !== null ? Math.min(line, this.#lastLine()) : line,
      call_index: this.#open?.call.call_index ?? null,
      fault,
      reason,
      advice: adviceFor(fault, this.#options.command),
    }
    if (conflict === null) return new CassetteError(problem)
    return new CassetteError({
      ...problem,
      line: conflict,
      call_index: null,
      fault: 'conflict',
      reason: 'a merge conflict stands in the file',
      advice: adviceFor('conflict', this.#options.command),
    })
  }

  #lastLine(): number {
    return Math.max(1, this.#bytes.at(-1) === newline ? this.#index : this.#index + 1)
  }
}

/** The payload of an event line whose form was checked. */
function payloadOf(value: Line['value']): Payload {
  if (value.from !== undefined) {
    const { type, call_index, event_index, side, at_ms, ...payload } = value
    return payload
  }
  if (value.sse !== undefined) return { sse: value.sse }
  if (value.json !== undefined) return { json: value.json }
  if (value.text !== undefined) return { text: value.text }
  if (value.ndjson !== undefined) return { ndjson: value.ndjson }
  return { base64: value.base64 }
}
