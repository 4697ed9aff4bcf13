import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Part } from '../dialect.ts'
import { fieldIn, jsonText, listIn, parsedOrText, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'

/** The parts of contents: a text, one content, or a list of them; a turn and a step carry a list inside. */
export function readContent(content: JsonValue | undefined): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.flatMap(readContent)
  if (!isJsonObject(content)) return []
  const type = textIn(content, 'type') ?? 'content'
  switch (type) {
    case 'text':
      return [{ kind: 'text', text: textIn(content, 'text') ?? '' }]
    case 'thought': {
      const texts = [
        textIn(content, 'text'),
        ...listIn(content, 'summary').map((part) => textIn(part, 'text')),
      ]
      const text = texts.filter(Boolean).join('\n\n')
      return text === '' ? [] : [{ kind: 'reasoning', text }]
    }
    case 'function_call': {
      const given = fieldIn(content, 'arguments') ?? {}
      const value = typeof given === 'string' ? parsedOrText(given) : given
      const name = textIn(content, 'name') ?? 'unnamed'
      return [{ kind: 'tool_call', id: textIn(content, 'id'), name, arguments: value }]
    }
    case 'function_result':
      return [readResult(content)]
    case 'image':
    case 'audio':
    case 'video':
    case 'document': {
      const label = mediaLabel(textIn(content, 'mime_type') ?? type, {
        data: textIn(content, 'data'),
        url: textIn(content, 'uri'),
      })
      return [{ kind: 'media', label }]
    }
  }
  const inner = fieldIn(content, 'content')
  return inner === undefined ? [{ kind: 'other', label: type, value: content }] : readContent(inner)
}

function readResult(content: JsonValue): Part {
  const result = fieldIn(content, 'result') ?? null
  const isContent = Array.isArray(result) && result.every((part) => textIn(part, 'type') !== null)
  const parts: Part[] =
    typeof result === 'string' || isContent ? readContent(result) : [{ kind: 'text', text: jsonText(result) }]
  return {
    kind: 'tool_result',
    id: textIn(content, 'call_id'),
    name: textIn(content, 'name'),
    parts,
    ...(fieldIn(content, 'is_error') === true ? { error: true } : {}),
  }
}
