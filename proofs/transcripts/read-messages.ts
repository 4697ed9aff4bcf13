import { argumentsOf } from './read-chat.ts'
import { choiceOf, type Reading, type ReadUsage } from './reading.ts'
import type { Any } from './wire.ts'

/** Anthropic's messages, JSON or events. */
export function readMessages(values: Any[]): Omit<Reading, 'failed'> {
  const whole = values.find(({ type, content }) => type === 'message' && content)
  if (whole) {
    const blocks: Any[] = whole.content
    const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => text)
    const calls = blocks
      .filter(({ type }) => /tool_use$/.test(type))
      .map(({ name, input }) => ({ name, arguments: input }))
    return { choices: [choiceOf({ texts, calls, stop: whole.stop_reason })], usage: usageOf(whole.usage) }
  }
  const starts = values.filter(({ type }) => type === 'content_block_start')
  const joined = (index: number, field: string) =>
    values
      .filter((event) => event.type === 'content_block_delta' && event.index === index)
      .map(({ delta }) => delta[field] ?? '')
      .join('')
  const texts = starts
    .filter(({ content_block }) => content_block.type === 'text')
    .map(({ index, content_block }) => (content_block.text ?? '') + joined(index, 'text'))
  const calls = starts
    .filter(({ content_block }) => /tool_use$/.test(content_block.type))
    .map(({ index, content_block }) => {
      const text = joined(index, 'partial_json')
      return { name: content_block.name, arguments: text === '' ? content_block.input : argumentsOf(text) }
    })
  const deltas = values.filter(({ type }) => type === 'message_delta')
  const stop = deltas.map(({ delta }) => delta.stop_reason).findLast(Boolean) ?? null
  const counts = [
    values.find(({ type }) => type === 'message_start')?.message?.usage,
    ...deltas.map(({ usage }) => usage),
  ]
  const usage: Any = {}
  for (const count of counts)
    for (const [key, value] of Object.entries(count ?? {})) if (value !== null) usage[key] = value
  const isAnswer = starts.length > 0 || stop !== null
  return { choices: isAnswer ? [choiceOf({ texts, calls, stop })] : [], usage: usageOf(usage) }
}

/** Cached tokens are counted beside the others; a transcript tells them as part of the input. */
function usageOf(usage: Any): ReadUsage {
  if (usage?.input_tokens === undefined && usage?.output_tokens === undefined) return {}
  const cached = usage.cache_read_input_tokens ?? undefined
  const input = (usage.input_tokens ?? 0) + (cached ?? 0) + (usage.cache_creation_input_tokens ?? 0)
  return {
    input,
    output: usage.output_tokens,
    cached,
    reasoning: usage.output_tokens_details?.thinking_tokens,
  }
}
