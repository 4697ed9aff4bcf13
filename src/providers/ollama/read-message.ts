import type { JsonValue } from '../../json/value.ts'
import type { Part } from '../dialect.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'

/** The parts of a message, of a request or an answer alike: thoughts, text, images, calls. */
export function readMessageParts(message: JsonValue | undefined): Part[] {
  const parts: Part[] = []
  const thinking = textIn(message, 'thinking')
  if (thinking) parts.push({ kind: 'reasoning', text: thinking })
  const calls = listIn(message, 'tool_calls').map(readCall)
  const images = readImages(message)
  const text = textIn(message, 'content')
  if (text !== null && (text !== '' || parts.length + calls.length + images.length === 0))
    parts.push({ kind: 'text', text })
  return [...parts, ...images, ...calls]
}

/** The images beside a message or prompt: base64 without a type. */
export function readImages(value: JsonValue | undefined): Part[] {
  return listIn(value, 'images').flatMap((data): Part[] =>
    typeof data === 'string' ? [{ kind: 'media', label: mediaLabel('image', { data }) }] : [],
  )
}

function readCall(call: JsonValue): Part {
  const definition = fieldIn(call, 'function')
  return {
    kind: 'tool_call',
    id: textIn(call, 'id'),
    name: textIn(definition, 'name') ?? 'unnamed',
    arguments: fieldIn(definition, 'arguments') ?? {},
  }
}
