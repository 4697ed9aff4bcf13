import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request, its response, and what the provider remembers. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  body: unknown
  /** How many requests came so far, this one included. */
  count: number
  keys: string[] | undefined
  pace: number
  /** How often an equal request came before. */
  seen: Map<string, number>
  /** Items of stored responses, for `previous_response_id`. */
  conversations: Map<string, unknown[]>
}

/** The text of the last user message in any of the formats. */
export function lastUserText(body: unknown): string {
  const fields = (body ?? {}) as Record<
    'messages' | 'input' | 'inputs' | 'inputText' | 'contents' | 'message' | 'prompt',
    unknown
  >
  const { prompt } = (fields.input ?? {}) as { prompt?: unknown }
  const given = [fields.input, fields.inputs, fields.inputText, fields.message, fields.prompt, prompt]
  const text = given.find((field) => typeof field === 'string')
  if (typeof text === 'string') return text
  const list = [fields.messages, fields.input, fields.contents].find(Array.isArray) ?? []
  // Gemini and Bedrock send the results of tools as the user's.
  const user = list.findLast(
    (item: { role?: unknown; parts?: unknown; content?: unknown } | null) =>
      item?.role === 'user' &&
      !/^\[\{"(?:functionResponse|toolResult)"/.test(JSON.stringify(item.parts ?? item.content ?? '')),
  )
  return user === undefined ? '' : JSON.stringify(user.content ?? user.parts ?? '')
}
