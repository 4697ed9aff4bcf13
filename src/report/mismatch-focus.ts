import stringify from 'fast-json-stable-stringify'
import type { JsonValue } from '../json/value.ts'
import { escapeControl } from '../redact/printable.ts'
import { differInBlanks, showBlanks } from './blanks.ts'
import { clipLine, focusLine } from './focus-line.ts'

/** Two values cut down to what differs, as the runner's diff takes them. */
export interface Focus {
  expected: JsonValue
  actual: JsonValue
}

/** Unchanged lines shown before and after the change. */
const CONTEXT = 2

/** Changed lines shown of each side. With context and elisions the runner's diff stays below 30 lines. */
const CHANGED = 10

/** How far the end of a change is searched for, in lines. */
const HORIZON = 200

/**
 * Cuts two values down to their first difference: of long text the changed lines with two lines of context, of a long
 * line the words around the change, of a structure its changed part; what is left out is marked and counted. Numbers
 * and booleans stay as they are. Control characters are escaped.
 *
 * @param recorded `undefined` where the recording has nothing there
 */
export function focusOn(recorded: JsonValue | undefined, incoming: JsonValue | undefined): Focus {
  if (isPlain(recorded) && isPlain(incoming)) return { expected: recorded, actual: incoming }
  const bothText = typeof recorded === 'string' && typeof incoming === 'string'
  const [expected, actual] = focusLines(
    recorded === undefined ? ['(not recorded)'] : toLines(recorded, bothText || incoming === undefined),
    incoming === undefined ? ['(not sent)'] : toLines(incoming, bothText || recorded === undefined),
  )
  return { expected: expected.join('\n'), actual: actual.join('\n') }
}

function isPlain(value: JsonValue | undefined): value is number | boolean | null {
  return value === null || typeof value === 'number' || typeof value === 'boolean'
}

/** Text as it is where both sides are text, so that quotes do not get in the way; JSON with sorted keys otherwise. */
function toLines(value: JsonValue, plainText: boolean): string[] {
  const text =
    typeof value === 'string' && plainText
      ? value
      : JSON.stringify(JSON.parse(stringify(value)) as JsonValue, null, 2)
  return text.split('\n').map((line) => escapeControl(line))
}

function focusLines(a: string[], b: string[]): [string[], string[]] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  const [endA, endB] = endOfChange(a, b, start)
  const shownA: string[] = []
  const shownB: string[] = []
  for (let offset = 0; offset < Math.max(endA, endB) - start && offset < CHANGED; offset++) {
    const left = start + offset < endA ? a[start + offset] : undefined
    const right = start + offset < endB ? b[start + offset] : undefined
    const [focusedA, focusedB] = focusPair(left, right)
    if (focusedA !== undefined) shownA.push(focusedA)
    if (focusedB !== undefined) shownB.push(focusedB)
  }
  return [frame(a, start, endA, shownA), frame(b, start, endB, shownB)]
}

/** Two versions of a line, cut to their change; where only blanks differ they are made visible. */
function focusPair(a: string | undefined, b: string | undefined): [string | undefined, string | undefined] {
  if (a === undefined || b === undefined || !differInBlanks(a, b)) return focusLine(a, b)
  return focusLine(showBlanks(a), showBlanks(b))
}

/** Adds context and elision marks to the changed lines of one side. */
function frame(lines: string[], start: number, end: number, shown: string[]): string[] {
  const from = Math.max(0, start - CONTEXT)
  const hidden = end - start - shown.length
  const until = hidden > 0 ? end : Math.min(lines.length, end + CONTEXT)
  return [
    ...elision(from),
    ...lines.slice(from, start).map(clipLine),
    ...shown,
    ...(hidden > 0 ? [] : lines.slice(end, until).map(clipLine)),
    ...elision(hidden > 0 ? lines.length - start - shown.length : lines.length - until),
  ]
}

function elision(count: number): string[] {
  return count === 0 ? [] : [`… ${count} ${count === 1 ? 'line' : 'lines'} …`]
}

/**
 * Where the first change ends on each side: at the nearest two lines (or end) that stand on both sides again. One
 * change in the beginning and one at the end of a long prompt are two; the first is shown.
 */
function endOfChange(a: string[], b: string[], start: number): [number, number] {
  for (let sum = 0; sum <= HORIZON; sum++) {
    for (let skipA = 0; skipA <= sum; skipA++) {
      const atA = start + skipA
      const atB = start + sum - skipA
      if (atA > a.length || atB > b.length) continue
      if (a[atA] === b[atB] && a[atA + 1] === b[atB + 1] && (sum > 0 || atA < a.length)) return [atA, atB]
    }
  }
  return [a.length, b.length]
}
