import type { RecordedCall, Usage } from '../../cassette/records.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { readAnswerBody, wholeJson } from '../answer-body.ts'
import type { Answer } from '../dialect.ts'
import { fieldIn, listIn, numberIn, textIn } from '../fields.ts'
import { readError } from '../read-error.ts'
import { joinEvents } from './join-events.ts'
import { readItem, toolNames } from './read-item.ts'

/** See `Dialect.readAnswer`. A stream is read from its last response object, or from its pieces where that never came. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const json = wholeJson(body, joinEvents)
  const error = readError(call, body) ?? failureOf(json)
  const output = listIn(json, 'output')
  const names = toolNames(output)
  const parts = output.flatMap((item) => readItem(item, names).parts)
  const stop = stopOf(json)
  const isAnswer = parts.length > 0 || (stop !== null && error === null)
  return {
    choices: isAnswer ? [{ parts, stop }] : [],
    usage: readUsage(fieldIn(json, 'usage')),
    model: textIn(json, 'model') || null,
    error,
  }
}

function stopOf(json: JsonValue): string | null {
  const reason = textIn(fieldIn(json, 'incomplete_details'), 'reason')
  const status = textIn(json, 'status')
  return reason ?? (status === 'in_progress' || status === 'queued' ? null : status)
}

// A failed response may come with status 200 and its error inside.
function failureOf(json: JsonValue): Answer['error'] {
  const error = fieldIn(json, 'error')
  if (!isJsonObject(error)) return null
  return { type: textIn(error, 'code'), message: textIn(error, 'message') ?? 'the response failed' }
}

function readUsage(usage: JsonValue | undefined): Usage | null {
  if (!isJsonObject(usage)) return null
  const counts: Record<keyof Usage, number | undefined> = {
    input_tokens: numberIn(usage, 'input_tokens'),
    output_tokens: numberIn(usage, 'output_tokens'),
    cached_input_tokens: numberIn(fieldIn(usage, 'input_tokens_details'), 'cached_tokens'),
    reasoning_tokens: numberIn(fieldIn(usage, 'output_tokens_details'), 'reasoning_tokens'),
  }
  const known: JsonObject = {}
  for (const [key, count] of Object.entries(counts)) if (count !== undefined) known[key] = count
  return Object.keys(known).length > 0 ? (known as Usage) : null
}
