import type { IgnoreName } from './names.ts'

/** A place in a text. `end` is behind it. */
export interface Span {
  start: number
  end: number
}

/** Absolute directories of the machine that a request was made on; what is not known is not looked for. */
export interface Places {
  cwd?: string
  home?: string
}

/**
 * A ready-made rule: it finds what is of its kind in a text, and says what stands for it. What it does not find stays
 * exactly as it is, so that it forgives its kind and nothing else.
 */
export interface ReadyRule {
  name: IgnoreName
  /** Where it looks: in the strings of the body only, or in URL and headers too. */
  scope: 'body' | 'everywhere'
  /** What is of its kind in `text`, in order, without overlaps. `key`: the field that holds the text, if one does. */
  find(text: string, places: Places, key: string | null): Span[]
  /** What stands for `found`. `number`: counts different texts of one request from 1, in reading order. */
  replace(found: string, number: (text: string) => number, places: Places): string
}

/** The matches of a global pattern, as spans. */
export function spansOf(text: string, pattern: RegExp): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(pattern)) {
    spans.push({ start: match.index, end: match.index + match[0].length })
  }
  return spans
}
