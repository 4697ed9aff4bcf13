import { isPlaceholder } from './credentials.ts'
import type { Span } from './span.ts'

const minLength = 16

/** What came of a value that was cut off is removed from so many characters on. */
const minCut = 8

/** Finds values that are known to be secret, in the encodings in which they travel. */
export interface KnownValues {
  find(text: string, from: number): Span[]
  /** The first index from which the end of the text is the beginning of a value; the text's length where there is none. */
  unfinished(text: string, from: number): number
  /** The first index from which the end of the text is the beginning of a value, 8 characters of it at least; -1 for none. */
  findCut(text: string, from: number): number
}

/**
 * @param credentials Those under 16 characters are ignored. Placeholders are known by their form (see token-shapes.ts) and
 *   stand here in base64 only.
 * @param encoding `latin1` where texts hold one byte per character.
 */
export function createKnownValues(credentials: readonly string[], encoding: 'utf8' | 'latin1'): KnownValues {
  const needles = [...new Map(allSpellings(credentials).map((needle) => [keyOf(needle), needle])).values()]
    .map((needle) => (encoding === 'latin1' ? forStream(needle) : needle))
    .sort((a, b) => b.text.length - a.text.length)
  const longest = needles[0]?.text.length ?? 0
  const shortest = needles.at(-1)?.text.length ?? Number.POSITIVE_INFINITY
  const byFirst = new Map<number, Needle[]>()
  for (const needle of needles) {
    const first = needle.text.charCodeAt(0)
    byFirst.set(first, [...(byFirst.get(first) ?? []), needle])
  }
  const groups = groupByBeginning(needles)
  return {
    find(text, from) {
      const spans: Span[] = []
      if (text.length - from < shortest) return spans
      for (const [beginning, group] of groups) {
        const past = new Map<Needle, number>()
        for (let at = text.indexOf(beginning, from); at !== -1; at = text.indexOf(beginning, at + 1))
          for (const needle of group) {
            if (at < (past.get(needle) ?? 0) || !text.startsWith(needle.text, at)) continue
            const end = at + needle.text.length
            past.set(needle, end)
            const start = needle.before && at > from && isBase64(text[at - 1]) ? at - 1 : at
            spans.push({ start, end: end + (needle.after ? tailLength(text, end) : 0) })
          }
      }
      return spans
    },
    unfinished(text, from) {
      const first = Math.max(from, text.length - longest - longestTail + 1)
      for (let at = first; at < text.length; at += 1) {
        const candidates = byFirst.get(text.charCodeAt(at))
        if (!candidates) continue
        const rest = text.slice(at)
        if (candidates.some((needle) => mayGrow(rest, needle))) return at
      }
      return text.length
    },
    findCut(text, from) {
      for (let at = Math.max(from, text.length - longest); at <= text.length - minCut; at += 1) {
        const candidates = byFirst.get(text.charCodeAt(at)) ?? []
        const rest = text.slice(at)
        if (candidates.some((needle) => needle.text.startsWith(rest))) return at
      }
      return -1
    },
  }
}

/** A spelling of a value. */
interface Needle {
  text: string
  /** In base64: the character before it, or after it, holds bits of the value and of its neighbour, and goes too. */
  before: boolean
  after: boolean
}

/** Characters of a needle that are looked for first. */
const beginningLength = 12

/**
 * The placeholders of all providers begin alike, in each of the three ways in which base64 can show them. So a long prompt
 * is searched for a few beginnings, not for some two hundred needles.
 */
function groupByBeginning(needles: readonly Needle[]): Map<string, Needle[]> {
  const groups = new Map<string, Needle[]>()
  for (const needle of needles) {
    const beginning = needle.text.slice(0, beginningLength)
    groups.set(beginning, [...(groups.get(beginning) ?? []), needle])
  }
  return groups
}

/** One shared character and the padding: they tell of the value, and differ from key to key. */
const longestTail = 3

const isBase64 = (char: string | undefined) => char !== undefined && /[A-Za-z0-9+/_-]/.test(char)

function tailLength(text: string, at: number): number {
  return /^[A-Za-z0-9+/_-]?={0,2}/.exec(text.slice(at, at + longestTail))?.[0].length ?? 0
}

/** Whether text that ends with `rest` can go on so that more of it belongs to the needle. */
function mayGrow(rest: string, { text, after }: Needle): boolean {
  if (rest.length < text.length) return text.startsWith(rest)
  if (!after || !rest.startsWith(text)) return false
  return (
    rest.length < text.length + longestTail && tailLength(rest, text.length) === rest.length - text.length
  )
}

const keyOf = ({ text, before, after }: Needle) => `${before} ${after} ${text}`

/** Bytes arrive in pieces: the character before a value may be gone by the time its value comes, so it stays in any case. */
function forStream(needle: Needle): Needle {
  return { ...needle, text: Buffer.from(needle.text, 'utf8').toString('latin1'), before: false }
}

function allSpellings(credentials: readonly string[]): Needle[] {
  return credentials.filter((value) => value.length >= minLength).flatMap(spellings)
}

function spellings(value: string): Needle[] {
  if (isPlaceholder(value)) return base64Spellings(value)
  const json = JSON.stringify(value).slice(1, -1)
  const url = encodeURIComponent(value)
  const plain = [
    value,
    json,
    json.replaceAll('/', '\\/'),
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
  ]
  return [...plain.map((text) => ({ text, before: false, after: false })), ...base64Spellings(value)]
}

/** The characters that the value alone decides, when it stands at each of the three places within base64's groups. */
function base64Spellings(value: string): Needle[] {
  const bytes = Buffer.from(value, 'utf8')
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const first = Math.ceil((shift * 8) / 6)
    const last = Math.floor(((shift + bytes.length) * 8) / 6)
    const core = encoded.slice(first, last)
    const ends = { before: (shift * 8) % 6 !== 0, after: ((shift + bytes.length) * 8) % 6 !== 0 }
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')].map((text) => ({ text, ...ends }))
  })
}
