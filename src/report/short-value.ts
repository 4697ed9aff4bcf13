import type { JsonValue } from '../json/value.ts'

/** Longer values are left to the diff. */
const SHORT = 40

/**
 * A value as it stands in a headline: plain text without quotes, numbers, booleans. `null` where it is too long, has
 * several lines or is a structure.
 */
export function shortValue(value: JsonValue | undefined): string | null {
  if (value === undefined) return null
  if (typeof value !== 'object') {
    const text = value === '' ? '""' : String(value)
    return text.length <= SHORT && !/[\r\n]/.test(text) ? text : null
  }
  const text = JSON.stringify(value)
  return text.length <= SHORT / 2 ? text : null
}
