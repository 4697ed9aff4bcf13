import { type FieldPath, formatPath } from '../../json/path.ts'
import type { JsonValue } from '../../json/value.ts'
import { nameField as nameMessagesField } from '../anthropic-messages/name-field.ts'
import { nameField as nameConverseField } from '../bedrock-converse/name-field.ts'
import { nameField as nameCohereField } from '../cohere/name-field.ts'
import { type NamedField, nameOther } from '../name-field.ts'
import { nameField as nameChatField } from '../openai-chat/name-field.ts'
import { familyOf } from './family.ts'
import { promptFields } from './read-prompt.ts'

/** See `Dialect.nameField`. */
export function nameField(body: JsonValue, path: FieldPath): NamedField {
  switch (familyOf(body, null)) {
    case 'anthropic':
      return nameMessagesField(body, path)
    case 'chat':
      return nameChatField(body, path)
    case 'cohere':
      return nameCohereField(body, path)
    case 'converse':
      return nameConverseField(body, path)
    case 'prompt':
      return namePromptField(path)
  }
}

function namePromptField(path: FieldPath): NamedField {
  const [first, second, ...inside] = path
  const isImage = /image$/i.test(String(first))
  if ((promptFields as readonly unknown[]).includes(first))
    return { words: isImage ? 'the image' : 'the prompt', rest: path.slice(1) }
  if (second === 'text' && /Params$/.test(String(first))) return { words: 'the prompt', rest: inside }
  // Titan puts its settings together.
  const isSetting = /Config$/.test(String(first)) && second !== undefined
  return isSetting ? { words: formatPath([second]), rest: inside } : nameOther(path)
}
