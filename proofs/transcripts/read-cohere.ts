import { argumentsOf } from './read-chat.ts'
import { choiceOf, type Reading } from './reading.ts'
import type { Any } from './wire.ts'

/** Chat of both versions, JSON, lines or events. */
export function readCohere(values: Any[]): Omit<Reading, 'failed'> {
  const lineEnd = values.find(({ event_type }) => event_type === 'stream-end')
  if (lineEnd) {
    const text = values.map(({ event_type, text }) => (event_type === 'text-generation' ? text : '')).join('')
    const tokens = lineEnd.response.meta?.tokens ?? lineEnd.response.meta?.billed_units ?? {}
    return {
      choices: [choiceOf({ texts: [text], stop: lineEnd.finish_reason })],
      usage: { input: tokens.input_tokens, output: tokens.output_tokens },
    }
  }
  const end = values.find(({ type }) => type === 'message-end')
  const whole = values[0]
  const calls = end ? streamedCalls(values) : (whole.message.tool_calls ?? [])
  const texts = end
    ? [values.map(({ delta }) => delta?.message?.content?.text ?? '').join('')].filter(Boolean)
    : (whole.message.content ?? []).map(({ text }: Any) => text)
  const { finish_reason, usage } = end?.delta ?? whole
  return {
    choices: [
      choiceOf({
        texts,
        calls: calls.map((call: Any) => ({
          name: call.function.name,
          arguments: argumentsOf(call.function.arguments),
        })),
        stop: finish_reason,
      }),
    ],
    usage: {
      input: usage.tokens.input_tokens,
      output: usage.tokens.output_tokens,
      cached: usage.cached_tokens,
    },
  }
}

function streamedCalls(values: Any[]): Any[] {
  return values
    .filter(({ type }) => type === 'tool-call-start')
    .map(({ index, delta }) => {
      const pieces = values.filter((event) => event.type === 'tool-call-delta' && event.index === index)
      const rest = pieces.map((event) => event.delta.message.tool_calls.function.arguments).join('')
      const { name, arguments: begin } = delta.message.tool_calls.function
      return { function: { name, arguments: (begin ?? '') + rest } }
    })
}

/** Rankings: each document, counted from 1, with its score. Cohere and Voyage name the list differently. */
export function readRerank([answer]: Any[]): Omit<Reading, 'failed'> {
  const list: Any[] = answer.results ?? answer.data
  const notes = list.map(({ index, relevance_score }) => `document ${index + 1} ${relevance_score}`)
  return { choices: [choiceOf({ notes })], usage: answer.usage ? { input: answer.usage.total_tokens } : {} }
}
