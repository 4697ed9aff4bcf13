import type { RecordedCall, Usage } from '../../cassette/records.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { readAnswerBody, wholeJson } from '../answer-body.ts'
import type { Answer } from '../dialect.ts'
import { fieldIn, listIn, numberIn, textIn } from '../fields.ts'
import { readError } from '../read-error.ts'
import { readContent } from './read-content.ts'

/** See `Dialect.readAnswer`. The stop reason is the interaction's status. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const json = wholeJson(body, joinEvents)
  const parts = [...listIn(json, 'outputs'), ...listIn(json, 'steps')].flatMap(readContent)
  const status = textIn(json, 'status')
  const stop = status === 'in_progress' ? null : status
  return {
    choices: parts.length > 0 || stop !== null ? [{ parts, stop }] : [],
    usage: readUsage(fieldIn(json, 'usage')),
    model: textIn(json, 'model'),
    error: readError(call, body),
  }
}

/** Joins the events of a stream to the interaction that the same answer would have been without streaming. */
function joinEvents(events: readonly JsonValue[]): JsonObject {
  let interaction: JsonObject = {}
  const steps = new Map<number, JsonObject>()
  for (const event of events) {
    const carried = fieldIn(event, 'interaction')
    if (isJsonObject(carried)) interaction = { ...interaction, ...carried }
    const at = numberIn(event, 'index')
    if (at === undefined) continue
    const started = fieldIn(event, 'step') ?? fieldIn(event, 'content')
    if (isJsonObject(started)) steps.set(at, { ...started })
    const delta = fieldIn(event, 'delta')
    if (isJsonObject(delta)) steps.set(at, extend(steps.get(at) ?? {}, delta))
  }
  if (listIn(interaction, 'outputs').length > 0) return interaction
  return { ...interaction, steps: [...steps].sort(([a], [b]) => a - b).map(([, step]) => step) }
}

/** Texts and arguments continue what was there; a step of the model's output becomes what its deltas are. */
function extend(step: JsonObject, delta: JsonObject): JsonObject {
  const type = textIn(delta, 'type')
  if (type === 'thought_signature') return step
  if (type === 'thought_summary') {
    return { ...step, summary: [...listIn(step, 'summary'), fieldIn(delta, 'content') ?? null] }
  }
  const isOutput = ['model_output', null].includes(textIn(step, 'type'))
  const extended: JsonObject = { ...step, ...(isOutput && type !== null ? { type } : {}) }
  for (const [key, value] of Object.entries(delta)) {
    const known = extended[key]
    const continues = (key === 'text' || key === 'arguments') && typeof known === 'string'
    if (key === 'type') continue
    extended[key] = continues && typeof value === 'string' ? known + value : value
  }
  return extended
}

function readUsage(usage: JsonValue | undefined): Usage | null {
  const input = numberIn(usage, 'total_input_tokens')
  const output = numberIn(usage, 'total_output_tokens')
  const cached = numberIn(usage, 'total_cached_tokens')
  const thoughts = numberIn(usage, 'total_thought_tokens') ?? numberIn(usage, 'total_reasoning_tokens')
  if (input === undefined && output === undefined) return null
  return {
    ...(input === undefined ? {} : { input_tokens: input + (numberIn(usage, 'total_tool_use_tokens') ?? 0) }),
    // As with `generateContent`, thoughts are counted beside the output.
    ...(output === undefined ? {} : { output_tokens: output + (thoughts ?? 0) }),
    ...(cached === undefined ? {} : { cached_input_tokens: cached }),
    ...(thoughts === undefined ? {} : { reasoning_tokens: thoughts }),
  }
}
