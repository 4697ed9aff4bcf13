import type { RecordedCall, Usage } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { answerBytes, readAnswerBody } from '../answer-body.ts'
import type { Answer, Part } from '../dialect.ts'
import { fieldIn, jsonText, listIn, numberIn, objectIn, textIn } from '../fields.ts'
import { bytesLabel } from '../media.ts'
import { readError } from '../read-error.ts'
import { vectorParts } from '../vectors.ts'

/** Characters of an answer of another task that are shown as they are. */
const shortAnswer = 2_000

/** See `Dialect.readAnswer`. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const error = readError(call, body)
  const read =
    body.kind === 'json'
      ? readJson(body.json)
      : body.kind === 'sse'
        ? readStream(body.messages.map(({ data }) => data))
        : { choices: [], usage: null }
  const choices = error && body.kind === 'json' ? [] : read.choices
  const media = readMedia(call)
  return {
    choices: choices.length === 0 && media.length > 0 ? [{ parts: media, stop: null }] : choices,
    usage: read.usage ?? readHeaders(call),
    model: null,
    error,
  }
}

type Read = Pick<Answer, 'choices' | 'usage'>

function readJson(json: JsonValue): Read {
  const items = Array.isArray(json) ? json : [json]
  const texts = items.map(textOf)
  const details = objectIn(items[0], 'details')
  if (items.length > 0 && texts.every((text) => text !== null)) {
    const stop = textIn(details, 'finish_reason')
    const choices = texts.map((text) => ({ parts: [{ kind: 'text' as const, text: text as string }], stop }))
    return { choices, usage: readUsage(details) }
  }
  const vectors = readVectors(json)
  const parts = vectors.length > 0 ? vectors : [otherPart(json)]
  return { choices: json === null ? [] : [{ parts, stop: null }], usage: null }
}

/** The text of a task that writes: generation, translation, summaries, recognition of speech, captions. */
function textOf(item: JsonValue): string | null {
  for (const key of ['generated_text', 'translation_text', 'summary_text']) {
    const text = textIn(item, key)
    if (text !== null) return text
  }
  // Of other tasks a text is one field among many.
  return isJsonObject(item) && (Object.keys(item).length === 1 || 'chunks' in item)
    ? textIn(item, 'text')
    : null
}

/** One vector, a list of them, or one for each token of each text. */
function readVectors(json: JsonValue): Part[] {
  if (!Array.isArray(json) || json.length === 0) return []
  if (json.every((item) => typeof item === 'number')) return vectorParts([json])
  if (!json.every((item) => Array.isArray(item))) return []
  const isDeeper = json.every((item) => Array.isArray(item) && item.every((inner) => Array.isArray(inner)))
  const lists = isDeeper ? (json.flat() as JsonValue[]) : json
  return lists.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'number'))
    ? vectorParts(lists)
    : []
}

/** Labels with scores, answers with places, masks: as they are, unless they are long. */
function otherPart(json: JsonValue): Part {
  const text = jsonText(json)
  return text.length <= shortAnswer
    ? { kind: 'other', label: 'answer', value: json }
    : { kind: 'media', label: bytesLabel('answer', Buffer.from(text)) }
}

/** Text Generation Inference: a token at a time, the whole text beside the last. */
function readStream(messages: readonly JsonValue[]): Read {
  const tokens = messages.map((data) => fieldIn(data, 'token')).filter(isJsonObject)
  const last = messages.findLast((data) => isJsonObject(fieldIn(data, 'details')))
  const details = objectIn(last, 'details')
  const whole = textIn(last, 'generated_text')
  const text =
    whole ??
    tokens
      .filter((token) => token.special !== true)
      .map((token) => textIn(token, 'text') ?? '')
      .join('')
  const stop = textIn(details, 'finish_reason')
  const hasText = tokens.length > 0 || whole !== null
  const parts: Part[] = hasText ? [{ kind: 'text', text }] : []
  return { choices: hasText || stop !== null ? [{ parts, stop }] : [], usage: readUsage(details) }
}

function readUsage(details: JsonValue): Usage | null {
  const output = numberIn(details, 'generated_tokens')
  const prefill = listIn(details, 'prefill').length
  const input = numberIn(details, 'input_length') ?? (prefill > 0 ? prefill : undefined)
  if (input === undefined && output === undefined) return null
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  }
}

function readHeaders(call: RecordedCall): Usage | null {
  const count = (header: string) => {
    const value = call.response?.headers.find(([name]) => name === header)?.[1]
    return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
  }
  const input = count('x-prompt-tokens')
  const output = count('x-generated-tokens')
  if (input === undefined && output === undefined) return null
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  }
}

/** Pictures and sound come as they are. */
function readMedia(call: RecordedCall): Part[] {
  const type = call.response?.headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const bytes = /^(?:image|audio|video)\//.test(type) ? answerBytes(call) : new Uint8Array(0)
  return bytes.length > 0 ? [{ kind: 'media', label: bytesLabel(type, bytes) }] : []
}
