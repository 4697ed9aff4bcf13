import { isDeepStrictEqual } from 'node:util'
import { type FieldPath, valueAt } from '../../src/json/path.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/json/value.ts'

/** A body with one edit, and the place that must be named. */
export interface JsonMutant {
  what: string
  json: JsonValue
  /** Where original and mutant part first. */
  path: FieldPath
}

/** The paths of all values below the root, with at least `depth` steps. */
export function pathsOf(root: JsonValue, depth: number): FieldPath[] {
  const paths: FieldPath[] = []
  const walk = (value: JsonValue, path: FieldPath): void => {
    if (path.length >= depth) paths.push(path)
    if (Array.isArray(value)) {
      for (const [index, child] of value.entries()) walk(child, [...path, index])
    } else if (isJsonObject(value)) {
      for (const [key, child] of Object.entries(value)) walk(child, [...path, key])
    }
  }
  walk(root, [])
  return paths
}

/** Every edit at one place: another value, the value taken away, something put in at it or beside it. */
export function mutantsAt(root: JsonObject, path: FieldPath): JsonMutant[] {
  const parent = path.slice(0, -1)
  const step = path.at(-1) as string | number
  const value = valueAt(root, path) as JsonValue
  const changed = changedValue(value)
  const mutants: JsonMutant[] = [
    { what: 'change', json: replaceAt(root, path, changed.value), path: [...path, ...changed.inside] },
    { what: 'change the type', json: replaceAt(root, path, otherType(value)), path },
  ]
  const container = valueAt(root, parent) as JsonValue
  if (Array.isArray(container) && typeof step === 'number') {
    for (const [what, list] of [
      ['remove', container.toSpliced(step, 1)],
      ['insert', container.toSpliced(step, 0, 'inserted')],
      ['repeat', container.toSpliced(step, 0, container[step] as JsonValue)],
    ] as const) {
      mutants.push({
        what,
        json: replaceAt(root, parent, list),
        path: [...parent, firstParting(container, list)],
      })
    }
  } else if (isJsonObject(container)) {
    const { [step]: _, ...rest } = container
    mutants.push(
      { what: 'remove', json: replaceAt(root, parent, rest), path },
      {
        what: 'add beside',
        json: replaceAt(root, parent, { ...container, added: 1 }),
        path: [...parent, 'added'],
      },
    )
  }
  return mutants
}

function changedValue(value: JsonValue): { value: JsonValue; inside: FieldPath } {
  if (typeof value === 'string') return { value: `${value} mutated`, inside: [] }
  if (typeof value === 'number') return { value: value + 1, inside: [] }
  if (typeof value === 'boolean') return { value: !value, inside: [] }
  if (value === null) return { value: false, inside: [] }
  if (Array.isArray(value)) return { value: [...value, 'appended'], inside: [value.length] }
  return { value: { ...value, added: 1 }, inside: ['added'] }
}

/** The nearest value of another type: what a careless comparison takes for the same. */
function otherType(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value === '' ? null : [value]
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null) return 'null'
  return JSON.stringify(value)
}

/** Index of the first element in which two lists differ. */
function firstParting(a: readonly JsonValue[], b: readonly JsonValue[]): number {
  let index = 0
  while (index < a.length && index < b.length && isDeepStrictEqual(a[index], b[index])) index++
  return index
}

function replaceAt(root: JsonValue, path: FieldPath, value: JsonValue): JsonValue {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (Array.isArray(root))
    return root.with(step as number, replaceAt(root[step as number] as JsonValue, rest, value))
  const object = root as JsonObject
  return { ...object, [step]: replaceAt(object[step] as JsonValue, rest, value) }
}
