import type { Message, Part } from '../providers/dialect.ts'
import { labelText, valueItem } from './transcript-json.ts'
import { codeSpan, inlineText, textBlocks } from './transcript-text.ts'

/** Characters shown of a text before it is cut. Reasoning is long and seldom what a review is about. */
const limits = { text: 4000, reasoning: 800, value: 1500 }

/** A message as Markdown blocks: for each kind of part a bold line that says who does what, then the content. */
export function renderMessage(message: Pick<Message, 'role' | 'parts'>): string[] {
  const blocks: string[] = []
  let heading = ''
  const isEmptyBeside = (part: Part) => part.kind === 'text' && part.text === '' && message.parts.length > 1
  for (const part of message.parts.filter((part) => !isEmptyBeside(part))) {
    const own = headingOf(message.role, part)
    if (own !== heading || part.kind === 'tool_result') blocks.push(own)
    heading = own
    blocks.push(...renderPart(part))
  }
  if (blocks.length === 0) blocks.push(`**${nameOf(message.role)}**`, '*(empty)*')
  return joinItems(blocks)
}

function headingOf(role: string, part: Part): string {
  const name = `**${nameOf(role)}**`
  if (part.kind === 'tool_call') return `${name} calls`
  if (part.kind === 'reasoning') return `${name} reasons`
  if (part.kind === 'refusal') return `${name} refuses`
  if (part.kind !== 'tool_result') return name
  return `**Tool** ${inlineText(part.name ?? '')}${part.error ? ' (error)' : ''}`.trimEnd()
}

function nameOf(role: string): string {
  const text = inlineText(role)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function renderPart(part: Part): string[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return textBlocks(part.text, limits.text)
    case 'reasoning':
      return textBlocks(part.text, limits.reasoning)
    case 'tool_call':
      return [valueItem(codeSpan(part.name), part.arguments, limits.value)]
    case 'tool_result':
      return part.parts.length === 0 ? ['*(empty)*'] : part.parts.flatMap(renderPart)
    case 'media':
      return [`*(${inlineText(part.label)})*`]
    case 'other':
      return part.value === null
        ? [`*(${labelText(part.label)})*`]
        : [valueItem(labelText(part.label), part.value, limits.value)]
  }
}

/** Puts list items that follow one another on neighbouring lines. */
function joinItems(blocks: readonly string[]): string[] {
  const joined: string[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    const isPair = before?.startsWith('- ') && block.startsWith('- ')
    if (isPair) joined[joined.length - 1] = `${before}\n${block}`
    else joined.push(block)
  }
  return joined
}
