import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { fieldIn, listIn, numberIn, objectIn, textIn } from '../fields.ts'

/** Joins the lines of a stream of version 1 to the answer; its end carries the whole, where it came. */
export function joinLines(lines: readonly JsonValue[]): JsonObject {
  const end = lines.findLast((line) => textIn(line, 'event_type') === 'stream-end')
  const whole = fieldIn(end, 'response')
  const finish = textIn(end, 'finish_reason')
  const stop: JsonObject = finish === null ? {} : { finish_reason: finish }
  if (isJsonObject(whole)) return { ...whole, ...stop }
  const texts = lines.filter((line) => textIn(line, 'event_type') === 'text-generation')
  return {
    text: texts.map((line) => textIn(line, 'text') ?? '').join(''),
    tool_calls: lines.flatMap((line) => listIn(line, 'tool_calls')),
    citations: lines.flatMap((line) => listIn(line, 'citations')),
    ...stop,
  }
}

interface Joined {
  content: Map<number, { type: string; pieces: string[] }>
  plan: string[]
  calls: Map<number, { call: JsonObject; pieces: string[] }>
  citations: JsonValue[]
}

/** Joins the events of a stream of version 2 to the body that the same answer would have had without streaming. */
export function joinEvents(events: readonly JsonValue[]): JsonObject {
  const joined: Joined = { content: new Map(), plan: [], calls: new Map(), citations: [] }
  let end: JsonObject = {}
  for (const event of events) {
    const delta = objectIn(event, 'delta')
    if (textIn(event, 'type') === 'message-end') end = delta
    else addMessage(joined, numberIn(event, 'index') ?? 0, objectIn(delta, 'message'))
  }
  const content = [...joined.content.values()].map(({ type, pieces }) => ({ type, [type]: pieces.join('') }))
  const calls = [...joined.calls.values()].map(({ call, pieces }) => withArguments(call, pieces.join('')))
  const message: JsonObject = {
    content,
    tool_plan: joined.plan.join(''),
    tool_calls: calls,
    citations: joined.citations,
  }
  return { message, ...end }
}

function addMessage(joined: Joined, at: number, message: JsonObject): void {
  const content = fieldIn(message, 'content')
  if (isJsonObject(content)) {
    const type = textIn(content, 'type') ?? (textIn(content, 'thinking') === null ? 'text' : 'thinking')
    const known = joined.content.get(at) ?? { type, pieces: [] }
    joined.content.set(at, known)
    known.pieces.push(textIn(content, known.type) ?? '')
  }
  joined.plan.push(textIn(message, 'tool_plan') ?? '')
  const call = fieldIn(message, 'tool_calls')
  if (isJsonObject(call)) {
    const known = joined.calls.get(at) ?? { call, pieces: [] }
    joined.calls.set(at, known)
    known.pieces.push(textIn(fieldIn(call, 'function'), 'arguments') ?? '')
  }
  const citation = fieldIn(message, 'citations')
  if (isJsonObject(citation)) joined.citations.push(citation)
}

function withArguments(call: JsonObject, text: string): JsonObject {
  return { ...call, function: { ...objectIn(call, 'function'), arguments: text } }
}
