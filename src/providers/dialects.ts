import { anthropicMessages } from './anthropic-messages/dialect.ts'
import type { Dialect } from './dialect.ts'
import { openaiChat } from './openai-chat/dialect.ts'
import { openaiResponses } from './openai-responses/dialect.ts'
import { plain } from './plain/dialect.ts'

/** Every dialect, `plain` last. */
export const dialects: readonly Dialect[] = [openaiChat, openaiResponses, anthropicMessages, plain]

/** The dialect of a recorded id. An id of another version or plugin reads as `plain`; never throws. */
export function dialectById(id: string): Dialect {
  return dialects.find((dialect) => dialect.id === id) ?? plain
}
