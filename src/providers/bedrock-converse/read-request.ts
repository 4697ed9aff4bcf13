import type { RecordedRequest } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import type { Conversation, Message, ToolOffer } from '../dialect.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { requestJson } from '../request-body.ts'
import { readContent, toolNames } from './read-block.ts'

/** See `Dialect.readRequest`. Counting tokens asks the same under `input.converse`. */
export function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const counted = fieldIn(fieldIn(body, 'input'), 'converse')
  return readConversation(counted ?? body, counted === undefined ? [] : ['input', 'converse'])
}

/** A conversation in Converse's form, which Amazon's own models take too; `at` is where it stands in the request body. */
export function readConversation(body: JsonValue | undefined, at: readonly string[] = []): Conversation {
  const list = listIn(body, 'messages')
  const names = toolNames(list)
  const prompt = readContent(fieldIn(body, 'system'), names)
  const system: Message[] =
    prompt.length > 0 ? [{ role: 'system', parts: prompt, path: [...at, 'system'] }] : []
  const messages = list.map((message, index): Message => {
    const role = textIn(message, 'role') ?? 'unknown'
    return { role, parts: readContent(fieldIn(message, 'content'), names), path: [...at, 'messages', index] }
  })
  const offered = listIn(fieldIn(body, 'toolConfig'), 'tools')
  const tools = offered.flatMap((tool, index) => readTool(tool, [...at, 'toolConfig', 'tools', index]))
  return { system, messages, tools }
}

function readTool(tool: JsonValue, path: ToolOffer['path']): ToolOffer[] {
  const spec = fieldIn(tool, 'toolSpec') ?? fieldIn(tool, 'systemTool')
  // A cache point between tools is none.
  if (spec === undefined) return []
  const description = textIn(spec, 'description')
  const parameters = fieldIn(fieldIn(spec, 'inputSchema'), 'json')
  return [
    {
      name: textIn(spec, 'name') ?? 'unnamed',
      path,
      ...(description === null ? {} : { description }),
      ...(parameters === undefined ? {} : { parameters }),
    },
  ]
}
