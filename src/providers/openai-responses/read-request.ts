import type { RecordedRequest } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import type { Conversation, Message, ToolOffer } from '../dialect.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { requestJson } from '../request-body.ts'
import { readItem, toolNames } from './read-item.ts'

/** See `Dialect.readRequest`. `instructions` and the system and developer items at the start are the system prompt. */
export function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const instructions = textIn(body, 'instructions')
  const head: Message[] =
    instructions === null
      ? []
      : [{ role: 'system', parts: [{ kind: 'text', text: instructions }], path: ['instructions'] }]
  const items = readInput(body)
  const firstOther = items.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const start = firstOther === -1 ? items.length : firstOther
  return {
    system: [...head, ...items.slice(0, start)],
    messages: items.slice(start),
    tools: listIn(body, 'tools').map(readTool),
  }
}

function readInput(body: JsonValue | undefined): Message[] {
  const input = fieldIn(body, 'input')
  if (typeof input === 'string') {
    return [{ role: 'user', parts: [{ kind: 'text', text: input }], path: ['input'] }]
  }
  const items = listIn(body, 'input')
  const names = toolNames(items)
  return items.map((item, at) => ({ ...readItem(item, names), path: ['input', at] }))
}

/** A tool that is offered; `at`: its place in the list. */
export function readTool(tool: JsonValue, at: number): ToolOffer {
  const description = textIn(tool, 'description')
  const parameters = fieldIn(tool, 'parameters')
  return {
    name: textIn(tool, 'name') ?? textIn(tool, 'server_label') ?? textIn(tool, 'type') ?? 'unnamed',
    path: ['tools', at],
    ...(description === null ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
  }
}
