import { type FieldPath, formatPath, valueAt } from '../json/path.ts'
import type { JsonValue } from '../json/value.ts'
import { textIn } from './fields.ts'

/** What `Dialect.nameField` answers. */
export interface NamedField {
  words: string
  rest: FieldPath
}

/** Names a field that is no message and no tool: `the model`, `temperature`, `the response schema`. */
export function nameOther(path: FieldPath): NamedField {
  const [first, ...rest] = path
  if (first === undefined) return { words: 'the request body', rest: [] }
  if (first === 'model' && rest.length === 0) return { words: 'the model', rest }
  if (['messages', 'tools', 'input'].includes(String(first)) && rest.length === 0) {
    return { words: `the ${first}`, rest }
  }
  for (const schema of responseSchemas) {
    if (schema.every((segment, at) => path[at] === segment)) {
      return { words: 'the response schema', rest: path.slice(schema.length) }
    }
  }
  return { words: formatPath([first]), rest }
}

const responseSchemas: readonly FieldPath[] = [
  ['response_format', 'json_schema', 'schema'],
  ['text', 'format', 'schema'],
  ['output_config', 'format', 'schema'],
  ['output_format', 'schema'],
]

/**
 * Names a place in `tools` (path `['tools', n, …]`): `tool search`, `the schema of tool search`, `the description of tool
 * search`. `rest` keeps the schema's own field, as a reader of the tool would write it: `parameters.properties.limit`.
 */
export function nameTool(body: JsonValue, path: FieldPath): NamedField {
  const tool = valueAt(body, path.slice(0, 2))
  const inside = path[2] === 'function' ? path.slice(3) : path.slice(2)
  const name = textIn(valueAt(tool, ['function']), 'name') ?? textIn(tool, 'name') ?? textIn(tool, 'type')
  const words = name === null ? `tool ${Number(path[1]) + 1}` : `tool ${name}`
  const [field, ...deeper] = inside
  if (field === 'parameters' || field === 'input_schema')
    return { words: `the schema of ${words}`, rest: inside }
  if (field === 'description' && deeper.length === 0)
    return { words: `the description of ${words}`, rest: [] }
  return { words, rest: inside }
}

/**
 * Names a message by its place in its list (from 0) and what it is. `inside` is the path within the message; where it
 * leads to the message's only text, the message itself is what changed, and `rest` is empty.
 */
export function nameMessage(at: number, what: string, inside: FieldPath): NamedField {
  return { words: `message ${at + 1} (${what})`, rest: withoutContent(inside) }
}

/** The path within a message, without the steps that every text lies behind. */
export function withoutContent(inside: FieldPath): FieldPath {
  const [first, index, last] = inside
  if (first !== 'content' && first !== 'output') return inside
  if (inside.length === 1) return []
  return inside.length === 3 && typeof index === 'number' && last === 'text' ? [] : inside
}

/** `tool result of search`, or without the name where the call it answers is not in the request. */
export function toolResultWords(name: string | null): string {
  return name === null ? 'tool result' : `tool result of ${name}`
}
