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
  const fields = (body ?? {}) as Record<'messages' | 'input' | 'contents' | 'message' | 'prompt', unknown>
  const text = [fields.input, fields.message, fields.prompt].find((field) => typeof field === 'string')
  if (typeof text === 'string') return text
  const list = [fields.messages, fields.input, fields.contents].find(Array.isArray) ?? []
  // Gemini sends the results of tools as the user's.
  const user = list.findLast(
    (item: { role?: unknown; parts?: unknown } | null) =>
      item?.role === 'user' && !JSON.stringify(item.parts ?? '').startsWith('[{"functionResponse"'),
  )
  return user === undefined ? '' : JSON.stringify(user.content ?? user.parts ?? '')
}
