import type { SseMessage } from '../../cassette/records.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { fieldIn, listIn, objectIn, parsedOrText, textIn } from '../fields.ts'

interface JoinedBlock {
  start: JsonObject
  text: string[]
  input: string[]
  reasoning: string[]
  /** Deltas of other kinds: citations, images, results of tools that ran at AWS, thinking that is not shown. */
  others: JsonObject[]
}

/**
 * Joins the events of ConverseStream to the body that Converse would have answered with.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 */
export function joinEvents(events: readonly SseMessage[]): JsonObject {
  const blocks = new Map<number, JoinedBlock>()
  const joined: JsonObject = {}
  let role: JsonValue = 'assistant'
  for (const { event, data } of events) {
    if (event === 'messageStart') role = fieldIn(data, 'role') ?? role
    else if (event === 'contentBlockStart') blockAt(blocks, data).start = objectIn(data, 'start')
    else if (event === 'contentBlockDelta') addDelta(blockAt(blocks, data), objectIn(data, 'delta'))
    else if (event === 'messageStop' || event === 'metadata') Object.assign(joined, data)
  }
  const inOrder = [...blocks].sort(([a], [b]) => a - b)
  const content = inOrder.flatMap(([, block]) => finishBlock(block))
  return { ...joined, output: { message: { role, content } } }
}

function blockAt(blocks: Map<number, JoinedBlock>, data: JsonValue): JoinedBlock {
  const at = fieldIn(data, 'contentBlockIndex')
  const index = typeof at === 'number' ? at : 0
  let block = blocks.get(index)
  if (!block) {
    block = { start: {}, text: [], input: [], reasoning: [], others: [] }
    blocks.set(index, block)
  }
  return block
}

function addDelta(block: JoinedBlock, delta: JsonObject): void {
  const text = textIn(delta, 'text')
  const input = textIn(fieldIn(delta, 'toolUse'), 'input')
  const reasoning = textIn(fieldIn(delta, 'reasoningContent'), 'text')
  if (text !== null) block.text.push(text)
  else if (input !== null) block.input.push(input)
  else if (reasoning !== null) block.reasoning.push(reasoning)
  // A signature comes after the thought that it belongs to.
  else if (textIn(fieldIn(delta, 'reasoningContent'), 'signature') === null) block.others.push(delta)
}

function finishBlock({ start, text, input, reasoning, others }: JoinedBlock): JsonObject[] {
  const blocks: JsonObject[] = []
  if (reasoning.length > 0) blocks.push({ reasoningContent: { reasoningText: { text: reasoning.join('') } } })
  if (text.length > 0) blocks.push({ text: text.join('') })
  const use = fieldIn(start, 'toolUse')
  if (isJsonObject(use)) blocks.push({ toolUse: { ...use, input: parsedInput(input.join('')) } })
  else if (input.length > 0) blocks.push({ toolUse: { input: parsedInput(input.join('')) } })
  const result = fieldIn(start, 'toolResult')
  if (isJsonObject(result)) {
    const content = others.flatMap((delta) => listIn(delta, 'toolResult'))
    blocks.push({ toolResult: { ...result, content } })
  }
  for (const delta of others) {
    const citation = fieldIn(delta, 'citation')
    if (citation !== undefined) blocks.push({ citationsContent: { citations: [citation] } })
    else if (fieldIn(delta, 'toolResult') === undefined) blocks.push(delta)
  }
  return blocks
}

/** A tool without parameters is called with no piece of input, or with empty ones. */
function parsedInput(text: string): JsonValue {
  return text === '' ? {} : parsedOrText(text)
}
