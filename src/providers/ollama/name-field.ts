import type { FieldPath } from '../../json/path.ts'
import type { JsonValue } from '../../json/value.ts'
import { listIn, textIn } from '../fields.ts'
import { type NamedField, nameMessage, toolResultWords } from '../name-field.ts'
import { nameField as nameChatField } from '../openai-chat/name-field.ts'

/** See `Dialect.nameField`. Messages and tools stand where OpenAI has them; results name their tool themselves. */
export function nameField(body: JsonValue, path: FieldPath): NamedField {
  const [first, at, ...inside] = path
  if (first === 'system') return { words: 'the system prompt', rest: path.slice(1) }
  if (first === 'prompt') return nameMessage(0, 'user', path.slice(1))
  if (first === 'options' && typeof at === 'string') return { words: at, rest: inside }
  if (first === 'input' && typeof at === 'number') return { words: `text ${at + 1}`, rest: inside }
  const message = first === 'messages' && typeof at === 'number' ? listIn(body, 'messages')[at] : undefined
  const tool = textIn(message, 'tool_name')
  return tool === null || typeof at !== 'number'
    ? nameChatField(body, path)
    : nameMessage(at, toolResultWords(tool), inside)
}
