import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { fieldIn, listIn, objectIn, textIn } from '../fields.ts'

/** Fields of a delta that continue one another; everything else in it stands for itself. */
const continued = ['content', 'reasoning_content', 'reasoning', 'refusal'] as const
const listed = ['annotations', 'images', 'executed_tools'] as const

interface JoinedCall {
  id: string | null
  /** A list, joined once: adding to a string on each of thousands of chunks costs more. */
  name: string[]
  arguments: string[]
}

interface JoinedChoice {
  texts: Map<string, string[]>
  content: JsonValue[]
  lists: Map<string, JsonValue[]>
  calls: Map<string, JoinedCall>
  legacy: JoinedCall | null
  finish: string | null
  usage: JsonValue | undefined
}

/** Joins the chunks of a stream to the body that the same answer would have had without streaming. */
export function joinChunks(chunks: readonly JsonValue[]): JsonObject {
  const choices = new Map<number, JoinedChoice>()
  const joined: JsonObject = {}
  for (const chunk of chunks) {
    if (!isJsonObject(chunk)) continue
    for (const key of ['model', 'usage', 'x_groq', 'citations']) {
      const value = fieldIn(chunk, key)
      if (value !== undefined && value !== null && value !== '') joined[key] = value
    }
    for (const choice of listIn(chunk, 'choices')) addChoice(choices, choice)
  }
  const inOrder = [...choices].sort(([a], [b]) => a - b)
  joined.choices = inOrder.map(([, choice]) => finishChoice(choice))
  return joined
}

function addChoice(choices: Map<number, JoinedChoice>, piece: JsonValue): void {
  const at = fieldIn(piece, 'index')
  const index = typeof at === 'number' ? at : 0
  let choice = choices.get(index)
  if (!choice) {
    choice = {
      texts: new Map(),
      content: [],
      lists: new Map(),
      calls: new Map(),
      legacy: null,
      finish: null,
      usage: undefined,
    }
    choices.set(index, choice)
  }
  choice.finish = textIn(piece, 'finish_reason') ?? choice.finish
  choice.usage = fieldIn(piece, 'usage') ?? choice.usage
  // Some servers send a whole message as the last chunk instead of a delta.
  const delta = isJsonObject(fieldIn(piece, 'delta')) ? objectIn(piece, 'delta') : objectIn(piece, 'message')
  for (const key of continued) append(choice.texts, key, fieldIn(delta, key))
  append(choice.texts, 'text', fieldIn(piece, 'text'))
  choice.content.push(...listIn(delta, 'content'))
  for (const key of listed) {
    const items = listIn(delta, key)
    if (items.length > 0) choice.lists.set(key, [...(choice.lists.get(key) ?? []), ...items])
  }
  for (const call of listIn(delta, 'tool_calls')) addCall(choice.calls, call)
  const legacy = fieldIn(delta, 'function_call')
  if (isJsonObject(legacy)) {
    choice.legacy ??= { id: null, name: [], arguments: [] }
    extendCall(choice.legacy, legacy)
  }
}

function append(texts: Map<string, string[]>, key: string, value: JsonValue | undefined): void {
  if (typeof value !== 'string') return
  const pieces = texts.get(key)
  if (pieces) pieces.push(value)
  else texts.set(key, [value])
}

function addCall(calls: Map<string, JoinedCall>, piece: JsonValue): void {
  const id = textIn(piece, 'id') || null
  const index = fieldIn(piece, 'index')
  // Without an index and an id it continues the call before it.
  const last = [...calls.keys()].at(-1) ?? '0'
  let key = typeof index === 'number' ? String(index) : id === null ? last : `id ${id}`
  const known = calls.get(key)
  // Gemini's compatible endpoint gives every parallel call the index 0; a new id is then a new call.
  if (known?.id && id !== null && known.id !== id) key = `id ${id}`
  let call = calls.get(key)
  if (!call) {
    call = { id, name: [], arguments: [] }
    calls.set(key, call)
  }
  call.id ??= id
  extendCall(call, fieldIn(piece, 'function'))
}

function extendCall(call: JoinedCall, piece: JsonValue | undefined): void {
  const name = textIn(piece, 'name')
  // A few servers repeat the whole name in every chunk.
  if (name && call.name.join('') !== name) call.name.push(name)
  const given = fieldIn(piece, 'arguments')
  if (typeof given === 'string') call.arguments.push(given)
  else if (isJsonObject(given)) call.arguments.push(JSON.stringify(given))
}

function finishChoice(choice: JoinedChoice): JsonObject {
  const message: JsonObject = {}
  for (const [key, pieces] of choice.texts) message[key] = pieces.join('')
  const { text, ...fields } = message
  if (choice.content.length > 0) fields.content = joinContent(choice.content, fields.content)
  for (const [key, items] of choice.lists) fields[key] = items
  const calls = [...choice.calls.values()].map(finishCall)
  if (calls.length > 0) fields.tool_calls = calls
  if (choice.legacy) fields.function_call = finishCall(choice.legacy).function ?? null
  return {
    message: fields,
    finish_reason: choice.finish,
    ...(text === undefined ? {} : { text }),
    ...(choice.usage === undefined ? {} : { usage: choice.usage }),
  }
}

// Mistral streams content as lists of parts, a thought in many; the answer's text may follow as plain strings.
function joinContent(parts: JsonValue[], text: JsonValue | undefined): JsonValue[] {
  const thinking: string[] = []
  const others: JsonValue[] = []
  for (const part of parts) {
    if (textIn(part, 'type') !== 'thinking') others.push(part)
    else for (const piece of listIn(part, 'thinking')) thinking.push(textIn(piece, 'text') ?? '')
  }
  const head: JsonValue[] = thinking.length > 0 ? [{ type: 'thinking', thinking: thinking.join('') }] : []
  return [...head, ...others, ...(typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : [])]
}

function finishCall(call: JoinedCall): JsonObject {
  return { id: call.id, function: { name: call.name.join(''), arguments: call.arguments.join('') } }
}
