import type { RecordedRequest } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import type { Conversation, Message, ToolOffer } from '../dialect.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { requestJson } from '../request-body.ts'
import { readContent } from './read-block.ts'

/** See `Dialect.readRequest`. */
export function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const list = listIn(body, 'messages')
  const names = toolNames(list)
  const prompt = readContent(fieldIn(body, 'system'), names)
  const system: Message[] = prompt.length > 0 ? [{ role: 'system', parts: prompt, path: ['system'] }] : []
  const messages = list.map((message, at): Message => {
    const role = textIn(message, 'role') ?? 'unknown'
    return { role, parts: readContent(fieldIn(message, 'content'), names), path: ['messages', at] }
  })
  return { system, messages, tools: listIn(body, 'tools').map(readTool) }
}

/** The name of every tool that was used, by the id of its use. */
export function toolNames(messages: readonly JsonValue[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const block of messages.flatMap((message) => listIn(message, 'content'))) {
    const id = textIn(block, 'id')
    const name = textIn(block, 'name')
    if (id !== null && name !== null) names.set(id, name)
  }
  return names
}

function readTool(tool: JsonValue, at: number): ToolOffer {
  const description = textIn(tool, 'description')
  const parameters = fieldIn(tool, 'input_schema')
  return {
    name: textIn(tool, 'name') ?? textIn(tool, 'type') ?? 'unnamed',
    path: ['tools', at],
    ...(description === null ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
  }
}
