import { type MappedText, mapJoined, mapJsonString, mapPlain } from '../json/mapped-text.ts'
import { type FieldPath, formatPath } from '../json/path.ts'
import { scanJsonStrings } from '../json/scan.ts'
import { isJsonObject, type JsonValue } from '../json/value.ts'
import { Channel } from './channel.ts'
import type { Edit } from './edit.ts'
import { JsonFramer } from './json-framer.ts'
import { type Line, SseFramer } from './sse-framer.ts'
import { editField, editString, isJsonContainer, isSecretField, type StringRules } from './string-rules.ts'

/** Fields that continue from message to message, in every dialect that is built in. */
const commonDeltaFields =
  'content text partial_json thinking arguments delta reasoning reasoning_content refusal transcript response input'.split(
    ' ',
  )

/** What tells apart the texts that one stream carries side by side. */
const channelMarks = [
  'index',
  'output_index',
  'content_index',
  'summary_index',
  'item_id',
  'contentBlockIndex',
]

/** A text that nothing was added to for so many messages is over. */
const idleMessages = 200

interface OpenChannel {
  channel: Channel
  lastMessage: number
}

export interface BodyScanOptions {
  rules: StringRules
  deltaFields?: readonly string[] | undefined
  /** Whether edits come while the body grows; see Channel. */
  eager: boolean
}

/**
 * Finds the edits that a response body needs while it arrives: a server-sent event stream, JSON documents, or plain text,
 * which its first characters tell. The edits depend on the body alone, not on how it was cut into pieces.
 */
export class BodyScan {
  readonly #rules: StringRules
  readonly #eager: boolean
  readonly #deltaFields: ReadonlySet<string>
  readonly #channels = new Map<string, OpenChannel>()
  #edits: Edit[] = []
  #length = 0
  #messages = 0
  /** What has come while the kind of body is not told yet. */
  #beginning = ''
  #sse: SseFramer | null = null
  #json: JsonFramer | null = null
  #plain: Channel | null = null

  constructor({ rules, deltaFields, eager }: BodyScanOptions) {
    this.#rules = rules
    this.#eager = eager
    this.#deltaFields = new Set([...commonDeltaFields, ...(deltaFields ?? [])])
  }

  /** Before this place in the body, edits are complete. */
  get openAt(): number {
    let open = this.#length - this.#beginning.length
    if (this.#beginning === '') open = this.#length
    open = Math.min(open, this.#sse?.openAt ?? open, this.#json?.openAt ?? open, this.#plain?.openAt ?? open)
    for (const { channel } of this.#channels.values()) open = Math.min(open, channel.openAt)
    return open
  }

  /** The edits found since the last call, in no order. */
  takeEdits(): Edit[] {
    const edits = this.#edits
    this.#edits = []
    return edits
  }

  push(text: string): void {
    const base = this.#length
    this.#length += text.length
    if (this.#sse) this.#sse.push(text, base)
    else if (this.#plain) this.#pushPlain(text, base)
    else if (this.#json) this.#pushJson(text, base)
    else this.#begin(this.#beginning + text, base - this.#beginning.length, false)
  }

  /** @param cut Whether the body was cut off here: then the beginning of a known value is removed as well. */
  end(cut = false): void {
    if (this.#beginning !== '') this.#begin(this.#beginning, this.#length - this.#beginning.length, true)
    this.#sse?.end()
    const unfinished = this.#json?.end()
    this.#json = null
    if (unfinished) this.#pushPlain(unfinished.text, unfinished.base)
    if (this.#plain) this.#edits.push(...this.#plain.advance(true, cut))
    for (const { channel } of this.#channels.values()) this.#edits.push(...channel.advance(true, cut))
    this.#channels.clear()
    this.#sse = null
    this.#plain = null
  }

  /** Ends what came so far; what follows is binary data, in which only known values are looked for. */
  turnBinary(): void {
    this.end()
    this.#plain = this.#plainChannel(true)
  }

  #begin(text: string, base: number, ends: boolean): void {
    const start = /^(?:\ufeff|\xef\xbb\xbf)?[ \t\r\n]*/.exec(text)?.[0].length ?? 0
    const rest = text.slice(start)
    this.#beginning = ''
    if (/^(?:(?:data|event|id|retry)[:\r\n]|:)/.test(rest)) {
      this.#sse = new SseFramer((lines) => this.#message(lines), base + start)
      this.#sse.push(rest, base + start)
    } else if (/^[{[]/.test(rest)) {
      this.#json = new JsonFramer((document, at) => this.#document(document, at))
      this.#pushJson(rest, base + start)
    } else if (!ends && isOpenBeginning(rest)) this.#beginning = text
    else this.#pushPlain(text, base)
  }

  #pushJson(text: string, base: number): void {
    const rest = (this.#json as JsonFramer).push(text, base)
    if (rest === null) return
    this.#json = null
    this.#pushPlain(rest.text, rest.base)
  }

  #pushPlain(text: string, base: number): void {
    this.#plain ??= this.#plainChannel(false)
    this.#plain.append(mapPlain(text, base), false)
    this.#edits.push(...this.#plain.advance(false))
  }

  #plainChannel(valuesOnly: boolean): Channel {
    const { finder, functions } = this.#rules
    return new Channel({
      finder,
      functions,
      fieldPath: null,
      encode: (text) => text,
      eager: this.#eager,
      valuesOnly,
    })
  }

  #document(text: string, base: number): void {
    const map = mapPlain(text, base)
    const value = parse(text)
    if (value === undefined) this.#edits.push(...editString(map, { path: [], key: null }, this.#rules))
    else this.#jsonMessage(map, value)
    this.#settleMessage()
  }

  #message(lines: Line[]): void {
    const data: Line[] = []
    for (const line of lines) {
      const field = /^data: ?/.exec(line.text)?.[0]
      if (field === undefined)
        this.#edits.push(...editString(mapPlain(line.text, line.base), { path: [], key: null }, this.#rules))
      else data.push({ text: line.text.slice(field.length), base: line.base + field.length })
    }
    const only = data[0]
    if (only) {
      const map = data.length === 1 ? mapPlain(only.text, only.base) : mapJoined(data, '\n')
      const value = parse(map.text)
      if (value !== undefined) this.#jsonMessage(map, value)
      else for (const line of data) this.#toChannel('data', null, mapPlain(line.text, line.base))
    }
    this.#settleMessage()
  }

  #jsonMessage(map: MappedText, value: JsonValue): void {
    for (const span of scanJsonStrings(map.text)) {
      if (span.start === span.end) continue
      const continues = !span.isKey && span.key !== null && this.#deltaFields.has(span.key)
      const text = continues ? mapJsonString(map, span.start, span.end) : null
      if (text && !isSecretField(this.#rules, span) && !isJsonContainer(text.text))
        this.#toChannel(channelName(value, span.path), span.path, text)
      else this.#edits.push(...editField(map, span, this.#rules))
    }
  }

  #toChannel(name: string, path: FieldPath | null, text: MappedText): void {
    let open = this.#channels.get(name)
    if (!open) {
      const { finder, functions } = this.#rules
      const fieldPath = path && path.length > 0 ? formatPath(path) : null
      const encode = path ? escapeJson : (plain: string) => plain
      open = {
        channel: new Channel({ finder, functions, fieldPath, encode, eager: this.#eager }),
        lastMessage: 0,
      }
      this.#channels.set(name, open)
    }
    open.lastMessage = this.#messages
    open.channel.append(text, true)
  }

  #settleMessage(): void {
    for (const [name, { channel, lastMessage }] of this.#channels) {
      const idle = this.#messages - lastMessage >= idleMessages
      if (idle || lastMessage === this.#messages) this.#edits.push(...channel.advance(idle))
      if (idle) this.#channels.delete(name)
    }
    this.#messages += 1
  }
}

/** Whether a body that begins so may still turn out to be a stream of events or JSON. */
function isOpenBeginning(rest: string): boolean {
  return (
    rest === '' ||
    ['data', 'event', 'id', 'retry'].some((field) => field.startsWith(rest)) ||
    rest === '\xef' ||
    rest === '\xef\xbb'
  )
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** The same for all deltas of one text, another for every other text of the stream. */
function channelName(message: JsonValue, path: FieldPath): string {
  let name = isJsonObject(message) && typeof message.type === 'string' ? message.type : ''
  let node: JsonValue | undefined = message
  for (const segment of path) {
    if (isJsonObject(node))
      for (const mark of channelMarks) if (Object.hasOwn(node, mark)) name += `;${mark}=${String(node[mark])}`
    node = Array.isArray(node) ? node[segment as number] : isJsonObject(node) ? node[segment] : undefined
    // The place in an array means nothing where the element says its index.
    const numbered = typeof segment === 'number' && isJsonObject(node) && Object.hasOwn(node, 'index')
    if (!numbered) name += `/${segment}`
  }
  return name
}
