import { createHash } from 'node:crypto'
import { choiceOf, type ReadChoice, type Reading } from './reading.ts'
import type { Any } from './wire.ts'

/** `generateContent` in each form of its answer, and embeddings. */
export function readGemini(values: Any[]): Omit<Reading, 'failed'> {
  const vectors = values.flatMap(({ embeddings, embedding }) => embeddings ?? (embedding ? [embedding] : []))
  if (vectors.length > 0)
    return { choices: [vectorChoice(vectors.map(({ values: one }: Any) => one))], usage: {} }
  const candidates = values.flatMap(({ candidates: list }) => list ?? [])
  const indexes = [...new Set<number>(candidates.map(({ index }) => index ?? 0))].sort((a, b) => a - b)
  const usage = Object.assign({}, ...values.map(({ usageMetadata }) => usageMetadata ?? {}))
  const output = (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0)
  return {
    choices: indexes.map((index) => readCandidate(candidates.filter((one) => (one.index ?? 0) === index))),
    usage: {
      input: usage.promptTokenCount,
      ...(output > 0 ? { output } : {}),
      cached: usage.cachedContentTokenCount,
      reasoning: usage.thoughtsTokenCount,
    },
  }
}

/** Google's numbers for the reasons that are in the corpus. */
const reasons: Record<number, string> = { 1: 'STOP', 2: 'MAX_TOKENS', 3: 'SAFETY' }

function readCandidate(pieces: Any[]): ReadChoice {
  const parts = pieces.flatMap(({ content }) => content?.parts ?? [])
  const texts: string[] = []
  let before = ''
  for (const part of parts) {
    const kind = part.functionCall ? 'call' : part.thought ? 'thought' : 'text'
    if (kind === 'text' && before === 'text') texts[texts.length - 1] += part.text ?? ''
    else if (kind === 'text' && part.text) texts.push(part.text)
    if (part.text !== '') before = kind
  }
  const calls: Any[] = []
  for (const { functionCall } of parts) {
    if (functionCall?.name) calls.push({ name: functionCall.name, arguments: functionCall.args ?? {} })
    // The corpus has streamed arguments at the top level only.
    for (const { jsonPath, stringValue } of functionCall?.partialArgs ?? []) {
      const args = calls.at(-1).arguments
      const field = jsonPath.replace('$.', '')
      args[field] = (args[field] ?? '') + stringValue
    }
  }
  const stop = pieces.map(({ finishReason }) => finishReason).findLast(Boolean)
  return choiceOf({ texts, calls, stop: stop === undefined ? null : (reasons[stop] ?? stop) })
}

/** What must be told of vectors: how many, how long, and which. */
export function vectorChoice(vectors: Any[], dimensions = vectors[0].length): ReadChoice {
  const count = vectors.length === 1 ? '1 embedding' : `${vectors.length} embeddings`
  const bytes = vectors.map((vector) => {
    if (typeof vector === 'string') return Buffer.from(vector, 'base64')
    const buffer = Buffer.alloc(vector.length * 4)
    for (const [at, number] of vector.entries()) buffer.writeFloatLE(number, at * 4)
    return buffer
  })
  const hash = createHash('sha256').update(Buffer.concat(bytes)).digest('hex')
  const size = String(dimensions).replace(/(\d)(?=(\d{3})+$)/g, '$1,')
  return choiceOf({ notes: [`${count} of ${size} dimensions, sha256 ${hash.slice(0, 12)}`] })
}

/** Google's interactions, as events. */
export function readInteraction(values: Any[]): Omit<Reading, 'failed'> {
  const last = values.findLast(({ interaction }) => interaction?.usage)?.interaction
  const text = values.map(({ delta }) => (delta?.type === 'text' ? delta.text : '')).join('')
  const { total_input_tokens, total_output_tokens, total_cached_tokens, total_thought_tokens } = last.usage
  return {
    choices: [choiceOf({ texts: [text], stop: last.status })],
    usage: {
      input: total_input_tokens,
      output: total_output_tokens + total_thought_tokens,
      cached: total_cached_tokens,
      reasoning: total_thought_tokens,
    },
  }
}
