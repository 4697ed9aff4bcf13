import type { RecordedCall } from '../../cassette/records.ts'
import type { JsonValue } from '../../json/value.ts'
import { readAnswerBody } from '../answer-body.ts'
import type { Answer, Part } from '../dialect.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { mediaLabel } from '../media.ts'
import { readError } from '../read-error.ts'
import { readTokenUsage } from '../token-usage.ts'

/** See `Dialect.readAnswer`. Of a stream, the finished images; previews are not told. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const streamed = body.kind === 'sse' ? body.messages.map(({ data }) => data) : []
  const finished = streamed.filter((data) => (textIn(data, 'type') ?? '').endsWith('.completed'))
  const json = body.kind === 'json' ? body.json : (finished.at(-1) ?? null)
  const parts = [...listIn(json, 'data'), ...finished].flatMap((image) => readImage(image, json))
  return {
    choices: parts.length > 0 ? [{ parts, stop: null }] : [],
    usage: readTokenUsage(fieldIn(json, 'usage')),
    model: null,
    error: readError(call, body),
  }
}

function readImage(image: JsonValue, answer: JsonValue): Part[] {
  const format = textIn(image, 'output_format') ?? textIn(answer, 'output_format')
  const kind = format === null ? 'image' : `image/${format}`
  const data = textIn(image, 'b64_json')
  const url = textIn(image, 'url')
  if (data === null && url === null) return []
  const revised = textIn(image, 'revised_prompt')
  // The address is signed: another in every answer.
  const label = data === null ? `${kind} at ${hostOf(url)}` : mediaLabel(kind, { data })
  const media: Part = { kind: 'media', label }
  return revised ? [media, { kind: 'other', label: 'revised prompt', value: revised }] : [media]
}

function hostOf(url: string | null): string {
  try {
    return new URL(url ?? '').host
  } catch {
    return 'an address'
  }
}
