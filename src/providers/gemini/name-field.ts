import { type FieldPath, valueAt } from '../../json/path.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { listIn, textIn } from '../fields.ts'
import { type NamedField, nameOther, nameTool, toolResultWords } from '../name-field.ts'
import { camelCase, either } from './either.ts'
import { roleOf } from './read-request.ts'

/** See `Dialect.nameField`. Every content counts as a message. */
export function nameField(body: JsonValue, path: FieldPath): NamedField {
  const [first, at, ...inside] = path
  const field = camelCase(String(first))
  if (field === 'generateContentRequest' && isJsonObject(valueAt(body, path.slice(0, 1)))) {
    return nameField(valueAt(body, path.slice(0, 1)) as JsonValue, path.slice(1))
  }
  if (field === 'systemInstruction') return { words: 'the system prompt', rest: withoutText(path.slice(1)) }
  if (field === 'generationConfig' && typeof at === 'string') return nameSetting(at, inside)
  if (field === 'contents' && at === undefined) return { words: 'the messages', rest: [] }
  if (typeof at !== 'number') return nameOther(path)
  if (field === 'contents') return nameContent(body, at, inside)
  if (field === 'tools') return nameDeclaration(body, path)
  return field === 'requests'
    ? { words: `text ${at + 1}`, rest: withoutText(inside.slice(1)) }
    : nameOther(path)
}

function nameContent(body: JsonValue, at: number, inside: FieldPath): NamedField {
  const content = listIn(body, 'contents')[at]
  const parts = listIn(content, 'parts')
  const part = inside[0] === 'parts' && typeof inside[1] === 'number' ? parts[inside[1]] : undefined
  const response = either(part, 'functionResponse')
  if (response !== undefined) {
    return {
      words: `message ${at + 1} (${toolResultWords(textIn(response, 'name'))})`,
      rest: inside.slice(4),
    }
  }
  const only = parts.length === 1 ? either(parts[0], 'functionResponse') : undefined
  const what = only === undefined ? roleOf(content) : toolResultWords(textIn(only, 'name'))
  return {
    words: `message ${at + 1} (${content === undefined ? 'unknown role' : what})`,
    rest: withoutText(inside),
  }
}

/** `tools[n].functionDeclarations[m]…` names like a tool of any other format. */
function nameDeclaration(body: JsonValue, path: FieldPath): NamedField {
  const declaration = path.slice(0, 4)
  if (camelCase(String(path[2])) !== 'functionDeclarations' || typeof path[3] !== 'number') {
    return path[2] === undefined ? nameOther(path) : { words: `tool ${path[2]}`, rest: path.slice(3) }
  }
  const tools = [valueAt(body, declaration) ?? null]
  const inside = path.slice(4).map((step, at) => (at === 0 && isSchemaField(step) ? 'parameters' : step))
  const named = nameTool({ tools }, ['tools', 0, ...inside])
  // Without a name there, what is told is its place.
  return named.words === 'tool 1' ? { ...named, words: `tool ${path[3] + 1}` } : named
}

function isSchemaField(step: string | number | undefined): boolean {
  return ['parametersJsonSchema', 'parameters_json_schema'].includes(String(step))
}

function nameSetting(name: string, inside: FieldPath): NamedField {
  const isSchema = /^response(?:Json)?Schema$/.test(camelCase(name))
  return { words: isSchema ? 'the response schema' : name, rest: inside }
}

/** The path within a content, without the steps that every text lies behind. */
function withoutText(inside: FieldPath): FieldPath {
  const [list, index, field] = inside
  const isText = list === 'parts' && typeof index === 'number' && field === 'text' && inside.length === 3
  return isText ? [] : inside
}
