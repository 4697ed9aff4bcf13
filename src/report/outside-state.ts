import { shortValue } from './short-value.ts'

/** Says of an id that nothing in its recording has made it, and what to do. Follows the name of the field and `is`. */
export function describeOutsideState(value: string): string {
  const shown = shortValue(value) ?? `${value.slice(0, 40)}…`
  return `${shown}, made outside of this recording: make it in the test or its beforeAll, or it may be gone at the next record`
}
