import { formatPath, type PathSegment } from '../json/path.ts'
import type { JsonValue } from '../json/value.ts'
import { findBase64 } from './base64-runs.ts'
import { sha256 } from './chain.ts'
import { nameSideFile, type SideFile, type SideReference } from './side-file.ts'

/** Base64 of at least so many bytes goes to a side file. */
const largestBase64 = 8 * 1024
/** Text that is no JSON, of more characters than this, does as a whole. */
const largestText = 1024 * 1024
/** Values deeper than this stay in the line, so that no body exhausts the stack. */
const deepest = 200

/** Takes large contents out of the lines of a cassette in the making. */
export class SideExtractor {
  readonly #files = new Map<string, SideFile>()

  /** What was taken out so far: each content once, sorted by name. */
  get files(): SideFile[] {
    return [...this.#files.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /**
   * A payload or body without its large contents, and where they stood. `place` is its path within the line. Filling the
   * references in again gives an equal value, its keys in the same order. What was given is not changed.
   */
  take<T extends object | null>(value: T, place: PathSegment[]): { value: T; side: SideReference[] } {
    const side: SideReference[] = []
    if (value !== null && 'multipart' in value) {
      const parts = (value.multipart as object[]).map((part, index) => {
        const taken = this.#takeOne(part, [...place, 'multipart', index])
        side.push(...taken.side)
        return taken.value
      })
      return { value: side.length > 0 ? { ...value, multipart: parts } : value, side }
    }
    return this.#takeOne(value, place)
  }

  #takeOne<T extends object | null>(value: T, place: PathSegment[]): { value: T; side: SideReference[] } {
    const side: SideReference[] = []
    const kept = this.#walk(value as JsonValue, [...place], side) as T
    if (kept === null || !('text' in kept) || (kept.text as string).length <= largestText) {
      return { value: kept, side }
    }
    const { text } = value as { text: string }
    const bytes = Buffer.from(text)
    if (bytes.toString() !== text) return { value: kept, side } // lone surrogates, which UTF-8 does not have
    const reference = this.#add(bytes, formatPath([...place, 'text']), 0, 'utf8')
    return { value: { ...value, text: '' }, side: [reference] }
  }

  #walk(value: JsonValue, path: PathSegment[], side: SideReference[]): JsonValue {
    if (typeof value === 'string') return this.#cut(value, path, side)
    if (value === null || typeof value !== 'object' || path.length > deepest) return value
    let copy: Record<PathSegment, JsonValue> | null = null
    const isList = Array.isArray(value)
    const keys = isList ? value.keys() : Object.keys(value)
    for (const key of keys) {
      const inner = (value as Record<PathSegment, JsonValue>)[key] as JsonValue
      if (inner === null || (typeof inner !== 'string' && typeof inner !== 'object')) continue
      path.push(key)
      const kept = this.#walk(inner, path, side)
      path.pop()
      if (kept === inner) continue
      copy ??= (isList ? value.slice() : { ...value }) as Record<PathSegment, JsonValue>
      copy[key] = kept
    }
    return (copy as JsonValue) ?? value
  }

  #cut(text: string, path: PathSegment[], side: SideReference[]): string {
    let kept = ''
    let done = 0
    for (const { start, end } of findBase64(text, largestBase64)) {
      kept += text.slice(done, start)
      done = end
      const bytes = Buffer.from(text.slice(start, end), 'base64')
      side.push(this.#add(bytes, formatPath(path), kept.length, 'base64'))
    }
    return done === 0 ? text : kept + text.slice(done)
  }

  #add(bytes: Buffer, path: string, at: number, encoding: SideReference['encoding']): SideReference {
    const digest = sha256(bytes)
    const file = nameSideFile(bytes, digest, encoding === 'utf8')
    this.#files.set(file, { name: file, bytes })
    return { path, at, file, bytes: bytes.length, sha256: digest, encoding }
  }
}
