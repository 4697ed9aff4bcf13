import { splitTokens } from './hash.ts'
import type { OutputItem } from './responses.ts'

type Event = { type: string } & Record<string, unknown>

/** The events in which a response is streamed, numbered. */
export function streamResponse(response: { output: OutputItem[] }): { event: string; data: unknown }[] {
  const started = { ...response, status: 'in_progress', output: [], usage: null }
  const events: Event[] = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...response.output.flatMap(streamItem),
    { type: 'response.completed', response },
  ]
  return events.map((event, sequence_number) => ({ event: event.type, data: { ...event, sequence_number } }))
}

function streamItem(item: OutputItem, output_index: number): Event[] {
  const place = { item_id: item.id, output_index }
  const inner =
    item.type === 'message'
      ? (item.content as Part[]).flatMap((part, at) => streamPart(part, { ...place, content_index: at }))
      : item.type === 'reasoning'
        ? (item.summary as Part[]).flatMap((part, at) => streamSummary(part, { ...place, summary_index: at }))
        : streamArguments(String(item.arguments), place)
  const empty = { message: { content: [] }, reasoning: { summary: [] }, function_call: { arguments: '' } }[
    item.type
  ]
  const status = item.status === undefined ? {} : { status: 'in_progress' }
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, ...empty, ...status } },
    ...inner,
    { type: 'response.output_item.done', output_index, item },
  ]
}

type Part = { type: string; text?: string; refusal?: string }

function streamPart(part: Part, place: object): Event[] {
  const name = part.type === 'refusal' ? 'refusal' : 'output_text'
  const field = part.type === 'refusal' ? 'refusal' : 'text'
  const text = part[field] ?? ''
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, [field]: '' } },
    ...splitTokens(text).map((delta) => ({ type: `response.${name}.delta`, ...place, delta })),
    { type: `response.${name}.done`, ...place, [field]: text },
    { type: 'response.content_part.done', ...place, part },
  ]
}

function streamSummary(part: Part, place: object): Event[] {
  const text = part.text ?? ''
  return [
    { type: 'response.reasoning_summary_part.added', ...place, part: { ...part, text: '' } },
    ...splitTokens(text).map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...place, delta })),
    { type: 'response.reasoning_summary_text.done', ...place, text },
    { type: 'response.reasoning_summary_part.done', ...place, part },
  ]
}

function streamArguments(text: string, place: object): Event[] {
  const pieces = text.match(/.{1,8}/gsu) ?? []
  return [
    ...pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
    { type: 'response.function_call_arguments.done', ...place, arguments: text },
  ]
}
