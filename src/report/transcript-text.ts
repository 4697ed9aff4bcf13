import { createHash } from 'node:crypto'
import { escapeControl } from '../redact/printable.ts'

/** Markdown that would be more than text: emphasis, code, links, HTML, tables, entities, mathematics. */
const markup = /[`*<~|\\]|__|(?<!\w)_|_(?!\w)|\][([:]|&#?\w+;|\$.*\$/
/** Line starts that Markdown, or a reader of the transcript, takes for structure. */
const structure = /^(?:[#>+=\s-]|\d{1,9}[.)]|stop:)|[ \t]$/

/**
 * Recorded text as Markdown blocks that cannot be anything but this text: as it is where that is plain prose, else in a
 * fence longer than any run of backticks in it. Control characters are escaped; what exceeds `limit` characters is cut
 * and its size and hash are told.
 */
export function textBlocks(text: string, limit: number): string[] {
  if (text === '') return ['*(empty)*']
  const { shown, note } = cutText(text, limit)
  return [isPlainProse(shown) ? shown : fence(shown), ...(note === null ? [] : [note])]
}

/** A code block whose content cannot end it. */
export function fence(text: string): string {
  const marks = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${marks}\n${text}\n${marks}`
}

/** One line of recorded text for a heading or label. Markdown is escaped, line breaks become spaces. */
export function inlineText(text: string): string {
  const line = escapeControl(text.replace(/\s+/g, ' ').trim())
  return line.replace(/[\\`*[\]<|~]|&(?=#?\w+;)|(?<!\w)_|_(?!\w)/g, '\\$&')
}

/** One line of recorded text in code marks, which no backtick in it can close. */
export function codeSpan(text: string): string {
  const line = escapeControl(text.replace(/\s+/g, ' ').trim()) || ' '
  const marks = '`'.repeat(longestRun(line) + 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${marks}${pad}${line}${pad}${marks}`
}

/** Whether text reads the same as Markdown, on one line or over several. */
export function isPlainProse(text: string): boolean {
  if (/^\s|\s$|\n\n\n/.test(text)) return false
  return text.split('\n').every((line) => line === '' || !(markup.test(line) || structure.test(line)))
}

/** Cuts text to `limit` characters, at a line's end where one is near, and says what was cut. */
export function cutText(text: string, limit: number): { shown: string; note: string | null } {
  if (text.length <= limit) return { shown: escapeControl(text), note: null }
  const lineEnd = text.lastIndexOf('\n', limit)
  const end = lineEnd > limit * 0.8 ? lineEnd : limit
  // Never between the halves of a surrogate pair.
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(end - 1))
  const shown = text.slice(0, isSplit ? end - 1 : end)
  const bytes = Buffer.byteLength(text)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return {
    shown: `${escapeControl(shown)}…`,
    note: `*(cut; ${bytes.toLocaleString('en-US')} bytes in all, sha256 ${hash})*`,
  }
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}
