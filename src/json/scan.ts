import type { FieldPath, PathSegment } from './path.ts'

/** A string inside JSON text. `start` and `end` delimit what stands between its quotes, still escaped. */
export interface JsonStringSpan {
  /** Where the value stands; for a key, the path of its value. */
  path: FieldPath
  /** The nearest object key above the value (array elements have that of their array); `null` at the root. */
  key: string | null
  start: number
  end: number
  isKey: boolean
}

/**
 * Finds every string of a JSON text, keys included, in the order of the text. The text must be valid JSON (ask `JSON.parse`
 * first, which is faster at saying no); for other text the spans are unspecified, but it always terminates.
 */
export function scanJsonStrings(text: string): JsonStringSpan[] {
  const spans: JsonStringSpan[] = []
  const path: PathSegment[] = []
  const keys: (string | null)[] = [null]
  // Matches a whole structural step; numbers, literals and spaces between the matches carry nothing.
  const structure = /["{}[\],]/g
  const frames: ('object' | 'array')[] = []
  let expectsKey = false
  for (let found = structure.exec(text); found; found = structure.exec(text)) {
    switch (found[0]) {
      case '"': {
        const start = found.index + 1
        const end = closingQuote(text, start)
        structure.lastIndex = end + 1
        if (expectsKey) {
          const key = parseKey(text, start, end)
          path[path.length - 1] = key
          keys[keys.length - 1] = key
          expectsKey = false
          spans.push({ path: path.slice(), key, start, end, isKey: true })
        } else
          spans.push({ path: path.slice(), key: keys[keys.length - 1] ?? null, start, end, isKey: false })
        break
      }
      case '{':
        frames.push('object')
        path.push('')
        keys.push(null)
        expectsKey = true
        break
      case '[':
        frames.push('array')
        path.push(0)
        keys.push(keys[keys.length - 1] ?? null)
        expectsKey = false
        break
      case ',':
        if (frames.at(-1) === 'array') path[path.length - 1] = (path[path.length - 1] as number) + 1
        expectsKey = frames.at(-1) === 'object'
        break
      default:
        frames.pop()
        path.pop()
        if (keys.length > 1) keys.pop()
        expectsKey = false
    }
  }
  return spans
}

function closingQuote(text: string, start: number): number {
  const special = /["\\]/g
  special.lastIndex = start
  for (let found = special.exec(text); found; found = special.exec(text)) {
    if (found[0] === '"') return found.index
    special.lastIndex = found.index + 2
  }
  return text.length
}

function parseKey(text: string, start: number, end: number): string {
  const raw = text.slice(start, end)
  if (!raw.includes('\\')) return raw
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}
