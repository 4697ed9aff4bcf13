import type { CorpusExchange } from '../support/corpus.ts'
import { awsEvents } from './aws-events.ts'
import { argumentsOf } from './read-chat.ts'
import { readMessages } from './read-messages.ts'
import { choiceOf, type Reading, type ReadUsage } from './reading.ts'
import type { Any } from './wire.ts'

/** Converse: one JSON answer, or the events of a stream, whose checksums are looked at. */
export function readConverse(
  values: Any[],
  { endpoint }: CorpusExchange,
  bytes: Uint8Array,
): Omit<Reading, 'failed'> {
  if (endpoint === 'bedrock.converse') {
    const [{ output, stopReason, usage }] = values
    const blocks: Any[] = output.message.content
    return {
      choices: [
        choiceOf({
          texts: blocks.flatMap(({ text }) => text ?? []),
          calls: blocks.flatMap(({ toolUse }) =>
            toolUse ? { name: toolUse.name, arguments: toolUse.input } : [],
          ),
          stop: stopReason,
        }),
      ],
      usage: usageOf(usage),
    }
  }
  const events = awsEvents(bytes)
  const of = (type: string) => events.filter((event) => event.type === type).map(({ payload }) => payload)
  const indexes = [...new Set(of('contentBlockDelta').map(({ contentBlockIndex }) => contentBlockIndex))]
  const deltas = (index: number) => of('contentBlockDelta').filter((one) => one.contentBlockIndex === index)
  const texts = indexes.map((index) =>
    deltas(index)
      .map(({ delta }) => delta.text ?? '')
      .join(''),
  )
  const calls = of('contentBlockStart').map(({ contentBlockIndex, start }) => {
    const given = deltas(contentBlockIndex).map(({ delta }) => delta.toolUse.input)
    return { name: start.toolUse.name, arguments: argumentsOf(given.join('')) }
  })
  const notes = of('metadata').flatMap(({ trace }) => guardrailNotes(trace?.guardrail))
  return {
    choices: [
      choiceOf({ texts: texts.filter(Boolean), calls, stop: of('messageStop')[0].stopReason, notes }),
    ],
    usage: usageOf(of('metadata')[0]?.usage),
  }
}

/** InvokeModel: Claude's messages, its completions of old, Titan's texts. */
export function readInvoke(values: Any[]): Omit<Reading, 'failed'> {
  if (values.some(({ type }) => type?.startsWith('message'))) return readMessages(values)
  const metrics = values.map((value) => value['amazon-bedrock-invocationMetrics']).find(Boolean) ?? {}
  return {
    choices: [
      choiceOf({
        texts: [values.map(({ completion, outputText }) => completion ?? outputText ?? '').join('')],
        stop: values.map((value) => value.stop_reason ?? value.completionReason).findLast(Boolean) ?? null,
      }),
    ],
    usage: { input: metrics.inputTokenCount, output: metrics.outputTokenCount },
  }
}

/** The kinds of what a guardrail acted on. */
function guardrailNotes(guardrail: Any): string[] {
  const found = JSON.stringify(guardrail ?? {}).matchAll(/"action":"(BLOCKED|ANONYMIZED)"/g)
  return [...found].map(([, action]) => `"${action}"`)
}

function usageOf(usage: Any): ReadUsage {
  const { inputTokens = 0, outputTokens, cacheReadInputTokens = 0, cacheWriteInputTokens = 0 } = usage ?? {}
  return {
    input: inputTokens + cacheReadInputTokens + cacheWriteInputTokens,
    output: outputTokens,
    cached: cacheReadInputTokens,
  }
}
