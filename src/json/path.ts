import { isJsonObject, type JsonValue } from './value.ts'

/** One step into a JSON value: an object key or an array index (from 0). */
export type PathSegment = string | number

/** A place inside a JSON value, from the root down. `[]` is the root itself. */
export type FieldPath = readonly PathSegment[]

const plainKey = /^[A-Za-z_$][\w$-]*$/

/**
 * Writes a path in the one syntax that deltas, mismatches and ignore rules share: `messages[2].content`.
 * Keys that are no plain names are written as JSON strings in brackets: `properties["a.b"]`.
 * `parsePath(formatPath(path))` equals `path` for every path; the root is the empty string.
 */
export function formatPath(path: FieldPath): string {
  let text = ''
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`
    else if (plainKey.test(segment)) text += text === '' ? segment : `.${segment}`
    else text += `[${JSON.stringify(segment)}]`
  }
  return text
}

/**
 * Reads a path written by {@link formatPath}.
 *
 * @throws {SyntaxError} where the text is no path; the message names the position.
 */
export function parsePath(text: string): PathSegment[] {
  const token = /\.?([A-Za-z_$][\w$-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y
  const path: PathSegment[] = []
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const found = token.exec(text)
    const dotMisplaced = found?.[1] !== undefined && (at === 0) === text.startsWith('.', at)
    if (!found || dotMisplaced) throw new SyntaxError(`not a field path at position ${at}: ${text}`)
    if (found[1] !== undefined) path.push(found[1])
    else if (found[2] !== undefined) path.push(Number(found[2]))
    else path.push(JSON.parse(found[3] as string) as string)
  }
  return path
}

/** The value at `path`, or `undefined` where nothing stands there. Never throws. */
export function valueAt(root: JsonValue | undefined, path: FieldPath): JsonValue | undefined {
  let value = root
  for (const segment of path) {
    if (typeof segment === 'number') value = Array.isArray(value) ? value[segment] : undefined
    else value = isJsonObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined
    if (value === undefined) return undefined
  }
  return value
}
