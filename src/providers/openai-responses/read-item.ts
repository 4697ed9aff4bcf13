import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Part } from '../dialect.ts'
import { fieldIn, listIn, parsedOrText, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'

/** An item of `input` or `output`: who speaks in it, and its parts. Both lists hold the same kinds of item. */
export function readItem(
  item: JsonValue,
  names: ReadonlyMap<string, string>,
): { role: string; parts: Part[] } {
  const type = textIn(item, 'type') ?? 'message'
  const id = textIn(item, 'call_id')
  if (type.endsWith('_call_output')) {
    const name = names.get(id ?? '') ?? null
    const parts = readContent(fieldIn(item, 'output'))
    return { role: 'tool', parts: [{ kind: 'tool_result', id, name, parts }] }
  }
  switch (type) {
    case 'message':
      return { role: textIn(item, 'role') ?? 'unknown', parts: readContent(fieldIn(item, 'content')) }
    case 'function_call': {
      const given = fieldIn(item, 'arguments') ?? null
      const value = typeof given === 'string' ? parsedOrText(given) : given
      return { role: 'assistant', parts: [{ kind: 'tool_call', id, name: nameOf(item), arguments: value }] }
    }
    case 'custom_tool_call': {
      const input = fieldIn(item, 'input') ?? null
      return { role: 'assistant', parts: [{ kind: 'tool_call', id, name: nameOf(item), arguments: input }] }
    }
    case 'reasoning':
      return { role: 'assistant', parts: readReasoning(item) }
    case 'image_generation_call': {
      const label = mediaLabel('generated image', { data: textIn(item, 'result') })
      return { role: 'assistant', parts: [{ kind: 'media', label }] }
    }
  }
  // Builtin tools (web search, file search, code interpreter, MCP) and whatever comes after them.
  return { role: 'assistant', parts: [{ kind: 'other', label: type, value: withoutIds(item) }] }
}

/** The name of every called tool, by the id of its call. */
export function toolNames(items: readonly JsonValue[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const item of items) {
    const id = textIn(item, 'call_id')
    const name = textIn(item, 'name')
    if (id !== null && name !== null) names.set(id, name)
  }
  return names
}

function nameOf(item: JsonValue): string {
  return textIn(item, 'name') ?? 'unnamed'
}

function readReasoning(item: JsonValue): Part[] {
  const texts = [...listIn(item, 'summary'), ...listIn(item, 'content')].map((part) => textIn(part, 'text'))
  const parts: Part[] = []
  for (const text of texts) if (text) parts.push({ kind: 'reasoning', text })
  const isHidden = parts.length === 0 && textIn(item, 'encrypted_content') !== null
  return isHidden ? [{ kind: 'other', label: 'encrypted reasoning', value: null }] : parts
}

function readContent(content: JsonValue | undefined): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.flatMap(readContentPart)
  return content === undefined || content === null
    ? []
    : [{ kind: 'other', label: 'content', value: content }]
}

function readContentPart(part: JsonValue): Part[] {
  if (typeof part === 'string') return [{ kind: 'text', text: part }]
  const type = textIn(part, 'type') ?? 'part'
  if (type === 'refusal') return [{ kind: 'refusal', text: textIn(part, 'refusal') ?? '' }]
  if (type === 'input_image' || type === 'computer_screenshot') {
    const url = textIn(part, 'image_url') ?? textIn(part, 'file_id')
    return [{ kind: 'media', label: mediaLabel('image', { url }) }]
  }
  if (type === 'input_file') {
    const name = textIn(part, 'filename') ?? textIn(part, 'file_id') ?? textIn(part, 'file_url') ?? ''
    const data = textIn(part, 'file_data')
    const source = data?.startsWith('data:') ? { url: data } : { data }
    return [{ kind: 'media', label: `file ${name}: ${mediaLabel('file', source)}` }]
  }
  if (type === 'input_audio') {
    const audio = fieldIn(part, 'input_audio') ?? part
    const kind = `audio ${textIn(audio, 'format') ?? ''}`.trim()
    return [{ kind: 'media', label: mediaLabel(kind, { data: textIn(audio, 'data') }) }]
  }
  const text = textIn(part, 'text')
  if (text === null) return [{ kind: 'other', label: type, value: part }]
  const citations = listIn(part, 'annotations').map(
    (value): Part => ({ kind: 'other', label: 'citation', value }),
  )
  return [{ kind: 'text', text }, ...citations]
}

// Ids differ between equal executions and say nothing to a reader.
function withoutIds(item: JsonValue): JsonValue {
  if (!isJsonObject(item)) return item
  return Object.fromEntries(Object.entries(item).filter(([key]) => !['id', 'type', 'status'].includes(key)))
}
