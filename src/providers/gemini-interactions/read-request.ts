import type { RecordedRequest } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Conversation, Message, ToolOffer } from '../dialect.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { requestJson } from '../request-body.ts'
import { readContent } from './read-content.ts'

/** See `Dialect.readRequest`. `input` is a text, contents of one message, or turns and steps with a role of their own. */
export function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const prompt = readContent(fieldIn(body, 'system_instruction'))
  const system: Message[] =
    prompt.length > 0 ? [{ role: 'system', parts: prompt, path: ['system_instruction'] }] : []
  return { system, messages: readInput(fieldIn(body, 'input')), tools: listIn(body, 'tools').map(readTool) }
}

/** Whether an item of `input` is a message by itself, not a piece of one. */
export function isTurn(item: JsonValue | undefined): boolean {
  return textIn(item, 'role') !== null || ['user_input', 'model_output'].includes(textIn(item, 'type') ?? '')
}

/** Who speaks in an item of `input`. */
export function roleOf(item: JsonValue | undefined): string {
  const role = textIn(item, 'role') ?? textIn(item, 'type') ?? 'user'
  return ['model', 'model_output', 'thought', 'function_call'].includes(role) ? 'assistant' : 'user'
}

function readInput(input: JsonValue | undefined): Message[] {
  if (!Array.isArray(input) || !input.some(isTurn)) {
    const parts = readContent(input)
    return parts.length > 0 ? [{ role: 'user', parts, path: ['input'] }] : []
  }
  return input.map((item, at) => {
    const parts = readContent(textIn(item, 'role') === null ? item : fieldIn(item, 'content'))
    return { role: roleOf(item), parts, path: ['input', at] }
  })
}

function readTool(tool: JsonValue, at: number): ToolOffer {
  const description = textIn(tool, 'description')
  const parameters = fieldIn(tool, 'parameters')
  return {
    name: textIn(tool, 'name') ?? textIn(tool, 'type') ?? 'unnamed',
    path: ['tools', at],
    ...(description === null ? {} : { description }),
    ...(isJsonObject(parameters) ? { parameters } : {}),
  }
}
