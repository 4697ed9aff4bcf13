import type { Exchange } from './exchange.ts'
import { countTokens, hashOf, splitTokens } from './hash.ts'
import { type Ask, type OfferedTool, type Reply, reply } from './model.ts'
import { fail, sendEvents, sendJson, sendPieces } from './send.ts'
import { vectorOf } from './vector.ts'

interface GeminiPart {
  text?: string
  functionCall?: { name: string; args?: unknown }
  functionResponse?: { name: string; response?: { result?: unknown } }
}

interface Content {
  role?: string
  parts: GeminiPart[]
}

interface GeminiRequest {
  contents?: Content[]
  content?: Content
  requests?: { content: Content }[]
  systemInstruction?: Content
  tools?: { functionDeclarations?: OfferedTool[] }[]
  generationConfig?: { responseSchema?: unknown; thinkingConfig?: { includeThoughts?: boolean } }
}

/** POST /v1beta/models/MODEL:OPERATION */
export async function answerGemini(exchange: Exchange): Promise<void> {
  const [, model = '', operation = ''] = /\/models\/([^/:]+):(\w+)/.exec(exchange.request.url ?? '') ?? []
  const request = exchange.body as GeminiRequest
  if (operation === 'embedContent' && request.content)
    return sendJson(exchange, { embedding: { values: vectorOf(request.content) } })
  if (operation === 'batchEmbedContents') {
    const vectors = (request.requests ?? []).map(({ content }) => ({ values: vectorOf(content) }))
    return sendJson(exchange, { embeddings: vectors })
  }
  if (!Array.isArray(request.contents)) return fail(exchange, 400, '* contents is not specified')
  if (operation === 'countTokens') return sendJson(exchange, { totalTokens: countTokens(request.contents) })
  const answer = reply(readAsk(request), hashOf(request))
  const usage = usageOf(request, answer)
  const head = { modelVersion: model, responseId: hashOf(request).slice(0, 16) }
  if (operation === 'generateContent') {
    const candidate = { content: { role: 'model', parts: partsOf(answer) }, finishReason: 'STOP', index: 0 }
    return sendJson(exchange, { candidates: [blockedOr(answer, candidate)], usageMetadata: usage, ...head })
  }
  const chunks = streamOf(answer).map((parts, at, all) => {
    const isLast = at === all.length - 1
    const candidate = {
      content: { role: 'model', parts },
      index: 0,
      ...(isLast ? { finishReason: 'STOP' } : {}),
    }
    return { candidates: [blockedOr(answer, candidate)], usageMetadata: isLast ? usage : {}, ...head }
  })
  if (/[?&]alt=sse/.test(exchange.request.url ?? ''))
    return sendEvents(
      exchange,
      chunks.map((data) => ({ data })),
    )
  // Without `alt=sse` the stream is one JSON array, an element at a time.
  const pieces = chunks.map((chunk, at) => `${at === 0 ? '[' : ',\r\n'}${JSON.stringify(chunk, null, 2)}`)
  return sendPieces(exchange, [...pieces, '\n]\n'], 'application/json; charset=UTF-8')
}

function blockedOr(answer: Reply, candidate: object): object {
  return answer.refuses ? { finishReason: 'SAFETY', index: 0 } : candidate
}

function readAsk(request: GeminiRequest): Ask {
  const contents = request.contents ?? []
  const lastUser = contents.findLastIndex(
    ({ role, parts }) => role !== 'model' && parts.some(({ text }) => text !== undefined),
  )
  const results = contents.slice(lastUser + 1).flatMap(({ parts }) => parts)
  return {
    system: textOf(request.systemInstruction),
    user: textOf(contents[lastUser]),
    tools: (request.tools ?? []).flatMap(({ functionDeclarations }) => functionDeclarations ?? []),
    results: results.flatMap(({ functionResponse: result }) =>
      result ? [{ name: result.name, text: JSON.stringify(result.response?.result ?? result.response) }] : [],
    ),
    schema: request.generationConfig?.responseSchema ?? null,
    thinks: request.generationConfig?.thinkingConfig?.includeThoughts === true,
  }
}

function textOf(content: Content | undefined): string {
  return (content?.parts ?? []).map(({ text }) => text ?? '').join('\n')
}

function partsOf(answer: Reply): object[] {
  const thought = answer.thought === null ? [] : [{ text: answer.thought, thought: true }]
  const calls = answer.calls.map(({ name, arguments: args }) => ({ functionCall: { name, args } }))
  return [...thought, ...(calls.length > 0 ? calls : [{ text: answer.text }])]
}

/** The parts of each chunk: words one by one, calls whole. */
function streamOf(answer: Reply): object[][] {
  if (answer.calls.length > 0) return [partsOf(answer)]
  const thought = answer.thought === null ? [] : [[{ text: answer.thought, thought: true }]]
  return [...thought, ...splitTokens(answer.text).map((text) => [{ text }])]
}

function usageOf(request: GeminiRequest, answer: Reply) {
  const prompt = countTokens(request.contents) + countTokens(request.tools ?? '')
  const candidates = countTokens(answer.text) + countTokens(answer.calls)
  const thoughts = answer.thought === null ? 0 : countTokens(answer.thought)
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: candidates,
    ...(thoughts > 0 ? { thoughtsTokenCount: thoughts } : {}),
    totalTokenCount: prompt + candidates + thoughts,
  }
}
