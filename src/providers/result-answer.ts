import type { RecordedCall } from '../cassette/records.ts'
import type { JsonValue } from '../json/value.ts'
import { readAnswerBody } from './answer-body.ts'
import type { Answer } from './dialect.ts'
import { fieldIn, textIn } from './fields.ts'
import { readError } from './read-error.ts'
import { readTokenUsage } from './token-usage.ts'

/**
 * Reads the answer of an endpoint that works on its input and converses with nobody: one JSON object with results, `usage`
 * (DeepInfra counts beside it) and `model`.
 *
 * @param choicesOf what the results say
 */
export function readResultAnswer(
  call: RecordedCall,
  choicesOf: (json: JsonValue) => Answer['choices'],
): Answer {
  const body = readAnswerBody(call)
  const json = body.kind === 'json' ? body.json : null
  return {
    choices: choicesOf(json),
    usage: readTokenUsage(fieldIn(json, 'usage') ?? json),
    model: textIn(json, 'model'),
    error: readError(call, body),
  }
}

/** One choice of the parts; none where there are none. */
export function oneChoice(parts: Answer['choices'][number]['parts']): Answer['choices'] {
  return parts.length > 0 ? [{ parts, stop: null }] : []
}
