import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts'

/**
 * A body without the values at the given places. Patterns are field paths in which `[]` stands for any index and `*`
 * for any key (`messages[].id`, `metadata.*`). Keys are left out; array elements become `null`, so that no path of a
 * neighbour shifts. Returns the same reference where no pattern meets a value.
 */
export function omitPaths(body: JsonValue, patterns: readonly string[]): JsonValue {
  let result = body
  for (const pattern of patterns) result = omit(result, splitPattern(pattern), 0)
  return result
}

/** Splits a pattern into keys, `*`, indexes and `[]`. */
function splitPattern(pattern: string): string[] {
  return pattern.match(/\[\d*\]|\["(?:[^"\\]|\\.)*"\]|[^.[\]]+/g) ?? []
}

function omit(value: JsonValue, steps: readonly string[], depth: number): JsonValue {
  const step = steps[depth]
  if (step === undefined) return value
  const last = depth === steps.length - 1
  if (Array.isArray(value)) {
    const index = /^\[(\d*)\]$/.exec(step)?.[1]
    if (index === undefined) return value
    return replaceSome(
      value,
      (_, at) => index === '' || Number(index) === at,
      (element) => (last ? null : omit(element, steps, depth + 1)),
    )
  }
  if (!isJsonObject(value)) return value
  const key = step.startsWith('["') ? (JSON.parse(step.slice(1, -1)) as string) : step
  const keys = key === '*' ? Object.keys(value) : Object.hasOwn(value, key) ? [key] : []
  return keys.reduce<JsonObject>((object, name) => {
    const { [name]: old, ...rest } = object
    if (last) return rest
    const changed = omit(old as JsonValue, steps, depth + 1)
    return changed === old ? object : { ...rest, [name]: changed }
  }, value)
}

function replaceSome(
  array: JsonValue[],
  chosen: (element: JsonValue, index: number) => boolean,
  replace: (element: JsonValue) => JsonValue,
): JsonValue[] {
  const copy = array.map((element, index) => (chosen(element, index) ? replace(element) : element))
  return copy.some((element, index) => element !== array[index]) ? copy : array
}
