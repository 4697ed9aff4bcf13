import { formatPath, parsePath, valueAt } from '../json/path.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts'
import type { RequestBody } from './records.ts'

/** Says that the value at `path` equals that of call `base`: whole, or its first `keep` elements with the rest in the body. */
export interface Delta {
  path: string
  base: number
  keep?: number
}

/** Arrays longer than this are compared as a whole only. */
const longestIndexed = 20_000

/** A prefix of an array that some call sent: the elements so far are the way down to it. */
interface Prefix {
  next: Map<number, Prefix>
  /** The latest call whose array begins with this prefix. */
  last: number
  /** The latest call whose array is this prefix; -1 for none. */
  whole: number
}

const noPrefix = (): Prefix => ({ next: new Map(), last: -1, whole: -1 })

/**
 * Finds, call by call, what of a request body an earlier call said already. The base is the call whose array shares the
 * longest beginning (of several, the latest), so an agent loop costs its unique messages once. The work is linear in the
 * size of the bodies; the memory, in their unique elements.
 */
export class DeltaEncoder {
  readonly #elements = new Map<string, number>()
  readonly #arrays = new Map<string, Prefix>()
  readonly #values = new Map<string, number>()

  /** The body without what earlier calls said, and where they said it. Bodies must come in call order. */
  encode(callIndex: number, body: RequestBody): { body: RequestBody; delta: Delta[] } {
    if (body === null || !('json' in body) || !isJsonObject(body.json)) return { body, delta: [] }
    const delta: Delta[] = []
    const kept: [string, JsonValue][] = []
    for (const [key, value] of Object.entries(body.json)) {
      const path = formatPath([key])
      const found =
        Array.isArray(value) && value.length <= longestIndexed
          ? this.#findArray(path, value, callIndex)
          : this.#findValue(path, value, callIndex)
      if (found === null) kept.push([key, value])
      else {
        delta.push(found)
        if (found.keep !== undefined) kept.push([key, (value as JsonValue[]).slice(found.keep)])
      }
    }
    return delta.length === 0 ? { body, delta } : { body: { json: Object.fromEntries(kept) }, delta }
  }

  #findValue(path: string, value: JsonValue, callIndex: number): Delta | null {
    if (typeof value !== 'string' && typeof value !== 'object') return null
    const text = JSON.stringify(value)
    const known = `${path}=${text}`
    const base = this.#values.get(known)
    this.#values.set(known, callIndex)
    return base === undefined ? null : worthwhile({ path, base }, text.length)
  }

  #findArray(path: string, array: JsonValue[], callIndex: number): Delta | null {
    let prefix = this.#arrays.get(path) ?? noPrefix()
    this.#arrays.set(path, prefix)
    let keep = 0
    let base = -1
    let saved = 0
    for (const value of array) {
      const text = JSON.stringify(value)
      const element = this.#elementId(text)
      const known: Prefix | undefined = prefix.next.get(element)
      const longer = known ?? noPrefix()
      if (known === undefined) prefix.next.set(element, longer)
      else {
        keep++
        base = known.last
        saved += text.length + 1
      }
      longer.last = callIndex
      prefix = longer
    }
    const whole = prefix.whole
    prefix.whole = callIndex
    if (keep === 0) return null
    return worthwhile(
      keep === array.length && whole >= 0 ? { path, base: whole } : { path, base, keep },
      saved,
    )
  }

  #elementId(text: string): number {
    const id = this.#elements.get(text) ?? this.#elements.size
    this.#elements.set(text, id)
    return id
  }
}

function worthwhile(delta: Delta, saved: number): Delta | null {
  return saved > JSON.stringify(delta).length + ',"delta":[]'.length ? delta : null
}

/**
 * The full body again. Values are shared with the base calls, not copied: do not change them.
 *
 * @throws {SyntaxError} where a delta points at nothing, or does not fit; the message says which.
 */
export function resolveDelta(
  body: RequestBody,
  delta: readonly Delta[],
  bodyOf: (callIndex: number) => RequestBody | undefined,
): RequestBody {
  if (delta.length === 0) return body
  if (body === null || !('json' in body)) throw new SyntaxError('a delta needs a JSON body')
  let json = body.json
  for (const { path, base, keep } of delta) {
    const steps = parsePath(path)
    const shown = JSON.stringify(path)
    const source = bodyOf(base)
    const known = source && 'json' in source ? valueAt(source.json, steps) : undefined
    if (known === undefined) throw new SyntaxError(`the delta at ${shown} points at nothing in call ${base}`)
    const here = valueAt(json, steps)
    let value = known
    if (keep !== undefined) {
      if (!Array.isArray(known) || !Array.isArray(here) || keep > known.length) {
        throw new SyntaxError(`the delta at ${shown} keeps ${keep} elements that call ${base} does not have`)
      }
      value = known.slice(0, keep).concat(here)
    } else if (here !== undefined)
      throw new SyntaxError(`the value at ${shown} stands in the body and in a delta`)
    json = withValueAt(json, steps, value, shown)
  }
  return { json }
}

function withValueAt(
  root: JsonValue,
  steps: (string | number)[],
  value: JsonValue,
  shown: string,
): JsonValue {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (typeof step === 'number' ? !Array.isArray(root) || step > root.length : !isJsonObject(root)) {
    throw new SyntaxError(`the delta at ${shown} has no place in the body`)
  }
  const inner = valueAt(root, [step])
  if (inner === undefined && rest.length > 0)
    throw new SyntaxError(`the delta at ${shown} has no place in the body`)
  const next = inner === undefined ? value : withValueAt(inner, rest, value, shown)
  if (typeof step === 'number') return (root as JsonValue[]).toSpliced(step, 1, next)
  return Object.fromEntries([
    ...Object.entries(root as JsonObject).filter(([key]) => key !== step),
    [step, next],
  ])
}
