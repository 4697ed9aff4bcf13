import { REMOVED } from './redactor.ts'
import type { Span } from './span.ts'

/** Replaces a part of the text at hand; `insert` is written as it is, so it must be escaped for the place it stands in. */
export interface Edit extends Span {
  insert: string
}

/** The edit that removes a secret. What it inserts needs no escaping in JSON at any depth, nor in SSE. */
export function removalOf(span: Span): Edit {
  return { start: span.start, end: span.end, insert: REMOVED }
}

/** Sorted, none overlapping another: where two meet, the first one's text stands for both. */
export function mergeEdits(edits: Edit[]): Edit[] {
  const sorted = edits.slice().sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: Edit[] = []
  for (const edit of sorted) {
    const last = merged.at(-1)
    if (last && edit.start < last.end) last.end = Math.max(last.end, edit.end)
    else merged.push({ ...edit })
  }
  return merged
}

/** The text with the edits made. The same string where there are none. */
export function applyEdits(text: string, edits: Edit[]): string {
  if (edits.length === 0) return text
  let result = ''
  let from = 0
  for (const edit of mergeEdits(edits)) {
    result += text.slice(from, edit.start) + edit.insert
    from = edit.end
  }
  return result + text.slice(from)
}
