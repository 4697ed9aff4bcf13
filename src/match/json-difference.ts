import type { PathSegment } from '../json/path.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts'

/** Where two JSON values part first, from the root down. `undefined`: nothing there on this side. */
export interface JsonDifference {
  path: PathSegment[]
  recorded: JsonValue | undefined
  incoming: JsonValue | undefined
}

/**
 * The first place where two values part: object keys in code unit order, array elements by index. Where one array is
 * the other with elements put in or taken out at one place, the place is the first such element, not whatever happens
 * to differ in its neighbour. `null` exactly where the values are equal (key order aside, `-0` is `0`).
 */
export function firstJsonDifference(
  recorded: JsonValue | undefined,
  incoming: JsonValue | undefined,
): JsonDifference | null {
  const path: PathSegment[] = []
  const found = descend(recorded, incoming, path)
  return found && { path, recorded: found[0], incoming: found[1] }
}

/** Whether two JSON values are equal, key order aside. */
export function jsonEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return descend(a, b, []) === null
}

/** The keys of both objects, each once, in code unit order. */
export function unionOfKeys(a: JsonObject, b: JsonObject): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()
}

/** An object's own value; what `Object.prototype` lends does not count. */
export function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

type Sides = [recorded: JsonValue | undefined, incoming: JsonValue | undefined]

function descend(a: JsonValue | undefined, b: JsonValue | undefined, path: PathSegment[]): Sides | null {
  if (a === b) return null
  if (Array.isArray(a) && Array.isArray(b)) return descendArrays(a, b, path)
  if (isJsonObject(a) && isJsonObject(b)) {
    for (const key of unionOfKeys(a, b)) {
      path.push(key)
      const found = descend(ownValue(a, key), ownValue(b, key), path)
      if (found) return found
      path.pop()
    }
    return null
  }
  return [a, b]
}

function descendArrays(a: JsonValue[], b: JsonValue[], path: PathSegment[]): Sides | null {
  const shared = Math.min(a.length, b.length)
  for (let index = 0; index < shared; index++) {
    const depth = path.push(index)
    const found = descend(a[index], b[index], path)
    if (found) {
      const moved = insertedOrRemoved(a, b, index)
      if (moved) path.length = depth
      return moved ?? found
    }
    path.pop()
  }
  if (a.length === b.length) return null
  path.push(shared)
  return [a[shared], b[shared]]
}

/** Whether the longer array is the shorter one with extra elements at `index`, where both still have an element. */
function insertedOrRemoved(a: JsonValue[], b: JsonValue[], index: number): Sides | null {
  const extra = b.length - a.length
  if (extra === 0) return null
  const [long, short] = extra > 0 ? [b, a] : [a, b]
  const shift = Math.abs(extra)
  for (let at = index; at < short.length; at++) {
    if (!jsonEqual(short[at], long[at + shift])) return null
  }
  return extra > 0 ? [undefined, b[index]] : [a[index], undefined]
}
