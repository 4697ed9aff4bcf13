import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readCassette } from '../../src/cassette/open.ts'
import { decodePayload } from '../../src/cassette/payload.ts'
import type { Payload, RecordedCall } from '../../src/cassette/records.ts'
import { readTake } from '../../src/cassette/take-read.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { type AwsEvent, awsEvents } from '../transcripts/aws-events.ts'

/** Where a secret was found, and in which spelling. The secret itself is not repeated. */
export interface Leak {
  where: string
  spelling: string
  /** The secret's first characters. */
  hint: string
}

interface Needle {
  text: string
  secret: string
  spelling: string
}

/** Characters by which needles are looked up; no secret is shorter. */
const gram = 8

/** Looks for secrets in every spelling in which they travel. One pass over a text, however many secrets there are. */
export class LeakScan {
  readonly #needles = new Map<string, Map<string, Needle>>()
  readonly leaks: Leak[] = []
  /** Characters looked through. */
  characters = 0

  add(secrets: Iterable<string>): void {
    for (const secret of secrets)
      for (const [spelling, text] of spellings(secret)) {
        if (text.length < gram) throw new Error(`too short to be looked for: ${spelling}`)
        const start = text.slice(0, gram)
        const found = this.#needles.get(start) ?? new Map<string, Needle>()
        // Many spellings of plain letters are one; the first name of it is the plainest.
        if (!found.has(text)) this.#needles.set(start, found.set(text, { text, secret, spelling }))
      }
  }

  text(where: string, text: string): void {
    this.characters += text.length
    for (let at = 0; at + gram <= text.length; at += 1)
      for (const needle of this.#needles.get(text.slice(at, at + gram))?.values() ?? [])
        if (text.startsWith(needle.text, at)) this.#report(where, needle)
  }

  #report(where: string, { secret, spelling }: Needle): void {
    this.leaks.push({ where, spelling, hint: `${secret.slice(0, 6)}… (${secret.length})` })
  }

  /** Every file below a folder, the installed packages and what `except` names left out; names count as well as contents. */
  tree(folder: string, except: (file: string) => boolean): void {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (name.startsWith('node_modules') || except(name) || !lstatSync(path.join(folder, name)).isFile())
        continue
      const text = readFileSync(path.join(folder, name), 'utf8')
      this.text(name, `${name}\n${text}`)
      if (!name.endsWith('.jsonl')) continue
      for (const [what, joined] of joinedTexts(text)) this.text(`${name}, ${what} joined`, joined)
      for (const [what, joined] of frameTexts(callsOf(folder, name)))
        this.text(`${name}, ${what} joined`, joined)
    }
  }
}

/** The bodies of a cassette or take decoded, and the texts that their deltas make: one for each field name and one for all. */
function joinedTexts(jsonl: string): Map<string, string> {
  const texts = new Map<string, string>()
  const add = (what: string, text: string) => texts.set(what, (texts.get(what) ?? '') + text)
  for (const line of jsonl.split('\n')) {
    if (!line.startsWith('{"type":"event"')) continue
    const event = JSON.parse(line) as Record<string, JsonValue>
    const body = Buffer.from(decodePayload(payloadOf(event))).toString('utf8')
    add('bodies', body)
    add('bodies without escapes', body.replaceAll('\\', ''))
  }
  for (const [, data = ''] of (texts.get('bodies') ?? '').matchAll(/^(?:data: ?)?(\{.*\})\s*$/gm)) {
    try {
      collect(JSON.parse(data) as JsonValue, '', add)
    } catch {}
  }
  return texts
}

/** The calls of a cassette or take, with what stands in side files. */
function callsOf(folder: string, name: string): readonly RecordedCall[] {
  const file = path.join(folder, name)
  return (name.startsWith('.retake') ? readTake(file, folder) : readCassette(file)).calls
}

/** What the frames of binary streams say: payload by payload, and the texts that their deltas make. */
function frameTexts(calls: readonly RecordedCall[]): Map<string, string> {
  const texts = new Map<string, string>()
  const add = (what: string, text: string) => texts.set(what, (texts.get(what) ?? '') + text)
  for (const { events } of calls)
    for (const { payload } of framesIn(Buffer.concat(events.map((event) => decodePayload(event.payload))))) {
      add('frames', JSON.stringify(payload) ?? '')
      collect((payload as JsonValue) ?? null, '', add)
    }
  return texts
}

/** The whole messages of an AWS event stream, which may break off; none in other bodies. */
function framesIn(body: Buffer): AwsEvent[] {
  let end = 0
  while (end + 16 <= body.length) {
    const next = end + body.readUInt32BE(end)
    if (next < end + 16 || next > body.length) break
    end = next
  }
  const isStream = end > 0 && body.includes(':message-type')
  return isStream ? awsEvents(body.subarray(0, end)) : []
}

function payloadOf(event: Record<string, JsonValue>): Payload {
  for (const kind of ['json', 'sse', 'ndjson', 'text', 'base64'])
    if (Object.hasOwn(event, kind)) return { [kind]: event[kind] } as unknown as Payload
  throw new Error('an event without a payload')
}

function collect(value: JsonValue, key: string, add: (what: string, text: string) => void): void {
  if (typeof value === 'string') {
    add(`field ${key}`, value)
    add(`field ${key} without escapes`, value.replaceAll('\\', ''))
  } else if (Array.isArray(value)) for (const item of value) collect(item, key, add)
  else if (value !== null && typeof value === 'object')
    for (const [name, item] of Object.entries(value)) collect(item, name, add)
}

function spellings(secret: string): [spelling: string, needle: string][] {
  const escaped = JSON.stringify(secret).slice(1, -1)
  const url = encodeURIComponent(secret)
  const found: [string, string][] = [
    ['as it is', secret],
    ['backwards', [...secret].reverse().join('')],
    ['JSON-escaped', escaped],
    ['JSON-escaped twice', JSON.stringify(escaped).slice(1, -1)],
    ['with escaped slashes', escaped.replaceAll('/', '\\/')],
    ['percent-encoded', url],
    ['percent-encoded, small letters', url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())],
    ['hex', Buffer.from(secret).toString('hex')],
  ]
  for (const shift of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)])
    const core = bytes
      .toString('base64')
      .replace(/=+$/, '')
      .slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6))
    found.push(['base64', core], ['base64url', core.replaceAll('+', '-').replaceAll('/', '_')])
  }
  return found
}
