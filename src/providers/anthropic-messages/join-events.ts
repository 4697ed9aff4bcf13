import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { fieldIn, listIn, objectIn, parsedOrText, textIn } from '../fields.ts'

interface JoinedBlock {
  block: JsonObject
  text: string[]
  json: string[]
  thinking: string[]
  citations: JsonValue[]
}

/** Joins the events of a stream to the message that the same answer would have been without streaming. */
export function joinEvents(events: readonly JsonValue[]): JsonObject {
  let message: JsonObject = {}
  const usage: JsonObject = {}
  const blocks = new Map<number, JoinedBlock>()
  for (const event of events) {
    const type = textIn(event, 'type')
    if (type === 'message_start') {
      message = { ...objectIn(event, 'message') }
      addCounts(usage, objectIn(message, 'usage'))
    } else if (type === 'message_delta') {
      message = { ...message, ...withoutNulls(objectIn(event, 'delta')) }
      addCounts(usage, objectIn(event, 'usage'))
    } else addToBlocks(blocks, type, event)
  }
  const content = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => finishBlock(block))
  return { ...message, content, ...(Object.keys(usage).length > 0 ? { usage } : {}) }
}

function addToBlocks(blocks: Map<number, JoinedBlock>, type: string | null, event: JsonValue): void {
  const at = fieldIn(event, 'index')
  if (typeof at !== 'number') return
  if (type === 'content_block_start') {
    const block = objectIn(event, 'content_block')
    blocks.set(at, { block, text: [], json: [], thinking: [], citations: [...listIn(block, 'citations')] })
  }
  if (type !== 'content_block_delta') return
  const delta = fieldIn(event, 'delta')
  let joined = blocks.get(at)
  if (!joined) {
    // The start was lost: the delta still tells what it belongs to.
    const lost = textIn(delta, 'thinking') === null ? 'text' : 'thinking'
    joined = { block: { type: lost }, text: [], json: [], thinking: [], citations: [] }
    blocks.set(at, joined)
  }
  joined.text.push(textIn(delta, 'text') ?? '')
  joined.json.push(textIn(delta, 'partial_json') ?? '')
  joined.thinking.push(textIn(delta, 'thinking') ?? '')
  const citation = fieldIn(delta, 'citation')
  if (citation !== undefined) joined.citations.push(citation)
}

function finishBlock({ block, text, json, thinking, citations }: JoinedBlock): JsonObject {
  const finished: JsonObject = { ...block }
  const input = json.join('')
  if (block.type === 'text') finished.text = (textIn(block, 'text') ?? '') + text.join('')
  if (block.type === 'thinking') finished.thinking = (textIn(block, 'thinking') ?? '') + thinking.join('')
  if (input !== '') finished.input = parsedOrText(input)
  if (citations.length > 0) finished.citations = citations
  return finished
}

// A later count replaces an earlier one; `null` says nothing.
function addCounts(usage: JsonObject, counts: JsonObject): void {
  Object.assign(usage, withoutNulls(counts))
}

function withoutNulls(value: JsonObject): JsonObject {
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
    : {}
}
