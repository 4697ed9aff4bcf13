import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'

/**
 * Whose payload an invocation carries: Anthropic's messages, Cohere's chat, OpenAI's chat (which Mistral, AI21, Qwen and
 * others speak), Converse's form (Amazon Nova), or a `prompt` with an answer of the maker's own (everybody else: Titan,
 * Llama, Mistral and Claude of old, images, embeddings).
 */
export type Family = 'anthropic' | 'cohere' | 'chat' | 'converse' | 'prompt'

/** The family of a request body. The model's name tells where the form alone does not. */
export function familyOf(body: JsonValue | undefined, model: string | null): Family {
  if (textIn(body, 'anthropic_version') !== null) return 'anthropic'
  const messages = listIn(body, 'messages')
  if (messages.length > 0) {
    const isConverse =
      textIn(body, 'schemaVersion') !== null ||
      fieldIn(body, 'inferenceConfig') !== undefined ||
      fieldIn(body, 'toolConfig') !== undefined ||
      messages.every(hasBareBlocks)
    if (isConverse) return 'converse'
    return /(?:^|[./])anthropic\./.test(model ?? '') ? 'anthropic' : 'chat'
  }
  const isCohere =
    textIn(body, 'message') !== null || ['texts', 'documents', 'images'].some((key) => isList(body, key))
  return isCohere && textIn(body, 'prompt') === null ? 'cohere' : 'prompt'
}

/** Blocks without a type, each named by its only key. */
function hasBareBlocks(message: JsonValue): boolean {
  const blocks = listIn(message, 'content')
  return blocks.length > 0 && blocks.every((block) => isJsonObject(block) && textIn(block, 'type') === null)
}

function isList(body: JsonValue | undefined, key: string): boolean {
  return listIn(body, key).length > 0
}
