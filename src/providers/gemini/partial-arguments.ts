import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { fieldIn } from '../fields.ts'
import { either, eitherList, eitherText } from './either.ts'

/** Deeper paths are not followed: no call has them, and a path comes from the wire. */
const deepest = 32
/** Longest list that a path may ask for. */
const longest = 10_000

/**
 * Puts what a chunk brings of a call's arguments to what came before: each piece names its place (`$.cities[0].name`); texts
 * continue one another. https://ai.google.dev/gemini-api/docs/function-calling (streaming arguments)
 */
export function addPartialArguments(known: JsonObject, call: JsonValue): JsonObject {
  let args: JsonValue = known
  for (const piece of eitherList(call, 'partialArgs')) {
    const steps = stepsOf(eitherText(piece, 'jsonPath') ?? '')
    if (steps.length > 0 && steps.length <= deepest) args = putAt(args, steps, piece)
  }
  return isJsonObject(args) ? args : known
}

/** The steps of a JSON path without wildcards: `$.a[0]['b c']`. */
function stepsOf(jsonPath: string): (string | number)[] {
  const found = jsonPath.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/g)
  return [...found].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? single ?? double ?? '') : Math.min(Number(index), longest),
  )
}

function putAt(target: JsonValue, [step, ...rest]: (string | number)[], piece: JsonValue): JsonValue {
  if (step === undefined) return pieceAt(target, piece)
  if (typeof step === 'number') {
    const list = Array.isArray(target) ? [...target] : []
    list[Math.min(step, list.length)] = putAt(list[step] ?? null, rest, piece)
    return list
  }
  const object = isJsonObject(target) ? target : {}
  return { ...object, [step]: putAt(fieldIn(object, step) ?? null, rest, piece) }
}

function pieceAt(before: JsonValue, piece: JsonValue): JsonValue {
  const text = eitherText(piece, 'stringValue')
  if (text !== null) return typeof before === 'string' ? before + text : text
  return either(piece, 'numberValue') ?? either(piece, 'boolValue') ?? null
}
