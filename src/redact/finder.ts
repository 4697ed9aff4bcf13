import { assignmentTrigger, findAssignments } from './assignments.ts'
import { isSecretName } from './field-names.ts'
import { findKeyBlocks } from './key-blocks.ts'
import { createKnownValues } from './known-values.ts'
import {
  contextLength,
  findNamedValues,
  findSchemeValues,
  findUrlSecrets,
  type PhraseFinder,
} from './phrases.ts'
import { REMOVED } from './redactor.ts'
import { dropBrokenPhrases, MASK, maskSpans, mergeSpans, type PhraseSpan, type Span } from './span.ts'
import {
  isTokenEnd,
  isTokenStart,
  maxToken,
  tokenPatterns,
  tokenTrigger,
  unfinishedToken,
} from './token-shapes.ts'

/** What a search came to. */
export interface Findings {
  /** Secrets, sorted, none overlapping another, all before `settled`. */
  spans: Span[]
  /** Nothing before this index can still become part of a secret, whatever text follows. The text's length if it `ends`. */
  settled: number
  /** The text with every span masked: context for what follows it. */
  masked: string
}

/** Finds secrets in a text by value, form and context; structure (JSON, SSE) is for others to take apart. */
export interface Finder {
  /**
   * @param from Only what begins here or later counts; the characters before are context.
   * @param ends Whether the text ends here. If not, `settled` says up to where the findings hold.
   * @param seams Where parts were joined: a token may begin or end there, whatever stands on the other side.
   */
  find(text: string, from: number, ends: boolean, seams?: ReadonlySet<number>): Findings
  /** By value only: for text that is no text (images, compressed data). */
  findValues(text: string, from: number, ends: boolean): Findings
  /** Where the beginning of a known value stands at the end of the text, 8 characters of it at least; -1 for nowhere. */
  findCutValue(text: string, from: number): number
  isSecretName(name: string): boolean
  /** Characters before `settled` that must be passed in again with what follows. */
  contextLength: number
}

const noSeams: ReadonlySet<number> = new Set()

interface FinderRules {
  credentials: readonly string[]
  encoding: 'utf8' | 'latin1'
  isUserField: (name: string) => boolean
  patterns: readonly RegExp[]
}

/** See {@link Finder}. Searching is linear in the text, but for user patterns, whose cost is their own. */
export function createFinder({ credentials, encoding, isUserField, patterns }: FinderRules): Finder {
  const values = createKnownValues(credentials, encoding)
  const isSecret = (name: string) => isSecretName(name) || isUserField(name)
  const phrases = [findNamedValues(isSecret), findSchemeValues, findUrlSecrets, findKeyBlocks]
  const assignments = findAssignments(isSecret)
  const userPatterns = patterns.map(
    (pattern) => new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '').concat('g')),
  )

  const onePass = (text: string, from: number, ends: boolean, seams: ReadonlySet<number>) => {
    const found: PhraseSpan[] = values.find(text, from).map(alone)
    let unfinished = text.length
    const search = (phrase: PhraseFinder) => {
      const result = phrase(text, ends)
      unfinished = Math.min(unfinished, result.unfinished)
      for (const span of result.spans) if (span.start >= from) found.push(span)
    }
    if (mayHoldSecret(text)) {
      found.push(...findTokens(text, from, seams).map(alone))
      phrases.forEach(search)
    }
    if (assignmentTrigger.test(text)) search(assignments)
    for (const pattern of userPatterns) found.push(...findPattern(pattern, text, from).map(alone))
    return { found: dropBrokenPhrases(found), unfinished }
  }

  return {
    contextLength,
    isSecretName: isSecret,
    findCutValue: values.findCut,
    find(text, from, ends, seams = noSeams) {
      const spans: Span[] = []
      let masked = text
      let settled = text.length
      // Each pass can uncover more: what stood in the middle of a run begins one once its neighbour is gone.
      for (let pass = 0; pass < 8; pass += 1) {
        const { found, unfinished } = onePass(masked, from, ends, seams)
        settled = Math.min(settled, unfinished)
        if (!ends) {
          settled = Math.min(settled, unfinishedFrom(masked, from, seams), values.unfinished(masked, from))
          // A token that touches an unfinished phrase ends there once that is removed.
          if (unfinished < text.length)
            settled = Math.min(settled, unfinishedFrom(masked.slice(0, unfinished), from, seams))
        }
        const fresh = found.filter((span) => !isMasked(masked, span))
        if (fresh.length === 0) break
        spans.push(...fresh)
        masked = maskSpans(masked, fresh)
      }
      return settle(text, spans, Math.max(settled, from))
    },
    findValues(text, from, ends) {
      return settle(text, values.find(text, from), ends ? text.length : values.unfinished(text, from))
    },
  }
}

function alone(span: Span): PhraseSpan {
  return { ...span, context: span.start }
}

function settle(text: string, found: Span[], settled: number): Findings {
  const merged = mergeSpans(found)
  let limit = settled
  // A secret that reaches into the open end is not told yet: what follows may make it longer.
  for (const span of merged) if (span.start < limit && span.end > limit) limit = span.start
  const spans = merged.filter((span) => span.end <= limit)
  return { spans, settled: limit, masked: spans.length === 0 ? text : maskSpans(text, spans) }
}

/** A cheap test that ordinary prose fails, so that only suspicious text pays for the searches. */
function mayHoldSecret(text: string): boolean {
  return (
    tokenTrigger.test(text) ||
    /:\/\/|bearer|basic|authorization|-----BEGIN |--|["'][ \t\r\n]*:/i.test(text) ||
    text.endsWith('-')
  )
}

function unfinishedFrom(text: string, from: number, seams: ReadonlySet<number>): number {
  const start = Math.max(from - contextLength, text.length - maxToken - contextLength, 0)
  const tail = unfinishedToken.exec(text.slice(start))
  let first = tail ? Math.max(from, start + tail.index) : text.length
  for (const seam of seams) {
    if (seam < from || seam >= first || seam < text.length - maxToken) continue
    // Nothing stands before the slice, so its beginning counts as a boundary.
    if (unfinishedToken.exec(text.slice(seam))?.index === 0) first = seam
  }
  return first
}

function findTokens(text: string, from: number, seams: ReadonlySet<number>): Span[] {
  const spans: Span[] = []
  if (!tokenTrigger.test(text)) return spans
  for (const { pattern, base64Like } of tokenPatterns) {
    pattern.lastIndex = from
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      const { index: start } = found
      const end = pattern.lastIndex
      const begins = seams.has(start) || isTokenStart(text, start, base64Like)
      if (begins && (seams.has(end) || isTokenEnd(text, end, base64Like))) spans.push({ start, end })
      else pattern.lastIndex = start + 1
    }
  }
  return spans
}

function findPattern(pattern: RegExp, text: string, from: number): Span[] {
  const spans: Span[] = []
  // What Retake itself put there is not up for removal again.
  const guarded = text.replaceAll(REMOVED, MASK.repeat(REMOVED.length))
  pattern.lastIndex = from
  for (let found = pattern.exec(guarded); found; found = pattern.exec(guarded)) {
    if (found[0] === '') pattern.lastIndex += 1
    else if (!found[0].includes(MASK)) spans.push({ start: found.index, end: pattern.lastIndex })
  }
  return spans
}

function isMasked(text: string, { start, end }: Span): boolean {
  for (let index = start; index < end; index += 1) if (text[index] !== MASK) return false
  return true
}
