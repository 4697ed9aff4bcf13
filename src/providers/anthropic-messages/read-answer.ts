import type { RecordedCall, Usage } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { readAnswerBody, wholeJson } from '../answer-body.ts'
import type { Answer } from '../dialect.ts'
import { fieldIn, listIn, numberIn, textIn } from '../fields.ts'
import { readError } from '../read-error.ts'
import { joinEvents } from './join-events.ts'
import { readContent } from './read-block.ts'
import { toolNames } from './read-request.ts'

/** See `Dialect.readAnswer`. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const error = readError(call, body)
  const message = wholeJson(body, joinEvents)
  const parts = readContent(listIn(message, 'content'), toolNames([message]))
  const stop = textIn(message, 'stop_reason')
  return {
    choices: parts.length > 0 || stop !== null ? [{ parts, stop }] : [],
    usage: readUsage(message),
    model: textIn(message, 'model') || null,
    error,
  }
}

/**
 * Anthropic counts cached tokens beside `input_tokens`; here they are part of them, as everywhere else, so that cached
 * never exceeds input.
 */
function readUsage(message: JsonValue): Usage | null {
  const usage = fieldIn(message, 'usage')
  // The token counting endpoint answers with nothing but the count.
  const counts = isJsonObject(usage) ? usage : message
  const fresh = numberIn(counts, 'input_tokens')
  const output = numberIn(counts, 'output_tokens')
  const read = numberIn(counts, 'cache_read_input_tokens')
  const written = numberIn(counts, 'cache_creation_input_tokens') ?? 0
  const reasoning = numberIn(fieldIn(counts, 'output_tokens_details'), 'thinking_tokens')
  if (fresh === undefined && output === undefined) return null
  return {
    ...(fresh === undefined ? {} : { input_tokens: fresh + (read ?? 0) + written }),
    ...(output === undefined ? {} : { output_tokens: output }),
    ...(read === undefined ? {} : { cached_input_tokens: read }),
    ...(reasoning === undefined ? {} : { reasoning_tokens: reasoning }),
  }
}
