import type { RecordedCall, Usage } from '../../cassette/records.ts'
import { isJsonObject, type JsonValue } from '../../json/value.ts'
import { type AnswerBody, readAnswerBody } from '../answer-body.ts'
import { readAnswer as readMessages } from '../anthropic-messages/read-answer.ts'
import { readAwsError } from '../aws-error.ts'
import { joinEvents } from '../bedrock-converse/join-events.ts'
import { readMessage } from '../bedrock-converse/read-answer.ts'
import { readUsage } from '../bedrock-converse/usage.ts'
import { readAnswer as readCohere } from '../cohere/read-answer.ts'
import type { Answer, Part } from '../dialect.ts'
import { fieldIn, listIn, textIn } from '../fields.ts'
import { readAnswer as readChat } from '../openai-chat/read-answer.ts'
import { familyOfAnswer } from './family.ts'
import { readCompletion, withParts } from './read-completion.ts'

/** See `Dialect.readAnswer`. Bedrock's own count of tokens stands in for one that the model does not give. */
export function readAnswer(call: RecordedCall): Answer {
  const body = readAnswerBody(call)
  const error = readAwsError(call, body)
  const answer = error && call.response && call.response.status >= 400 ? nothing : readPayload(call, body)
  const usage = answer.usage ?? readMetrics(body) ?? readHeaders(call)
  return { ...answer, choices: withParts(answer.choices, readIntervention(body)), usage, error }
}

const nothing: Omit<Answer, 'error'> = { choices: [], usage: null, model: null }

function readPayload(call: RecordedCall, body: AnswerBody): Omit<Answer, 'error'> {
  const chunks = chunksOf(body)
  switch (familyOfAnswer(chunks)) {
    case 'anthropic':
      return readMessages(call)
    case 'chat':
      return readChat(withFinishReason(call, chunks))
    case 'cohere':
      // Its streams are lines of JSON elsewhere.
      return readCohere(
        body.kind === 'sse' ? { ...call, events: [{ payload: { ndjson: chunks }, at_ms: 0 }] } : call,
      )
    case 'converse':
      return readMessage(body.kind === 'json' ? body.json : joinEvents(chunks.map(asEvent)))
    case 'prompt':
      return { model: null, ...readCompletion(chunks) }
  }
}

function chunksOf(body: AnswerBody): JsonValue[] {
  if (body.kind === 'json') return [body.json]
  return body.kind === 'sse' ? body.messages.map(({ data }) => data) : []
}

/** Nova streams each event of Converse as an object with its name: `{ messageStop: { stopReason } }`. */
function asEvent(chunk: JsonValue): { event: string; data: JsonValue } {
  const [event = 'chunk'] = isJsonObject(chunk) ? Object.keys(chunk) : []
  return { event, data: fieldIn(chunk, event) ?? null }
}

/** Mistral says `stop_reason` where OpenAI says `finish_reason`. */
function withFinishReason(call: RecordedCall, chunks: readonly JsonValue[]): RecordedCall {
  const isMistral = chunks.some((chunk) =>
    listIn(chunk, 'choices').some((one) => textIn(one, 'stop_reason') !== null),
  )
  if (!isMistral) return call
  const renamed = chunks.map((chunk) => ({
    ...(chunk as object),
    choices: listIn(chunk, 'choices').map((one) => ({
      ...(one as object),
      finish_reason: textIn(one, 'finish_reason') ?? textIn(one, 'stop_reason'),
    })),
  }))
  const payload =
    renamed.length === 1 && renamed[0]
      ? { json: renamed[0] as JsonValue }
      : { sse: renamed.map((data) => ({ data: data as JsonValue })) }
  return { ...call, events: [{ payload, at_ms: 0 }] }
}

/** The last chunk of a stream. */
function readMetrics(body: AnswerBody): Usage | null {
  const last = chunksOf(body).findLast((chunk) => isJsonObject(fieldIn(chunk, metricsField)))
  const metrics = fieldIn(last, metricsField)
  if (!isJsonObject(metrics)) return null
  return readUsage({
    ...metrics,
    ...(metrics.inputTokenCount === undefined ? {} : { inputTokens: metrics.inputTokenCount }),
    ...(metrics.outputTokenCount === undefined ? {} : { outputTokens: metrics.outputTokenCount }),
  })
}

/** The field of a stream's last chunk in which Bedrock counts. */
export const metricsField = 'amazon-bedrock-invocationMetrics'

/** The headers in which Bedrock counts the tokens of an answer that is no stream. */
export const countHeaders = [
  'x-amzn-bedrock-input-token-count',
  'x-amzn-bedrock-output-token-count',
  'x-amzn-bedrock-cache-read-input-token-count',
  'x-amzn-bedrock-cache-write-input-token-count',
]

function readHeaders(call: RecordedCall): Usage | null {
  const names = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens']
  const counts = countHeaders.flatMap((header, at) => {
    const value = call.response?.headers.find(([name]) => name === header)?.[1]
    return value === undefined || !/^\d+$/.test(value) ? [] : [[names[at] as string, Number(value)] as const]
  })
  return readUsage(Object.fromEntries(counts))
}

/** A guardrail tells that it stepped in beside the model's answer, or in place of it. */
function readIntervention(body: AnswerBody): Part[] {
  const action = chunksOf(body)
    .map((chunk) => textIn(chunk, 'amazon-bedrock-guardrailAction'))
    .findLast((one) => one !== null && one !== 'NONE')
  return action ? [{ kind: 'other', label: 'guardrail', value: action }] : []
}
