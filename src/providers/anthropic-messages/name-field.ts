import type { FieldPath } from '../../json/path.ts'
import type { JsonValue } from '../../json/value.ts'
import { listIn, textIn } from '../fields.ts'
import {
  type NamedField,
  nameMessage,
  nameOther,
  nameTool,
  toolResultWords,
  withoutContent,
} from '../name-field.ts'
import { toolNames } from './read-request.ts'

/** See `Dialect.nameField`. A message that only brings tool results is named by them. */
export function nameField(body: JsonValue, path: FieldPath): NamedField {
  const [list, at, ...inside] = path
  if (list === 'system')
    return { words: 'the system prompt', rest: withoutContent(['content', ...path.slice(1)]) }
  if (typeof at !== 'number') return nameOther(path)
  if (list === 'tools') return nameTool(body, path)
  if (list !== 'messages') return nameOther(path)
  const messages = listIn(body, 'messages')
  const message = messages[at]
  const blocks = listIn(message, 'content')
  const names = toolNames(messages)
  const block = typeof inside[1] === 'number' ? blocks[inside[1]] : undefined
  if (inside[0] === 'content' && isResult(block)) {
    return nameMessage(at, resultWords([block as JsonValue], names), withoutContent(inside.slice(2)))
  }
  const onlyResults = blocks.length > 0 && blocks.every(isResult)
  const what = onlyResults ? resultWords(blocks, names) : (textIn(message, 'role') ?? 'unknown role')
  return nameMessage(at, what, inside)
}

function isResult(block: JsonValue | undefined): boolean {
  return (textIn(block, 'type') ?? '').endsWith('tool_result')
}

function resultWords(blocks: readonly JsonValue[], names: ReadonlyMap<string, string>): string {
  const used = blocks.map((block) => names.get(textIn(block, 'tool_use_id') ?? '') ?? null)
  if (used.length === 1 || used.includes(null)) return toolResultWords(used[0] ?? null)
  return `tool results of ${used.join(', ')}`
}
