import { countTokens, hashOf, splitTokens } from './hash.ts'
import { type Ask, type OfferedTool, type Reply, reply } from './model.ts'

interface Block {
  text?: string
  toolUse?: { toolUseId: string; name: string; input: unknown }
  toolResult?: { toolUseId: string; content: { text?: string; json?: unknown }[] }
}

/** Bedrock's Converse, whose form Amazon's own models take too. */
export interface ConverseRequest {
  messages?: { role: string; content: Block[] }[]
  system?: { text?: string }[]
  toolConfig?: { tools: { toolSpec?: OfferedTool & { inputSchema?: { json?: unknown } } }[] }
  guardrailConfig?: unknown
  additionalModelRequestFields?: { thinking?: unknown }
}

type Content = { text: string } | { toolUse: object } | { reasoningContent: object }

/** The answer to a conversation. With a guardrail, a refusal is its doing. */
export function converseFor(request: ConverseRequest) {
  const answer = reply(readAsk(request), hashOf(request))
  const blocked = answer.refuses && request.guardrailConfig !== undefined
  const inputTokens = countTokens(request.messages) + countTokens(request.toolConfig ?? '')
  const outputTokens = countTokens(answer.text) + countTokens(answer.calls)
  return {
    metrics: { latencyMs: 42 },
    output: { message: { role: 'assistant', content: contentOf(answer) } },
    stopReason: blocked ? 'guardrail_intervened' : answer.calls.length > 0 ? 'tool_use' : 'end_turn',
    usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    ...(blocked ? { trace: { guardrail: { inputAssessment: { g1: assessment } } } } : {}),
  }
}

const assessment = {
  topicPolicy: { topics: [{ name: 'Refusals', type: 'DENY', action: 'BLOCKED' }] },
  invocationMetrics: { guardrailProcessingLatency: 260 },
}

/** The events of a streamed answer, by their types. */
export function converseEvents(answer: ReturnType<typeof converseFor>): [type: string, data: object][] {
  const { output, stopReason, usage, metrics, ...rest } = answer
  return [
    ['messageStart', { role: 'assistant' }],
    ...output.message.content.flatMap(blockEvents),
    ['messageStop', { stopReason }],
    ['metadata', { usage, metrics, ...rest }],
  ]
}

function blockEvents(block: Content, contentBlockIndex: number): [string, object][] {
  const delta = (value: object): [string, object] => [
    'contentBlockDelta',
    { contentBlockIndex, delta: value },
  ]
  const stop: [string, object] = ['contentBlockStop', { contentBlockIndex }]
  if ('text' in block) return [...splitTokens(block.text).map((text) => delta({ text })), stop]
  if ('reasoningContent' in block) {
    const { text, signature } = (
      block.reasoningContent as { reasoningText: { text: string; signature: string } }
    ).reasoningText
    const words = splitTokens(text).map((word) => delta({ reasoningContent: { text: word } }))
    return [...words, delta({ reasoningContent: { signature } }), stop]
  }
  const { input, ...toolUse } = block.toolUse as { input: unknown }
  const pieces = ['', ...(JSON.stringify(input).match(/.{1,8}/gsu) ?? [])]
  return [
    ['contentBlockStart', { contentBlockIndex, start: { toolUse } }],
    ...pieces.map((piece) => delta({ toolUse: { input: piece } })),
    stop,
  ]
}

function contentOf(answer: Reply): Content[] {
  const signature = Buffer.from(hashOf(answer.thought)).toString('base64')
  const thought =
    answer.thought === null
      ? []
      : [{ reasoningContent: { reasoningText: { text: answer.thought, signature } } }]
  const uses = answer.calls.map(({ id, name, arguments: input }) => ({
    toolUse: { toolUseId: `tooluse_${id}`, name, input },
  }))
  return [...thought, ...(uses.length > 0 ? uses : [{ text: answer.text }])]
}

function readAsk(request: ConverseRequest): Ask {
  const messages = request.messages ?? []
  const lastUser = messages.findLastIndex(
    ({ role, content }) => role === 'user' && content.some(({ text }) => text !== undefined),
  )
  const blocks = messages.flatMap(({ content }) => content)
  const results = messages.slice(lastUser + 1).flatMap(({ content }) => content)
  return {
    system: (request.system ?? []).map(({ text }) => text ?? '').join('\n'),
    user: (messages[lastUser]?.content ?? []).map(({ text }) => text ?? '').join('\n'),
    tools: (request.toolConfig?.tools ?? []).flatMap(({ toolSpec }) =>
      toolSpec ? [{ ...toolSpec, parameters: toolSpec.inputSchema?.json }] : [],
    ),
    results: results.flatMap(({ toolResult }) =>
      toolResult
        ? [
            {
              name:
                blocks.find(({ toolUse }) => toolUse?.toolUseId === toolResult.toolUseId)?.toolUse?.name ??
                'tool',
              text: toolResult.content.map(({ text, json }) => text ?? JSON.stringify(json)).join('\n'),
            },
          ]
        : [],
    ),
    schema: null,
    thinks: request.additionalModelRequestFields?.thinking !== undefined,
  }
}
