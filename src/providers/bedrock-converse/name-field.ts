import { type FieldPath, formatPath, valueAt } from '../../json/path.ts'
import type { JsonValue } from '../../json/value.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { type NamedField, nameMessage, nameOther, toolResultWords } from '../name-field.ts'
import { toolNames } from './read-block.ts'

/** See `Dialect.nameField`. A message that only brings tool results is named by them. */
export function nameField(body: JsonValue, path: FieldPath): NamedField {
  if (path[0] === 'input' && path[1] === 'converse' && path.length > 2)
    return nameField(valueAt(body, ['input', 'converse']) ?? null, path.slice(2))
  const [first, at, ...inside] = path
  switch (first) {
    case 'system':
      return { words: 'the system prompt', rest: withoutText(path.slice(1)) }
    case 'toolConfig':
      return nameToolConfig(body, path.slice(1))
    case 'inferenceConfig':
    case 'additionalModelRequestFields':
      return at === undefined ? nameOther(path) : { words: formatPath([at]), rest: inside }
    case 'guardrailConfig':
      return { words: 'the guardrail', rest: path.slice(1) }
    case 'messages':
      return typeof at === 'number' ? nameTurn(listIn(body, 'messages'), at, inside) : nameOther(path)
  }
  return nameOther(path)
}

function nameTurn(messages: JsonValue[], at: number, inside: FieldPath): NamedField {
  const message = messages[at]
  const blocks = listIn(message, 'content')
  const names = toolNames(messages)
  const [field, index, ...deeper] = inside
  const block = typeof index === 'number' ? blocks[index] : undefined
  if (field === 'content' && isResult(block)) {
    const rest = deeper[0] === 'toolResult' ? deeper.slice(1) : deeper
    const [list, , kind, ...value] = rest
    const within = list === 'content' && (kind === 'text' || kind === 'json') ? value : rest
    return nameMessage(at, resultWords([block as JsonValue], names), within)
  }
  const onlyResults = blocks.length > 0 && blocks.every(isResult)
  const what = onlyResults ? resultWords(blocks, names) : (textIn(message, 'role') ?? 'unknown role')
  const isText = field === 'content' && withoutText([index as number, ...deeper]).length === 0
  return nameMessage(at, what, isText ? [] : inside)
}

function nameToolConfig(body: JsonValue, path: FieldPath): NamedField {
  const [list, at, kind, field, ...inside] = path
  if (list === 'toolChoice') return { words: 'the tool choice', rest: path.slice(1) }
  if (list !== 'tools' || typeof at !== 'number') return { words: 'the tools', rest: path.slice(1) }
  const tool = listIn(fieldIn(body, 'toolConfig'), 'tools')[at]
  const name = textIn(fieldIn(tool, 'toolSpec'), 'name') ?? textIn(fieldIn(tool, 'systemTool'), 'name')
  const words = name === null ? `tool ${at + 1}` : `tool ${name}`
  if (kind !== 'toolSpec' || field === undefined) return { words, rest: path.slice(2) }
  if (field === 'inputSchema') {
    return {
      words: `the schema of ${words}`,
      rest: inside[0] === 'json' ? inside.slice(1) : [field, ...inside],
    }
  }
  return field === 'description'
    ? { words: `the description of ${words}`, rest: [] }
    : { words, rest: [field, ...inside] }
}

/** The path within a list of blocks; empty where it leads to the text of one. */
function withoutText(inside: FieldPath): FieldPath {
  const [index, field] = inside
  return inside.length === 2 && typeof index === 'number' && field === 'text' ? [] : inside
}

function isResult(block: JsonValue | undefined): boolean {
  return fieldIn(block, 'toolResult') !== undefined
}

function resultWords(blocks: readonly JsonValue[], names: ReadonlyMap<string, string>): string {
  const used = blocks.map(
    (block) => names.get(textIn(fieldIn(block, 'toolResult'), 'toolUseId') ?? '') ?? null,
  )
  if (used.length === 1 || used.includes(null)) return toolResultWords(used[0] ?? null)
  return `tool results of ${used.join(', ')}`
}
