import type { PhraseFinder } from './phrases.ts'
import { MASK, type PhraseSpan } from './span.ts'

const shortest = 8
const longest = 512

/** A name and what assigns it a value: `NAME=`, `name: `, `["name"] = `, `?name=`. */
const assignment =
  /(?<!\w)([A-Za-z_][\w.-]{0,79})(?:\\{0,15}["'])?\]?([ \t]{0,8}(?::=|={1,3}>?|:)[ \t]{0,8})(?![=:])/g

/** Characters of values; a bracket after one of them tells of code. A line of an env file allows more of them. */
const bareRun = /[\w.~%+/=@:!*^|?$-]{0,513}/y
const lineRun = /[\w.~%+/=@:!*^|?$&;#,)\]}>-]{0,513}/y
const quotedRun = /[^\s"'`\\\x7f-\uffff\p{Cc}]{0,513}/uy
const quote = /\\{0,15}["'`]/y
const opensCode = new RegExp(`[([{<${MASK}]`)

const lineStart = /(?:^|[\r\n]|\\[nr]|\b(?:export|ENV|set)[ ]|-e[ ])[ \t]{0,4}$/

/**
 * Values that are assigned to a secret name in running text: lines of an env file, YAML, source code, the query of a URL
 * without its host. The name may stand in prose or in code too, so the value must look like a literal: 8 to 512
 * characters without a space, not a word, an identifier, a call, a path, an address or a placeholder.
 */
export function findAssignments(isSecret: (name: string) => boolean): PhraseFinder {
  return (text, ends) => {
    const spans: PhraseSpan[] = []
    let unfinished = text.length
    assignment.lastIndex = 0
    for (let found = assignment.exec(text); found; found = assignment.exec(text)) {
      const next = assignment.lastIndex
      // What follows a harmless name may be a name itself.
      assignment.lastIndex = found.index + (found[1] as string).length
      const value = isSecret(found[1] as string) ? valueAt(text, next, ends, found) : null
      if (value === 'open') unfinished = Math.min(unfinished, next)
      else if (value) spans.push({ context: found.index, ...value })
    }
    return { spans, unfinished }
  }
}

/** Whether the text may hold an assignment at all. Looks for the rarer character first. */
export const assignmentTrigger = /[:=](?<=[\w"'\]][ \t]{0,8}[:=])/

function valueAt(text: string, next: number, ends: boolean, found: RegExpExecArray) {
  const opening = match(quote, text, next)
  if (opening === '' && /^\\{1,15}$/.test(text.slice(next)) && !ends) return 'open'
  const literal = opening === '' ? literalPlace(text, found) : 'quoted'
  const run = literal === 'quoted' ? quotedRun : literal === 'line' ? lineRun : bareRun
  const start = next + opening.length
  const whole = match(run, text, start)
  if (whole.length > longest) return null
  const end = start + whole.length
  if (end === text.length && !ends) return 'open'
  if (opening !== '') {
    const closing = text.slice(end, end + opening.length)
    const isCut = end + closing.length === text.length && opening.startsWith(closing)
    if (closing !== opening && isCut && !ends) return 'open'
    if (closing !== opening && !isCut) return null
  } else if (opensCode.test(text[end] ?? '')) return null
  const value = opening === '' ? whole.replace(/[.,:!?;]+$/, '') : whole
  return isLiteral(value, literal !== null) ? { start, end: start + value.length } : null
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** Where a value is no expression: behind a variable that begins a line of an env file, and in a query. */
function literalPlace(text: string, found: RegExpExecArray): 'line' | 'query' | null {
  if (found[2] !== '=') return null
  const before = text.slice(Math.max(0, found.index - 12), found.index)
  if (/[?&]$/.test(before)) return 'query'
  // The letter of an escaped line break looks like the name's first one.
  const isEscape = before.endsWith('\\') && /^[nr]/.test(found[1] as string)
  const name = isEscape ? (found[1] as string).slice(1) : (found[1] as string)
  return /^[A-Z_][A-Z\d_]*$/.test(name) && (isEscape || lineStart.test(before)) ? 'line' : null
}

const placeholder = /^[<{$%]|your[-_]|placeholder|x{6}|\*{3}|\.{3}|\$\{|\{\{/i
const pathOrAddress = /^(?:~|\.{1,2})?\/|^[A-Za-z]:[\\/]|^[a-z][a-z\d+.-]*:\/\//i

/** Words joined as in `token-based`, `config.apiKey`, `required|min`. */
const words = /^[A-Za-z_$]+(?:[-.:|/@=+?!]+[A-Za-z_$]+)*[!?*]*$/

/** An identifier has digits in one place, if at all, and few: `token2`, `Base64String`. */
const identifier = /^(?:[A-Za-z_$]*(?:\d{1,3}[A-Za-z_$]*)?|\d*)$/

function isLiteral(value: string, isPlaceOfLiterals: boolean): boolean {
  if (value.length < shortest) return false
  // Stands for a key: what is removed must not depend on which of the two is there.
  if (value.includes('retake-placeholder-')) return true
  if (placeholder.test(value) || words.test(value)) return false
  if (pathOrAddress.test(value) && !/^[A-Za-z\d+/]{40,}={0,2}$/.test(value)) return false
  if (isPlaceOfLiterals) return /\w/.test(value)
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  return !value.split(/[-.:|/@=+?!]/).every((part) => identifier.test(part))
}
