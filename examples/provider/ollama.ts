import type { Exchange } from './exchange.ts'
import { countTokens, hashOf, splitTokens } from './hash.ts'
import { type Ask, type OfferedTool, type Reply, reply } from './model.ts'
import { fail, sendJson, sendPieces } from './send.ts'
import { vectorOf } from './vector.ts'

interface OllamaMessage {
  role: string
  content?: string
  tool_name?: string
}

interface OllamaRequest {
  model: string
  messages?: OllamaMessage[]
  prompt?: string
  system?: string
  input?: string | string[]
  tools?: { function: OfferedTool }[]
  format?: unknown
  think?: boolean
  /** Ollama streams unless it is told not to. */
  stream?: boolean
}

/** POST /api/chat, /api/generate, /api/embed */
export async function answerOllama(exchange: Exchange): Promise<void> {
  const request = exchange.body as OllamaRequest
  const operation = (exchange.request.url ?? '').split('/').at(-1)
  const head = { model: request.model, created_at: '2026-11-30T12:00:00Z' }
  if (operation === 'embed') {
    const embeddings = [request.input ?? []].flat().map(vectorOf)
    return sendJson(exchange, {
      model: request.model,
      embeddings,
      prompt_eval_count: countTokens(request.input),
    })
  }
  const isChat = operation === 'chat'
  if (isChat ? !Array.isArray(request.messages) : typeof request.prompt !== 'string')
    return fail(exchange, 400, `${isChat ? 'messages' : 'prompt'} is missing`)
  const answer = reply(readAsk(request), hashOf(request))
  const end = {
    done: true,
    done_reason: 'stop',
    total_duration: 1_000_000,
    prompt_eval_count: countTokens(request.messages ?? request.prompt),
    eval_count: countTokens(answer.text) + countTokens(answer.calls),
  }
  const wrap = (piece: { content: string; thinking?: string; tool_calls?: object[] }) => {
    const { content, ...others } = piece
    return isChat
      ? { ...head, message: { role: 'assistant', ...piece } }
      : { ...head, response: content, ...others }
  }
  if (request.stream === false) return sendJson(exchange, { ...wrap(wholeOf(answer)), ...end })
  const lines = [
    ...piecesOf(answer).map((piece) => ({ ...wrap(piece), done: false })),
    { ...wrap({ content: '' }), ...end },
  ]
  return sendPieces(
    exchange,
    lines.map((line) => `${JSON.stringify(line)}\n`),
    'application/x-ndjson',
  )
}

function readAsk(request: OllamaRequest): Ask {
  const messages = request.messages ?? [{ role: 'user', content: request.prompt ?? '' }]
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  return {
    system: request.system ?? messages.find(({ role }) => role === 'system')?.content ?? '',
    user: messages[lastUser]?.content ?? '',
    tools: (request.tools ?? []).map((tool) => tool.function),
    results: messages
      .slice(lastUser + 1)
      .filter(({ role }) => role === 'tool')
      .map(({ tool_name, content }) => ({ name: tool_name ?? 'tool', text: content ?? '' })),
    schema: typeof request.format === 'object' ? request.format : null,
    thinks: request.think === true,
  }
}

function wholeOf(answer: Reply): { content: string; thinking?: string; tool_calls?: object[] } {
  return {
    content: answer.text,
    ...(answer.thought === null ? {} : { thinking: answer.thought }),
    ...(answer.calls.length > 0 ? { tool_calls: callsOf(answer) } : {}),
  }
}

function piecesOf(answer: Reply): { content: string; thinking?: string; tool_calls?: object[] }[] {
  const thoughts = answer.thought === null ? [] : splitTokens(answer.thought)
  return [
    ...thoughts.map((thinking) => ({ content: '', thinking })),
    ...(answer.calls.length > 0 ? [{ content: '', tool_calls: callsOf(answer) }] : []),
    ...splitTokens(answer.text).map((content) => ({ content })),
  ]
}

function callsOf(answer: Reply): object[] {
  return answer.calls.map(({ name, arguments: args }) => ({ function: { name, arguments: args } }))
}
