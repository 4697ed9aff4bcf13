import type { RecordedCall } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import { type AnswerBody, answerBytes, readAnswerBody } from '../answer-body.ts'
import type { Answer, Part } from '../dialect.ts'
import { fieldIn, textIn } from '../fields.ts'
import { bytesLabel } from '../media.ts'
import { readError } from '../read-error.ts'
import { readTokenUsage } from '../token-usage.ts'

/** See `Dialect.readAnswer`. Sound by its type, size and hash; a transcription by its text, in whatever form it was asked for. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const error = readError(call, body)
  const parts = error && body.kind !== 'sse' ? [] : isSound(call) ? readSound(call) : readText(body)
  const last = body.kind === 'sse' ? body.messages.at(-1)?.data : body.kind === 'json' ? body.json : undefined
  return {
    choices: parts.length > 0 ? [{ parts, stop: null }] : [],
    usage: readTokenUsage(fieldIn(last, 'usage')),
    model: null,
    error,
  }
}

function isSound(call: RecordedCall): boolean {
  const type = typeOf(call)
  return /^audio\/|^application\/octet-stream/.test(type) || call.request.url.includes('/audio/speech')
}

function typeOf({ response }: RecordedCall): string {
  return response?.headers.find(([name]) => name === 'content-type')?.[1] ?? ''
}

/** A stream of speech brings the sound as base64 in its events. */
function readSound(call: RecordedCall): Part[] {
  const body = readAnswerBody(call)
  const bytes =
    body.kind === 'sse'
      ? Buffer.concat(body.messages.map(({ data }) => Buffer.from(textIn(data, 'audio') ?? '', 'base64')))
      : answerBytes(call)
  if (bytes.length === 0) return []
  const type = typeOf(call).split(';')[0] ?? ''
  return [{ kind: 'media', label: bytesLabel(type.startsWith('audio/') ? type : 'audio', bytes) }]
}

function readText(body: AnswerBody): Part[] {
  const text =
    body.kind === 'sse'
      ? joinDeltas(body.messages.map(({ data }) => data))
      : body.kind === 'text'
        ? body.text
        : null
  const whole = body.kind === 'json' ? textIn(body.json, 'text') : text
  return whole ? [{ kind: 'text', text: whole }] : []
}

function joinDeltas(events: readonly JsonValue[]): string {
  const done = events.findLast((event) => textIn(event, 'type') === 'transcript.text.done')
  return textIn(done, 'text') ?? events.map((event) => textIn(event, 'delta') ?? '').join('')
}
