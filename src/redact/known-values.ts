import { isPlaceholder } from './credentials.ts'
import type { Span } from './span.ts'

const minLength = 16

/** Finds values that are known to be secret, in the encodings in which they travel. */
export interface KnownValues {
  find(text: string, from: number): Span[]
  /** The first index from which the end of the text is the beginning of a value; the text's length where there is none. */
  unfinished(text: string, from: number): number
}

/**
 * @param credentials Those under 16 characters are ignored. Placeholders are known by their form (see token-shapes.ts) and
 *   stand here in base64 only.
 * @param encoding `latin1` where texts hold one byte per character.
 */
export function createKnownValues(credentials: readonly string[], encoding: 'utf8' | 'latin1'): KnownValues {
  const needles = [...new Set(credentials.filter((value) => value.length >= minLength).flatMap(spellings))]
    .map((needle) => (encoding === 'latin1' ? Buffer.from(needle, 'utf8').toString('latin1') : needle))
    .sort((a, b) => b.length - a.length)
  const longest = needles[0]?.length ?? 0
  const shortest = needles.at(-1)?.length ?? Number.POSITIVE_INFINITY
  const byFirst = new Map<number, string[]>()
  for (const needle of needles) {
    const first = needle.charCodeAt(0)
    byFirst.set(first, [...(byFirst.get(first) ?? []), needle])
  }
  return {
    find(text, from) {
      const spans: Span[] = []
      if (text.length - from < shortest) return spans
      for (const needle of needles)
        for (let at = text.indexOf(needle, from); at !== -1; at = text.indexOf(needle, at + needle.length))
          spans.push({ start: at, end: at + needle.length })
      return spans
    },
    unfinished(text, from) {
      for (let at = Math.max(from, text.length - longest + 1); at < text.length; at += 1) {
        const candidates = byFirst.get(text.charCodeAt(at))
        if (!candidates) continue
        const tail = text.slice(at)
        if (candidates.some((needle) => needle.length > tail.length && needle.startsWith(tail))) return at
      }
      return text.length
    },
  }
}

function spellings(value: string): string[] {
  if (isPlaceholder(value)) return base64Spellings(value)
  const json = JSON.stringify(value).slice(1, -1)
  const url = encodeURIComponent(value)
  return [
    value,
    json,
    json.replaceAll('/', '\\/'),
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
    ...base64Spellings(value),
  ]
}

/** The characters that the value alone decides, when it stands at each of the three places within base64's groups. */
function base64Spellings(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8')
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const first = Math.ceil((shift * 8) / 6)
    const last = Math.floor(((shift + bytes.length) * 8) / 6)
    const core = encoded.slice(first, last)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
