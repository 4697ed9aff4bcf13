import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Part } from '../dialect.ts'
import { fieldIn, listIn, objectIn, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'

/** The parts of a `content` (or `system`) field: a string, or a list of blocks. */
export function readContent(content: JsonValue | undefined, names: ReadonlyMap<string, string>): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.flatMap((block) => readBlock(block, names))
  return content === undefined || content === null
    ? []
    : [{ kind: 'other', label: 'content', value: content }]
}

function readBlock(block: JsonValue, names: ReadonlyMap<string, string>): Part[] {
  const type = textIn(block, 'type') ?? 'block'
  switch (type) {
    case 'text': {
      const citations = listIn(block, 'citations')
      const notes = citations.map(
        (value): Part => ({ kind: 'other', label: 'citation', value: withoutHidden(value) }),
      )
      return [{ kind: 'text', text: textIn(block, 'text') ?? '' }, ...notes]
    }
    case 'thinking': {
      const text = textIn(block, 'thinking') ?? ''
      return text === ''
        ? [{ kind: 'other', label: 'thinking that is not shown', value: null }]
        : [{ kind: 'reasoning', text }]
    }
    case 'redacted_thinking':
      return [{ kind: 'other', label: 'redacted thinking', value: null }]
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const input = fieldIn(block, 'input') ?? null
      const name = textIn(block, 'name') ?? 'unnamed'
      return [{ kind: 'tool_call', id: textIn(block, 'id'), name, arguments: input }]
    }
    case 'image':
    case 'document':
      return [{ kind: 'media', label: sourceLabel(type, block) }]
  }
  if (type.endsWith('tool_result')) return [readToolResult(type, block, names)]
  return [{ kind: 'other', label: type, value: withoutHidden(block) }]
}

function readToolResult(type: string, block: JsonValue, names: ReadonlyMap<string, string>): Part {
  const id = textIn(block, 'tool_use_id')
  const content = fieldIn(block, 'content')
  const isOwnTool = type === 'tool_result' || type === 'mcp_tool_result'
  const hidden = withoutHidden(content ?? null)
  const parts: Part[] = isOwnTool
    ? readContent(content, names)
    : [{ kind: 'other', label: type, value: hidden }]
  const name = names.get(id ?? '') ?? null
  return {
    kind: 'tool_result',
    id,
    name,
    parts,
    ...(fieldIn(block, 'is_error') === true ? { error: true } : {}),
  }
}

function sourceLabel(type: string, block: JsonValue): string {
  const source = objectIn(block, 'source')
  const title = textIn(block, 'title')
  const kind = textIn(source, 'media_type') ?? type
  const data = textIn(source, 'data')
  // A plain-text document holds its text itself, not base64 of it.
  const isText = textIn(source, 'type') === 'text'
  const url =
    isText && data !== null ? `data:${kind},${data}` : (textIn(source, 'url') ?? textIn(source, 'file_id'))
  const label = mediaLabel(kind, isText ? { url } : { data, url })
  return title === null ? label : `${title}: ${label}`
}

/** Search results without what only the model can read; it changes with every call. */
function withoutHidden(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => (isJsonObject(item) ? withoutHidden(item) : item))
  if (!isJsonObject(value)) return value
  const shown = Object.entries(value).filter(
    ([key]) => !key.startsWith('encrypted_') && key !== 'cache_control',
  )
  return Object.fromEntries(shown)
}
