import { parsePath, valueAt } from '../json/path.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import type { SideReference } from './side-file.ts'

const holders: ReadonlySet<unknown> = new Set(['body', 'json', 'sse', 'ndjson', 'text', 'base64'])

/**
 * Puts the contents of side files back into a line that was just parsed, in place.
 *
 * @param contentOf the string that a reference stands for
 * @throws {SyntaxError} where a reference does not fit the line; the message says which. What `contentOf` throws.
 */
export function fillSides(
  line: JsonObject,
  side: readonly SideReference[],
  contentOf: (reference: SideReference) => string,
): void {
  let next = 0
  while (next < side.length) {
    const path = (side[next] as SideReference).path
    const { holder, key, text } = stringAt(line, path)
    let whole = ''
    let done = 0
    for (let reference = side[next]; reference?.path === path; reference = side[++next]) {
      const { at, file } = reference
      if (at < done || at > text.length) throw new SyntaxError(`the side file ${file} has no place at ${at}`)
      whole += text.slice(done, at) + contentOf(reference)
      done = at
    }
    holder[key] = whole + text.slice(done)
  }
}

/** A string of the line's body or payload, and what holds it. */
function stringAt(line: JsonObject, path: string): { holder: JsonObject; key: string; text: string } {
  const steps = stepsOf(path)
  const text = valueAt(line, steps)
  if (typeof text !== 'string' || !holders.has(steps[0])) {
    throw new SyntaxError(
      `no string of the body stands at ${JSON.stringify(path)}, where a side file belongs`,
    )
  }
  const holder = valueAt(line as JsonValue, steps.slice(0, -1)) as JsonObject
  return { holder, key: steps.at(-1) as string, text }
}

function stepsOf(path: string): (string | number)[] {
  try {
    return parsePath(path)
  } catch {
    return []
  }
}
