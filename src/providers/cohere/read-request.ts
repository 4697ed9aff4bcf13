import type { RecordedRequest } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Conversation, Message, Part, ToolOffer } from '../dialect.ts'
import { fieldIn, listIn, objectIn, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'
import { readRequest as readChatRequest } from '../openai-chat/read-request.ts'
import { requestJson } from '../request-body.ts'
import { readHistory } from './read-history.ts'

/** See `Dialect.readRequest`. Version 2 asks in OpenAI's form, version 1 in its own; then embed and rerank. */
export function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  const documents = readDocuments(body)
  if (fieldIn(body, 'messages') !== undefined) {
    const chat = readChatRequest(request)
    return { ...chat, messages: [...chat.messages, ...documents] }
  }
  const preamble = textIn(body, 'preamble')
  const system: Message[] =
    preamble === null
      ? []
      : [{ role: 'system', parts: [{ kind: 'text', text: preamble }], path: ['preamble'] }]
  return {
    system,
    messages: [...readHistory(body), ...readQuery(body), ...documents, ...readInputs(body)],
    tools: [...listIn(body, 'tools').map(readTool), ...readConnectors(body)],
  }
}

function readQuery(body: JsonValue | undefined): Message[] {
  const text = textIn(body, 'query')
  return text === null ? [] : [{ role: 'user', parts: [{ kind: 'text', text }], path: ['query'] }]
}

/** What an answer shall rest on, or what is to be ranked. */
function readDocuments(body: JsonValue | undefined): Message[] {
  const parts = listIn(body, 'documents').map((document, at): Part => {
    const data = fieldIn(document, 'data') ?? document
    const fields = isJsonObject(data) ? Object.entries(data).filter(([key]) => key !== 'id') : []
    const value = textIn(data, 'text') !== null && fields.length === 1 ? textIn(data, 'text') : data
    return { kind: 'other', label: `document ${at + 1}`, value }
  })
  return parts.length > 0 ? [{ role: 'user', parts, path: ['documents'] }] : []
}

/** What is to be embedded: texts, images, or inputs of both. */
function readInputs(body: JsonValue | undefined): Message[] {
  const texts = listIn(body, 'texts').map((text, at): Message => {
    return { role: 'user', parts: [{ kind: 'text', text: String(text) }], path: ['texts', at] }
  })
  const images = listIn(body, 'images').map((url, at): Message => {
    const label = mediaLabel('image', { url: typeof url === 'string' ? url : null })
    return { role: 'user', parts: [{ kind: 'media', label }], path: ['images', at] }
  })
  const inputs = listIn(body, 'inputs').map((input, at): Message => {
    const parts = listIn(input, 'content').map((part): Part => {
      const url = textIn(objectIn(part, 'image_url'), 'url')
      return url === null
        ? { kind: 'text', text: textIn(part, 'text') ?? '' }
        : { kind: 'media', label: mediaLabel('image', { url }) }
    })
    return { role: 'user', parts, path: ['inputs', at] }
  })
  return [...texts, ...images, ...inputs]
}

function readTool(tool: JsonValue, at: number): ToolOffer {
  const description = textIn(tool, 'description')
  const definitions = fieldIn(tool, 'parameter_definitions')
  return {
    name: textIn(tool, 'name') ?? 'unnamed',
    path: ['tools', at],
    ...(description === null ? {} : { description }),
    ...(isJsonObject(definitions) ? { parameters: schemaOf(definitions) } : {}),
  }
}

/** A JSON schema of the parameter definitions of version 1, whose types are those of Python: `str`, `int`. */
function schemaOf(definitions: { [name: string]: JsonValue }): JsonValue {
  const names = Object.keys(definitions)
  return {
    type: 'object',
    properties: definitions,
    required: names.filter((name) => fieldIn(definitions[name], 'required') === true),
  }
}

function readConnectors(body: JsonValue | undefined): ToolOffer[] {
  return listIn(body, 'connectors').map((connector, at) => ({
    name: textIn(connector, 'id') ?? 'connector',
    path: ['connectors', at],
  }))
}
