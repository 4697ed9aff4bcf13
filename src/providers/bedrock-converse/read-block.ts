import { isJsonObject, type JsonValue } from '../../json/value.ts'
import type { Part } from '../dialect.ts'
import { fieldIn, listIn, objectIn, textIn } from '../fields.ts'
import { bytesLabel, mediaLabel } from '../media.ts'

/**
 * The parts of a list of content blocks: `[{ text }, { toolUse }, …]`, each named by its only key.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html
 */
export function readContent(content: JsonValue | undefined, names: ReadonlyMap<string, string>): Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  return Array.isArray(content) ? content.flatMap((block) => readBlock(block, names)) : []
}

/** The name of every tool that was used, by the id of its use. */
export function toolNames(messages: readonly JsonValue[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const block of messages.flatMap((message) => listIn(message, 'content'))) {
    const use = fieldIn(block, 'toolUse')
    const id = textIn(use, 'toolUseId')
    const name = textIn(use, 'name')
    if (id !== null && name !== null) names.set(id, name)
  }
  return names
}

function readBlock(block: JsonValue, names: ReadonlyMap<string, string>): Part[] {
  const text = textIn(block, 'text')
  if (text !== null) return [{ kind: 'text', text }]
  const [key = 'block'] = isJsonObject(block) ? Object.keys(block) : []
  const value = fieldIn(block, key) ?? null
  switch (key) {
    case 'toolUse': {
      const name = textIn(value, 'name') ?? 'unnamed'
      const given = fieldIn(value, 'input') ?? null
      return [{ kind: 'tool_call', id: textIn(value, 'toolUseId'), name, arguments: given }]
    }
    case 'toolResult':
      return [readToolResult(value, names)]
    case 'reasoningContent':
      return readReasoning(value)
    case 'guardContent':
      return readGuarded(value)
    case 'citationsContent':
      return [
        ...readContent(fieldIn(value, 'content'), names),
        ...listIn(value, 'citations').map((one): Part => ({ kind: 'other', label: 'citation', value: one })),
      ]
    case 'json':
      return [{ kind: 'other', label: 'json', value }]
    case 'image':
    case 'document':
    case 'video':
    case 'audio':
      return [{ kind: 'media', label: sourceLabel(key, value) }]
    case 'cachePoint':
      return []
  }
  return [{ kind: 'other', label: key, value: isJsonObject(block) ? value : block }]
}

function readToolResult(value: JsonValue, names: ReadonlyMap<string, string>): Part {
  const id = textIn(value, 'toolUseId')
  const content = listIn(value, 'content')
  const [only] = content
  const json = content.length === 1 ? fieldIn(only, 'json') : undefined
  return {
    kind: 'tool_result',
    id,
    name: names.get(id ?? '') ?? null,
    parts: json === undefined ? readContent(content, names) : [{ kind: 'other', label: 'json', value: json }],
    ...(textIn(value, 'status') === 'error' ? { error: true } : {}),
  }
}

function readReasoning(value: JsonValue): Part[] {
  const text = textIn(fieldIn(value, 'reasoningText'), 'text')
  if (text) return [{ kind: 'reasoning', text }]
  const isHidden = fieldIn(value, 'redactedContent') !== undefined
  return [
    { kind: 'other', label: isHidden ? 'redacted thinking' : 'thinking that is not shown', value: null },
  ]
}

/** What a guardrail is to look at. Its qualifiers say as what: `query`, `grounding_source`. */
function readGuarded(value: JsonValue): Part[] {
  const text = textIn(fieldIn(value, 'text'), 'text')
  if (text !== null) return [{ kind: 'text', text }]
  const image = fieldIn(value, 'image')
  return image === undefined
    ? [{ kind: 'other', label: 'guarded content', value }]
    : [{ kind: 'media', label: sourceLabel('image', image) }]
}

function sourceLabel(kind: string, value: JsonValue): string {
  const format = textIn(value, 'format')
  const name = textIn(value, 'name')
  const source = objectIn(value, 'source')
  const what = `${kind}${format === null ? '' : ` ${format}`}${name === null ? '' : ` ${name}`}`
  const text = textIn(source, 'text')
  if (text !== null) return bytesLabel(what, Buffer.from(text))
  return mediaLabel(what, {
    data: textIn(source, 'bytes'),
    url: textIn(fieldIn(source, 's3Location'), 'uri'),
  })
}
