import type { RecordedRequest } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Conversation, Message, ToolOffer } from '../dialect.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { requestJson } from '../request-body.ts'
import { either, eitherList, writtenName } from './either.ts'
import { readContent } from './read-content.ts'

/** See `Dialect.readRequest`. Contents to answer, to count, or to embed. */
export function readRequest(request: RecordedRequest): Conversation {
  const body = requestJson(request)
  // `countTokens` may carry a whole request inside.
  const inner = writtenName(body, 'generateContentRequest')
  const isInside = isJsonObject(fieldIn(body, inner))
  const asked = isInside ? fieldIn(body, inner) : body
  const root = isInside ? [inner] : []
  const systemName = writtenName(asked, 'systemInstruction')
  const prompt = readContent(fieldIn(asked, systemName))
  const system: Message[] =
    prompt.length > 0 ? [{ role: 'system', parts: prompt, path: [...root, systemName] }] : []
  const messages = listIn(asked, 'contents').map((content, at) =>
    readMessage(content, [...root, 'contents', at]),
  )
  const tools = listIn(asked, 'tools').flatMap((tool, at) => readTools(tool, [...root, 'tools', at]))
  return { system, messages: [...messages, ...readTexts(body)], tools }
}

/** Who speaks, as every dialect calls it. */
export function roleOf(content: JsonValue | undefined): string {
  const role = textIn(content, 'role') ?? 'user'
  return { model: 'assistant', function: 'tool' }[role] ?? role
}

function readMessage(content: JsonValue, path: Message['path']): Message {
  return { role: roleOf(content), parts: readContent(content), path }
}

/** What is to be embedded: one content, many requests, or Vertex AI's instances. */
function readTexts(body: JsonValue | undefined): Message[] {
  const content = fieldIn(body, 'content')
  if (isJsonObject(content)) return [{ ...readMessage(content, ['content']), role: 'user' }]
  const requests = listIn(body, 'requests').map((request, at): Message => {
    return { ...readMessage(fieldIn(request, 'content') ?? null, ['requests', at]), role: 'user' }
  })
  const instances = listIn(body, 'instances').map((instance, at): Message => {
    const text = textIn(instance, 'content') ?? textIn(instance, 'prompt')
    const parts: Message['parts'] =
      text === null ? [{ kind: 'other', label: 'instance', value: instance }] : [{ kind: 'text', text }]
    return { role: 'user', parts, path: ['instances', at] }
  })
  return [...requests, ...instances]
}

/** One entry of `tools` declares many functions, or switches on tools of Google's own. */
function readTools(tool: JsonValue, path: ToolOffer['path']): ToolOffer[] {
  if (!isJsonObject(tool)) return []
  return Object.keys(tool).flatMap((key): ToolOffer[] => {
    if (key !== writtenName(tool, 'functionDeclarations')) return [{ name: key, path: [...path, key] }]
    return eitherList(tool, 'functionDeclarations').map((declaration, at) => {
      const description = textIn(declaration, 'description')
      const parameters = either(declaration, 'parameters') ?? either(declaration, 'parametersJsonSchema')
      return {
        name: textIn(declaration, 'name') ?? 'unnamed',
        path: [...path, key, at],
        ...(description === null ? {} : { description }),
        ...(parameters === undefined ? {} : { parameters: withLowerTypes(parameters, 0) }),
      }
    })
  })
}

/** Google writes `OBJECT` and `STRING` where JSON schema has lower case. */
function withLowerTypes(schema: JsonValue, depth: number): JsonValue {
  if (depth > 64) return schema
  if (Array.isArray(schema)) return schema.map((item) => withLowerTypes(item, depth + 1))
  if (!isJsonObject(schema)) return schema
  const fields = Object.entries(schema).map(([key, value]): [string, JsonValue] => [
    key,
    key === 'type' && typeof value === 'string' ? value.toLowerCase() : withLowerTypes(value, depth + 1),
  ])
  return Object.fromEntries(fields)
}
