import { isJsonObject } from '../json/value.ts'

/** Says what is wrong with a value, as the end of "the field … "; `null` where nothing is. */
export type Check = (value: unknown) => string | null

/** The fields of an object: each with its check; those whose name ends in `?` may be absent. */
export type Fields = Record<string, Check>

const failing = (holds: (value: unknown) => boolean, complaint: string): Check => {
  return (value) => (holds(value) ? null : complaint)
}

export const aString = failing((value) => typeof value === 'string', 'is no string')
export const anyJson: Check = () => null
export const aCount = failing((value) => Number.isSafeInteger(value) && (value as number) >= 0, 'is no count')
export const aTime = failing((value) => Number.isFinite(value) && (value as number) >= 0, 'is no duration')
export const aHash = failing((value) => typeof value === 'string' && isHash(value), 'is no SHA-256')

/** Without a regular expression: four hashes a call made that 4 % of the time of reading. */
function isHash(text: string): boolean {
  if (text.length !== 64) return false
  for (let at = 0; at < 64; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 48 || unit > 102 || (unit > 57 && unit < 97)) return false
  }
  return true
}

/** One of a few words or numbers. */
export function oneOf(...values: (string | number)[]): Check {
  return failing((value) => values.includes(value as string), `is none of ${values.join(', ')}`)
}

/** What `check` accepts, or `null`. */
export function orNull(check: Check): Check {
  return (value) => (value === null ? null : check(value))
}

/** An array whose elements all pass. */
export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return 'is no list'
    for (let index = 0; index < value.length; index++) {
      const complaint = check(value[index])
      if (complaint !== null) return `has an element ${index} that ${complaint}`
    }
    return null
  }
}

/** `[name, value]`. */
export const aPair = failing(
  (value) =>
    Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === 'string' &&
    typeof value[1] === 'string',
  'is no pair of strings',
)

/** An object whose values all pass. */
export function recordOf(check: Check): Check {
  return (value) => {
    if (!isJsonObject(value)) return 'is no object'
    for (const key of Object.keys(value)) {
      if (check(value[key]) !== null) return 'has a value of the wrong kind'
    }
    return null
  }
}

/** An object with exactly these fields; `open`: with others besides. */
export function objectOf(fields: Fields, open = false): Check {
  const all = Object.entries(fields).map(([name, check]) => ({
    name: name.replace(/\?$/, ''),
    optional: name.endsWith('?'),
    check,
  }))
  return (value) => {
    if (!isJsonObject(value)) return 'is no object'
    let known = 0
    for (const { name, optional, check } of all) {
      const field = value[name] // what JSON.parse makes has no undefined, and no field is called as one of Object's
      if (field === undefined) {
        if (optional) continue
        return `lacks the field ${name}`
      }
      known++
      const complaint = check(field)
      if (complaint !== null) return `has a field ${name} that ${complaint}`
    }
    return open || Object.keys(value).length === known ? null : 'has a field that format 1 does not know'
  }
}
