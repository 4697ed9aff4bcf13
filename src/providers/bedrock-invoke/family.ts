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

/** The family of an answer, whole or in the chunks of a stream, by its form alone. */
export function familyOfAnswer(chunks: readonly JsonValue[]): Family {
  const some = (test: (chunk: JsonValue) => boolean) => chunks.some(test)
  if (some((chunk) => /^(?:message|content_block)/.test(textIn(chunk, 'type') ?? ''))) return 'anthropic'
  if (
    some((chunk) => isJsonObject(fieldIn(chunk, 'output')) || converseEvents.some((key) => has(chunk, key)))
  )
    return 'converse'
  if (some((chunk) => listIn(chunk, 'choices').some((one) => has(one, 'message') || has(one, 'delta'))))
    return 'chat'
  const isCohere = (chunk: JsonValue) =>
    has(chunk, 'event_type') ||
    has(chunk, 'response_type') ||
    (has(chunk, 'generation_id') && has(chunk, 'text'))
  return some(isCohere) ? 'cohere' : 'prompt'
}

const converseEvents = ['messageStart', 'contentBlockDelta', 'messageStop']

function has(value: JsonValue, key: string): boolean {
  return fieldIn(value, key) !== undefined
}

/** Blocks without a type, each named by its only key. */
function hasBareBlocks(message: JsonValue): boolean {
  const blocks = listIn(message, 'content')
  return blocks.length > 0 && blocks.every((block) => isJsonObject(block) && textIn(block, 'type') === null)
}

function isList(body: JsonValue | undefined, key: string): boolean {
  return listIn(body, key).length > 0
}
