import { argumentsOf } from './read-chat.ts'
import { choiceOf, type Reading } from './reading.ts'
import type { Any } from './wire.ts'

/** OpenAI's responses, JSON or events. */
export function readResponses(values: Any[]): Omit<Reading, 'failed'> {
  const last = values.findLast(({ type }) => /^response\.(completed|incomplete|failed)$/.test(type ?? ''))
  const whole = last?.response ?? values.find(({ output }) => output)
  const done = values.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item)
  // One exchange of the corpus holds the streams of four responses, one after the other.
  const output: Any[] = done.length > 0 ? done : (whole?.output ?? [])
  const texts = output
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => content.map(({ text }: Any) => text).filter((text: Any) => text !== undefined))
  const streamed = values.map(({ type, delta }) => (type === 'response.output_text.delta' ? delta : ''))
  const calls = output
    .filter(({ type }) => type === 'function_call')
    .map((item) => ({ name: item.name, arguments: argumentsOf(item.arguments) }))
  const usage = whole?.usage ?? {}
  const isAnswer = output.length > 0 || streamed.join('') !== ''
  const stop = whole?.incomplete_details?.reason ?? whole?.status ?? null
  return {
    choices: isAnswer
      ? [choiceOf({ texts: texts.length > 0 ? texts : [streamed.join('')], calls, stop })]
      : [],
    usage: {
      input: usage.input_tokens,
      output: usage.output_tokens,
      cached: usage.input_tokens_details?.cached_tokens,
      reasoning: usage.output_tokens_details?.reasoning_tokens,
    },
  }
}
