import type { RecordedRequest } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import type { Conversation, Message, Part } from '../dialect.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { isSystemRole } from '../openai-chat/read-request.ts'
import { readTools } from '../openai-chat/read-tools.ts'
import { requestJson } from '../request-body.ts'
import { readImages, readMessageParts } from './read-message.ts'

/** See `Dialect.readRequest`. A chat, a prompt to go on with, or texts to embed. */
export function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const all = listIn(body, 'messages').map(readMessage)
  const firstOther = all.findIndex(({ role }) => !isSystemRole(role))
  const start = firstOther === -1 ? all.length : firstOther
  const prompt = textIn(body, 'system')
  const system: Message[] = prompt
    ? [{ role: 'system', parts: [{ kind: 'text', text: prompt }], path: ['system'] }]
    : []
  return {
    system: [...system, ...all.slice(0, start)],
    messages: [...all.slice(start), ...readPrompt(body), ...readInput(body)],
    tools: readTools(body),
  }
}

function readMessage(message: JsonValue, at: number): Message {
  const role = textIn(message, 'role') ?? 'unknown'
  const path = ['messages', at]
  const parts = readMessageParts(message)
  if (role !== 'tool') return { role, parts, path }
  const name = textIn(message, 'tool_name') ?? textIn(message, 'name')
  return { role, path, parts: [{ kind: 'tool_result', id: textIn(message, 'tool_call_id'), name, parts }] }
}

function readPrompt(body: JsonValue | undefined): Message[] {
  const text = textIn(body, 'prompt')
  if (text === null) return []
  const suffix = textIn(body, 'suffix')
  const after: Part[] = suffix ? [{ kind: 'other', label: 'suffix', value: suffix }] : []
  return [{ role: 'user', parts: [{ kind: 'text', text }, ...readImages(body), ...after], path: ['prompt'] }]
}

function readInput(body: JsonValue | undefined): Message[] {
  const input = fieldIn(body, 'input')
  const texts = Array.isArray(input) ? input : [input]
  return texts.flatMap((text, at): Message[] =>
    typeof text === 'string'
      ? [
          {
            role: 'user',
            parts: [{ kind: 'text', text }],
            path: Array.isArray(input) ? ['input', at] : ['input'],
          },
        ]
      : [],
  )
}
