import { anthropicMessages } from './anthropic-messages/dialect.ts'
import { bedrockConverse } from './bedrock-converse/dialect.ts'
import { bedrockGuardrail } from './bedrock-guardrail/dialect.ts'
import { bedrockInvoke } from './bedrock-invoke/dialect.ts'
import { cohere } from './cohere/dialect.ts'
import type { Dialect } from './dialect.ts'
import { gemini } from './gemini/dialect.ts'
import { geminiInteractions } from './gemini-interactions/dialect.ts'
import { huggingface } from './huggingface/dialect.ts'
import { ollama } from './ollama/dialect.ts'
import { openaiAudio } from './openai-audio/dialect.ts'
import { openaiChat } from './openai-chat/dialect.ts'
import { openaiCompletions } from './openai-completions/dialect.ts'
import { openaiEmbeddings } from './openai-embeddings/dialect.ts'
import { openaiImages } from './openai-images/dialect.ts'
import { openaiModerations } from './openai-moderations/dialect.ts'
import { openaiRealtime } from './openai-realtime/dialect.ts'
import { openaiResponses } from './openai-responses/dialect.ts'
import { plain } from './plain/dialect.ts'
import { replicate } from './replicate/dialect.ts'
import { rerank } from './rerank/dialect.ts'
import { voyage } from './voyage/dialect.ts'

/** Every dialect, `plain` last. */
export const dialects: readonly Dialect[] = [
  openaiChat,
  openaiResponses,
  anthropicMessages,
  gemini,
  geminiInteractions,
  cohere,
  ollama,
  openaiCompletions,
  openaiEmbeddings,
  openaiImages,
  openaiAudio,
  openaiModerations,
  openaiRealtime,
  bedrockConverse,
  bedrockInvoke,
  bedrockGuardrail,
  rerank,
  voyage,
  replicate,
  huggingface,
  plain,
]

/** The dialect of a recorded id. An id of another version or plugin reads as `plain`; never throws. */
export function dialectById(id: string): Dialect {
  return dialects.find((dialect) => dialect.id === id) ?? plain
}
