import { type IgnoreName, ignoreNames, isIgnoreName } from './names.ts'

/** A text rule, understood. `pattern` is that of match/omit-paths.ts; the empty one is the whole body. */
export type ParsedRule =
  | { kind: 'ready'; name: IgnoreName }
  | { kind: 'method' | 'url.host' | 'url.path' }
  | { kind: 'query' | 'header'; name: string }
  | { kind: 'body'; pattern: string }

const step = /\.?([A-Za-z_$][\w$-]*|\*)|\[(\d*)\]|\[("(?:[^"\\]|\\.)*")\]/y

/**
 * Reads a text entry of `ignore`: a ready rule's name, or a field path as a mismatch prints it, with `[]` for any index
 * and `*` for any key.
 *
 * @throws {SyntaxError} where it is neither; the message says what is wrong and what to write instead.
 */
export function parseRule(text: string): ParsedRule {
  if (isIgnoreName(text)) return { kind: 'ready', name: text }
  const meant = ignoreNames.find((name) => plain(name) === plain(text))
  if (meant) {
    throw new SyntaxError(
      `'${text}' is no rule; did you mean '${meant}'? A field of that name is 'body.${text}'`,
    )
  }
  const steps = splitSteps(text)
  const [first, second, third] = steps
  if (first === 'method' && steps.length === 1) return { kind: 'method' }
  if (first === 'headers') {
    if (steps.length === 2) return { kind: 'header', name: String(second).toLowerCase() }
    throw new SyntaxError(`'${text}' names no header; write 'headers.NAME' or 'headers.*'`)
  }
  if (first === 'url') {
    if (steps.length === 2 && (second === 'host' || second === 'path')) return { kind: `url.${second}` }
    if (steps.length === 3 && second === 'query') return { kind: 'query', name: String(third) }
    throw new SyntaxError(
      `'${text}' names no part of a URL; write 'url.host', 'url.path', 'url.query.NAME' or 'url.query.*'`,
    )
  }
  if (first !== 'body') return { kind: 'body', pattern: text }
  return { kind: 'body', pattern: text.slice('body'.length).replace(/^\./, '') }
}

/** What is wrong with an entry of `ignore`; `null` where nothing is. */
export function ruleFault(rule: unknown): string | null {
  if (typeof rule === 'function') return null
  const names = ignoreNames.map((name) => `'${name}'`).join(', ')
  if (typeof rule !== 'string' || rule === '') return `must be a field path, a function or one of ${names}`
  try {
    parseRule(rule)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Keys, `*` and the texts of indexes (`[]`, `[2]`). */
function splitSteps(text: string): string[] {
  const steps: string[] = []
  step.lastIndex = 0
  while (step.lastIndex < text.length) {
    const at = step.lastIndex
    const found = step.exec(text)
    const dotMisplaced = found?.[1] !== undefined && (at === 0) === text.startsWith('.', at)
    if (!found || dotMisplaced) {
      const names = ignoreNames.map((name) => `'${name}'`).join(', ')
      throw new SyntaxError(
        `'${text}' is no field path (see position ${at}) and no rule; a path is messages[].id or metadata.*, the rules are ${names}`,
      )
    }
    steps.push(found[1] ?? (found[3] === undefined ? found[0] : (JSON.parse(found[3]) as string)))
  }
  return steps
}

/** `lineEndings`, `line_endings` and `line-ending` are slips for one name, as `date` and `IDs` are. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '').replace(/s$/, '')
}
