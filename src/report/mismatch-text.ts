import type { MismatchText } from '../errors/replay-mismatch.ts'
import type { MismatchData } from '../match/mismatch.ts'
import { escapeControl } from '../redact/printable.ts'
import { ago } from './ago.ts'
import { countPlaces } from './count-places.ts'
import { clipLine } from './focus-line.ts'
import { lastWords } from './last-words.ts'
import { focusOn } from './mismatch-focus.ts'
import { headline, type NamingDialect } from './mismatch-headline.ts'
import { ignoreHint } from './volatile.ts'

/**
 * The text of a mismatch (design §6): what changed, where, and the command that records again; with `expected` and
 * `actual` for the runner's diff, cut down to what differs. Message and diff together stay within 40 lines; control
 * characters are escaped; nothing is printed that is not in the (redacted) data. Never throws.
 *
 * @param now the real time, for `12 days ago`
 * @param missingCommand the command that records all tests without a recording, where they are summed up at the end of the run
 */
export function describeMismatch(
  data: MismatchData,
  dialect: NamingDialect,
  now: Date,
  missingCommand: string | null = null,
): MismatchText {
  if (data.kind === 'no_recording')
    return { message: describeMissing(headline(data, dialect), data, missingCommand) }
  const lines = [headline(data, dialect), `  ${position(data, dialect)}`]
  lines.push(...remarks(data, dialect).map((remark) => `  ${remark}`))
  const shown = lines.map((line) => clipLine(flat(line)))
  // Path and command stay whole: people copy them.
  shown.push(`  recorded   ${flat(place(data, now))}`)
  const { other_test } = data.cassette
  if (other_test !== null) shown.push(`  of another ${flat(other_test)}: was the file copied or moved?`)
  if (data.command !== null) shown.push(`  intended?  ${flat(data.command)}`)
  const message = shown.join('\n')
  return { message, ...comparison(data) }
}

/**
 * Two lines, for there may be hundreds. Where a reporter sums them up, the same two for every test: runners print equal
 * errors once.
 */
function describeMissing(what: string, { command }: MismatchData, missingCommand: string | null): string {
  if (missingCommand !== null) return `${what}\n  record all that have none: ${flat(missingCommand)}`
  return command === null ? what : `${what}\n  record it  ${flat(command)}`
}

function position(data: MismatchData, dialect: NamingDialect): string {
  const parts = [`call ${data.call_index}`, dialect.label]
  if (data.model !== null) parts.push(data.model)
  if (data.field_path !== '') parts.push(data.field_path)
  return parts.join(' · ')
}

/** What the headline cannot say. */
function remarks(data: MismatchData, dialect: NamingDialect): string[] {
  const { recorded, incoming } = data.requests
  if (data.kind === 'past_end') {
    const [repeated] = data.candidates
    if (repeated) return [`it equals call ${repeated.call_index}, whose answer is used up`]
    return labelled('it asks', incoming && lastWords(incoming, dialect))
  }
  if (data.kind === 'unused') return labelled('it asked', recorded && lastWords(recorded, dialect))
  if (data.kind === 'changed')
    return [...labelled('further', furtherPlaces(data)), ...labelled('volatile?', ignoreHint(data))]
  if (data.kind !== 'abort_expected') return []
  return [`its client left after ${count(data.event_index ?? 0, 'event')}; this one reads on`]
}

/** The diff shows the first change of a text; a reader must know that it is not the only one. */
function furtherPlaces({ recorded, incoming, forgivable }: MismatchData): string | null {
  if (typeof recorded !== 'string' || typeof incoming !== 'string' || forgivable.length > 0) return null
  const places = countPlaces(recorded, incoming)
  return places === null || places < 2
    ? null
    : `${count(places - 1, 'more place')} of this text differ${places === 2 ? 's' : ''}`
}

function labelled(label: string, text: string | null): string[] {
  return text === null ? [] : [`${label.padEnd(10)} ${text}`]
}

function place(data: MismatchData, now: Date): string {
  const { path, calls, recorded_at, read_at } = data.cassette
  const parts = [read_at ?? path]
  if (data.kind === 'past_end') parts.push(count(calls ?? 0, 'call'))
  else if (calls !== null) parts.push(`call ${data.call_index} of ${calls}`)
  if (recorded_at !== null) parts.push(ago(recorded_at, now))
  return parts.filter((part) => part !== '').join(', ')
}

function comparison(data: MismatchData): { expected?: unknown; actual?: unknown } {
  return data.kind === 'changed' ? { ...focusOn(data.recorded, data.incoming) } : {}
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** No line of data becomes two lines of message. */
function flat(line: string): string {
  return escapeControl(line).replaceAll('\n', '\\n')
}
