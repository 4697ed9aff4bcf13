import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'

interface JoinedItem {
  item: JsonObject
  /** Text so far, by the place it belongs to: `content 0`, `summary 1`, `arguments`. */
  pieces: Map<string, string[]>
  done: boolean
}

/**
 * Joins the events of a stream to a response object: the one that the terminal event carries where it has the output,
 * else one put together from items and deltas, which is all there is of a stream that was cut off. Of several responses
 * in one body (a loop that a server ran) the last one counts, with the output of all.
 */
export function joinEvents(events: readonly JsonValue[]): JsonObject {
  const earlier: JsonValue[] = []
  let response: JsonObject = {}
  let items = new Map<number, JoinedItem>()
  for (const event of events) {
    if (textIn(event, 'type') === 'response.created') {
      earlier.push(...outputOf(response, items))
      items = new Map()
    }
    const carried = fieldIn(event, 'response')
    if (isJsonObject(carried)) response = carried
    addToItems(items, event)
  }
  return { ...response, output: [...earlier, ...outputOf(response, items)] }
}

function outputOf(response: JsonObject, items: ReadonlyMap<number, JoinedItem>): JsonValue[] {
  const whole = listIn(response, 'output')
  if (whole.length > 0) return whole
  return [...items].sort(([a], [b]) => a - b).map(([, joined]) => finishItem(joined))
}

function addToItems(items: Map<number, JoinedItem>, event: JsonValue): void {
  const type = textIn(event, 'type') ?? ''
  const at = fieldIn(event, 'output_index')
  if (typeof at !== 'number') return
  let joined = items.get(at)
  if (!joined) {
    joined = { item: {}, pieces: new Map(), done: false }
    items.set(at, joined)
  }
  const item = fieldIn(event, 'item')
  if (isJsonObject(item)) {
    joined.item = item
    joined.done = type === 'response.output_item.done'
  }
  const delta = textIn(event, 'delta')
  const place = placeOf(type, event)
  if (delta === null || place === null) return
  const pieces = joined.pieces.get(place)
  if (pieces) pieces.push(delta)
  else joined.pieces.set(place, [delta])
}

function placeOf(type: string, event: JsonValue): string | null {
  const content = String(fieldIn(event, 'content_index') ?? 0)
  const summary = String(fieldIn(event, 'summary_index') ?? 0)
  if (type === 'response.output_text.delta') return `output_text ${content}`
  if (type === 'response.refusal.delta') return `refusal ${content}`
  if (type === 'response.reasoning_text.delta') return `reasoning_text ${content}`
  if (type === 'response.reasoning_summary_text.delta') return `summary_text ${summary}`
  if (type === 'response.function_call_arguments.delta') return 'arguments'
  return type === 'response.custom_tool_call_input.delta' ? 'input' : null
}

function finishItem({ item, pieces, done }: JoinedItem): JsonObject {
  if (done || pieces.size === 0) return item
  const finished: JsonObject = { type: 'message', ...item }
  const content: JsonValue[] = []
  const summary: JsonValue[] = []
  for (const [place, texts] of pieces) {
    const text = texts.join('')
    const [kind = ''] = place.split(' ')
    if (kind === 'arguments' || kind === 'input') finished[kind] = text
    else if (kind === 'summary_text') summary.push({ type: kind, text })
    else content.push(kind === 'refusal' ? { type: kind, refusal: text } : { type: kind, text })
  }
  if (summary.length > 0) finished.summary = summary
  if (content.length > 0) finished.content = content
  return finished
}
