import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { RecordedCall, Usage } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import { answerText, readAnswerBody } from '../answer-body.ts'
import type { Answer, Part } from '../dialect.ts'
import { fieldIn, numberIn, objectIn, parsedOrText, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'
import { readError } from '../read-error.ts'

/** See `Dialect.readAnswer`. The status of a prediction stands for the reason to stop. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const error = readError(call, body)
  if (body.kind === 'sse') return { ...readStream(messagesOf(call)), error }
  const json = body.kind === 'json' ? body.json : null
  const failed = textIn(json, 'error')
  const status = textIn(json, 'status')
  const parts = (call.response?.status ?? 200) < 400 ? readOutput(fieldIn(json, 'output')) : []
  return {
    // `status` of an error is a number.
    choices: parts.length > 0 || status !== null ? [{ parts, stop: status }] : [],
    usage: readUsage(objectIn(json, 'metrics')),
    model: textIn(json, 'model'),
    error: failed === null ? error : { type: status, message: failed },
  }
}

/** Pieces of output as text, then `done` with why, or `error`. */
function readStream(messages: readonly EventSourceMessage[]): Omit<Answer, 'error'> {
  const pieces = messages.filter(({ event }) => event === 'output').map(({ data }) => data)
  const done = messages.find(({ event }) => event === 'done')
  const reason = done ? textIn(parsedOrText(done.data), 'reason') : null
  const stop = reason ?? (done ? 'done' : null)
  const parts: Part[] = pieces.length > 0 ? readOutput(pieces) : []
  return { choices: parts.length > 0 || stop !== null ? [{ parts, stop }] : [], usage: null, model: null }
}

/** Text, whole or in the pieces in which a language model makes it; files by address; anything else as it is. */
function readOutput(output: JsonValue | undefined): Part[] {
  if (output === undefined || output === null) return []
  const items = Array.isArray(output) ? output : [output]
  if (!items.every((item) => typeof item === 'string'))
    return [{ kind: 'other', label: 'output', value: output }]
  const files = items.length > 0 && items.every((item) => /^(?:https?:\/\/\S+|data:\S+)$/.test(item))
  return files
    ? items.map((url) => ({ kind: 'media', label: mediaLabel('file', { url }) }))
    : [{ kind: 'text', text: items.join('') }]
}

function readUsage(metrics: JsonValue): Usage | null {
  const input = numberIn(metrics, 'input_token_count')
  const output = numberIn(metrics, 'output_token_count')
  if (input === undefined && output === undefined) return null
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  }
}

/** The messages with their data as it came: a piece of text such as ` 12` is no JSON. */
function messagesOf(call: RecordedCall): EventSourceMessage[] {
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => messages.push(message) })
  parser.feed(`${answerText(call)}\n\n`)
  return messages
}
