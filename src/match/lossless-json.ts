import type { JsonValue } from '../json/value.ts'

/**
 * Parses JSON text, or returns `undefined` where it is no JSON or where JavaScript would lose a part of it: a key that
 * stands twice, an integer that a double cannot hold, a number beyond the range of doubles.
 */
export function parseLosslessJson(text: string): JsonValue | undefined {
  let value: JsonValue
  try {
    value = JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
  // What JavaScript itself wrote compactly comes out the same, and then nothing was lost. Only other text is scanned.
  if (JSON.stringify(value) === text) return value
  return losesNothing(text) ? value : undefined
}

/** Walks the tokens of text that is known to be valid JSON. */
function losesNothing(text: string): boolean {
  const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g
  const open: (Set<string> | null)[] = []
  let previous = ''
  for (const [found] of text.matchAll(token)) {
    if (found === '{') open.push(new Set())
    else if (found === '[') open.push(null)
    else if (found === '}' || found === ']') open.pop()
    else if (found.startsWith('"')) {
      const keys = open.at(-1)
      if (keys && (previous === '{' || previous === ',')) {
        const key = found.includes('\\') ? (JSON.parse(found) as string) : found.slice(1, -1)
        if (keys.has(key)) return false
        keys.add(key)
      }
    } else if (found !== ',' && found !== ':' && !isKept(found)) return false
    previous = found
  }
  return true
}

/** Fractions are doubles on both ends of the wire; integers may be ids with more digits than a double holds. */
function isKept(number: string): boolean {
  const value = Number(number)
  if (!Number.isFinite(value)) return false
  if (!/^-?\d+$/.test(number) || Number.isSafeInteger(value)) return true
  return String(value) === number || BigInt(value) === BigInt(number)
}
