import { awsChunk, awsEvent, awsException } from './aws-frames.ts'
import { type ConverseRequest, converseEvents, converseFor } from './converse.ts'
import type { Exchange } from './exchange.ts'
import { lastUserText } from './exchange.ts'
import { countTokens, hashOf, splitTokens } from './hash.ts'
import { type MessagesRequest, messageFor, streamMessage } from './messages.ts'
import { reply } from './model.ts'
import { fail, sendJson, sendPieces } from './send.ts'
import { vectorOf } from './vector.ts'

type Fields = Record<string, unknown>

const eventStream = 'application/vnd.amazon.eventstream'

/** POST /model/MODEL/OPERATION and /guardrail/ID/version/VERSION/apply of Amazon Bedrock */
export async function answerBedrock(exchange: Exchange): Promise<void> {
  const path = (exchange.request.url ?? '').split('?')[0] as string
  if (path.startsWith('/guardrail/')) return applyGuardrail(exchange)
  const [, model = '', operation = ''] = /^\/model\/(.+)\/([a-z-]+)$/.exec(path) ?? []
  const body = exchange.body as Fields
  switch (operation) {
    case 'converse':
      return sendJson(exchange, converseFor(body as ConverseRequest))
    case 'converse-stream': {
      const events = converseEvents(converseFor(body as ConverseRequest))
      return sendFrames(
        exchange,
        events.map(([type, data]) => awsEvent(type, { ...data, p: padding(data) })),
      )
    }
    case 'count-tokens':
      return sendJson(exchange, { inputTokens: countTokens(body.input) })
    case 'invoke':
      return sendJson(exchange, wholeOf(decodeURIComponent(model), body))
    case 'invoke-with-response-stream': {
      const chunks = chunksOf(decodeURIComponent(model), body)
      const metrics = { inputTokenCount: countTokens(body), outputTokenCount: countTokens(chunks) }
      const last = chunks.length - 1
      const withMetrics = chunks.map((chunk, at) =>
        at === last ? { ...chunk, 'amazon-bedrock-invocationMetrics': metrics } : chunk,
      )
      return sendFrames(exchange, withMetrics.map(awsChunk))
    }
  }
  fail(exchange, 404, `Unknown operation ${operation}.`)
}

/** `please throttle` ends a stream with an exception after its third event. */
function sendFrames(exchange: Exchange, frames: Buffer[]): Promise<void> {
  const throttles = /please throttle/i.test(lastUserText(exchange.body))
  const sent = throttles
    ? [...frames.slice(0, 3), awsException('throttlingException', 'Too many tokens, please wait.')]
    : frames
  return sendPieces(exchange, sent, eventStream)
}

/** Bedrock hides the lengths of words behind a padding. */
function padding(data: object): string {
  return 'abcdefghijklmnopqrstuvwxyz'.slice(0, 1 + (countTokens(data) % 25))
}

function wholeOf(model: string, body: Fields): object {
  if (body.anthropic_version) return messageFor({ ...body, model: 'claude' } as MessagesRequest)
  if (Array.isArray(body.messages)) return converseFor(body as ConverseRequest)
  const text = said(body)
  if (/embed/.test(model))
    return { embedding: vectorOf(body.inputText), inputTextTokenCount: countTokens(body) }
  if (body.taskType) return { images: [Buffer.from('image').toString('base64')], error: null }
  if (body.inputText !== undefined) {
    const result = { tokenCount: countTokens(text), outputText: text, completionReason: 'FINISH' }
    return { inputTextTokenCount: countTokens(body.inputText), results: [result] }
  }
  if (/mistral/.test(model)) return { outputs: [{ text, stop_reason: 'stop' }] }
  const counts = { prompt_token_count: countTokens(body.prompt), generation_token_count: countTokens(text) }
  return { generation: text, ...counts, stop_reason: 'stop' }
}

function chunksOf(model: string, body: Fields): object[] {
  if (body.anthropic_version) {
    const events = streamMessage(messageFor({ ...body, model: 'claude' } as MessagesRequest))
    return events.map(({ data }) => data as object)
  }
  if (Array.isArray(body.messages))
    return converseEvents(converseFor(body as ConverseRequest)).map(([type, data]) => ({ [type]: data }))
  const words = splitTokens(said(body))
  return words.map((word, at) => {
    const isLast = at === words.length - 1
    if (body.inputText !== undefined) {
      const end = {
        completionReason: isLast ? 'FINISH' : null,
        totalOutputTextTokenCount: isLast ? at + 1 : null,
      }
      return { outputText: word, index: 0, ...end, inputTextTokenCount: at === 0 ? countTokens(body) : null }
    }
    const stop_reason = isLast ? 'stop' : null
    if (/mistral/.test(model)) return { outputs: [{ text: word, stop_reason }] }
    return { generation: word, prompt_token_count: null, generation_token_count: at + 1, stop_reason }
  })
}

function said(body: Fields): string {
  const user = String(body.inputText ?? body.prompt ?? '')
  return reply({ system: '', user, tools: [], results: [], schema: null, thinks: false }, hashOf(body)).text
}

/** A guardrail that knows one bad word. */
function applyGuardrail(exchange: Exchange): void {
  const { content = [] } = exchange.body as { content?: { text?: { text?: string } }[] }
  const isBad = content.some(({ text }) => text?.text?.includes('harm'))
  const finding = { match: 'harm', action: 'BLOCKED', detected: true }
  sendJson(exchange, {
    action: isBad ? 'GUARDRAIL_INTERVENED' : 'NONE',
    outputs: isBad ? [{ text: 'I cannot help with that.' }] : [],
    assessments: isBad ? [{ wordPolicy: { customWords: [finding], managedWordLists: [] } }] : [],
    usage: { wordPolicyUnits: 1 },
  })
}
