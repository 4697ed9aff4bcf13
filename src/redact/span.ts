/** A part of a text, `end` exclusive. */
export interface Span {
  start: number
  end: number
}

/** A secret that only its surroundings give away; they begin at `context`. */
export interface PhraseSpan extends Span {
  context: number
}

/**
 * Stands for every character of a removed part while the rest is searched on. It is in no credential's alphabet, so it
 * separates like the `[secret removed]` that will stand there; that makes redaction idempotent.
 */
export const MASK = '\u0001'

/** Sorted, with overlapping spans made one. Adjacent ones stay apart: whether they met would depend on fragmentation. */
export function mergeSpans(spans: Span[]): Span[] {
  const sorted = spans.slice().sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: Span[] = []
  for (const span of sorted) {
    const last = merged.at(-1)
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end)
    else merged.push({ ...span })
  }
  return merged
}

/** The text with every span filled with {@link MASK}: same length. */
export function maskSpans(text: string, spans: readonly Span[]): string {
  let masked = ''
  let from = 0
  for (const { start, end } of mergeSpans(spans.slice())) {
    masked += text.slice(from, start) + MASK.repeat(end - start)
    from = end
  }
  return masked + text.slice(from)
}

/**
 * Leaves out the phrases whose surroundings are part of a secret before them. That secret will be masked, and whether it is
 * masked already must not matter.
 */
export function dropBrokenPhrases(found: PhraseSpan[]): PhraseSpan[] {
  let end = 0
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((span) => {
      if (span.context < end && span.start >= end) return false
      end = Math.max(end, span.end)
      return true
    })
}
