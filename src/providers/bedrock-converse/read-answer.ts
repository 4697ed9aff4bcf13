import type { RecordedCall } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import { readAnswerBody } from '../answer-body.ts'
import { readAwsError } from '../aws-error.ts'
import type { Answer } from '../dialect.ts'
import { fieldIn, listIn, numberIn, textIn } from '../fields.ts'
import { readGuardrail } from './guardrail.ts'
import { joinEvents } from './join-events.ts'
import { readContent, toolNames } from './read-block.ts'
import { readUsage } from './usage.ts'

/** See `Dialect.readAnswer`. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const json = body.kind === 'json' ? body.json : body.kind === 'sse' ? joinEvents(body.messages) : null
  const counted = numberIn(json, 'inputTokens')
  return {
    ...readMessage(json),
    ...(counted === undefined ? {} : { usage: { input_tokens: counted } }),
    error: readAwsError(call, body),
  }
}

/** An answer in the form of Converse, in which Amazon's own models answer too. */
export function readMessage(json: JsonValue): Omit<Answer, 'error'> {
  const message = fieldIn(fieldIn(json, 'output'), 'message') ?? null
  const content = readContent(listIn(message, 'content'), toolNames([message]))
  const parts = [...content, ...readGuardrail(fieldIn(json, 'trace'))]
  const stop = textIn(json, 'stopReason')
  return {
    choices: parts.length > 0 || stop !== null ? [{ parts, stop }] : [],
    usage: readUsage(fieldIn(json, 'usage')),
    model: null,
  }
}
