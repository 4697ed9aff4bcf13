import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import type { Part } from '../dialect.ts'
import { fieldIn, listIn, objectIn, parsedOrText, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'

/** The parts of a chat message, of a request or an answer alike: reasoning, content, refusal, calls, then the rest. */
export function readMessageParts(message: JsonObject): Part[] {
  const parts: Part[] = []
  const reasoning = textIn(message, 'reasoning_content') ?? textIn(message, 'reasoning')
  if (reasoning) parts.push({ kind: 'reasoning', text: reasoning })
  parts.push(...readContent(message.content))
  const refusal = textIn(message, 'refusal')
  if (refusal) parts.push({ kind: 'refusal', text: refusal })
  for (const image of listIn(message, 'images')) parts.push(readContentPart(image))
  const audio = fieldIn(message, 'audio')
  if (isJsonObject(audio)) {
    parts.push({ kind: 'media', label: mediaLabel('audio', { data: textIn(audio, 'data') }) })
    const transcript = textIn(audio, 'transcript')
    if (transcript) parts.push({ kind: 'text', text: transcript })
  }
  for (const call of listIn(message, 'tool_calls')) parts.push(readToolCall(call))
  const legacyCall = fieldIn(message, 'function_call')
  if (isJsonObject(legacyCall)) parts.push(readToolCall({ function: legacyCall }))
  for (const note of listIn(message, 'annotations'))
    parts.push({ kind: 'other', label: 'citation', value: note })
  for (const tool of listIn(message, 'executed_tools')) {
    parts.push({ kind: 'other', label: textIn(tool, 'type') ?? 'executed tool', value: tool })
  }
  // Mistral continues such a message instead of answering it.
  if (message.prefix === true)
    parts.push({ kind: 'other', label: 'the answer goes on from here', value: null })
  return parts
}

/** The parts of a `content` field: a string, or a list of typed parts. */
export function readContent(content: JsonValue | undefined): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.map(readContentPart)
  return content === undefined || content === null
    ? []
    : [{ kind: 'other', label: 'content', value: content }]
}

function readContentPart(part: JsonValue): Part {
  if (typeof part === 'string') return { kind: 'text', text: part }
  const type = textIn(part, 'type')
  const text = textIn(part, 'text')
  switch (type) {
    case 'refusal':
      return { kind: 'refusal', text: textIn(part, 'refusal') ?? '' }
    case 'thinking':
      return { kind: 'reasoning', text: thinkingText(fieldIn(part, 'thinking')) }
    case 'image_url': {
      const url = textIn(fieldIn(part, 'image_url'), 'url') ?? textIn(part, 'image_url')
      return { kind: 'media', label: mediaLabel('image', { url }) }
    }
    case 'input_audio': {
      const audio = objectIn(part, 'input_audio')
      const kind = `audio ${textIn(audio, 'format') ?? ''}`.trim()
      return { kind: 'media', label: mediaLabel(kind, { data: textIn(audio, 'data') }) }
    }
    case 'document_url': {
      const url = textIn(part, 'document_url')
      return { kind: 'media', label: mediaLabel(textIn(part, 'document_name') ?? 'document', { url }) }
    }
    case 'file': {
      const file = objectIn(part, 'file')
      const kind = `file ${textIn(file, 'filename') ?? textIn(file, 'file_id') ?? ''}`.trim()
      return { kind: 'media', label: fileLabel(kind, textIn(file, 'file_data')) }
    }
  }
  return text === null ? { kind: 'other', label: type ?? 'part', value: part } : { kind: 'text', text }
}

function fileLabel(name: string, data: string | null): string {
  if (!data) return name
  return data.startsWith('data:')
    ? `${name}: ${mediaLabel('file', { url: data })}`
    : mediaLabel(name, { data })
}

// Mistral sends thinking as a list of text parts.
function thinkingText(thinking: JsonValue | undefined): string {
  if (typeof thinking === 'string') return thinking
  return Array.isArray(thinking) ? thinking.map((part) => textIn(part, 'text') ?? '').join('') : ''
}

/** A call of a tool, its arguments parsed where they are JSON. */
export function readToolCall(call: JsonValue): Part {
  const definition = fieldIn(call, 'function')
  const custom = fieldIn(call, 'custom')
  const id = textIn(call, 'id')
  if (isJsonObject(custom)) {
    return {
      kind: 'tool_call',
      id,
      name: textIn(custom, 'name') ?? 'unnamed',
      arguments: textIn(custom, 'input') ?? '',
    }
  }
  const given = fieldIn(definition, 'arguments') ?? null
  const name = textIn(definition, 'name') ?? 'unnamed'
  return { kind: 'tool_call', id, name, arguments: typeof given === 'string' ? parsedOrText(given) : given }
}
