import { choiceOf, type Reading } from './reading.ts'
import type { Any } from './wire.ts'

/** Ollama's chat and generate, JSON or lines. */
export function readOllama(values: Any[]): Omit<Reading, 'failed'> {
  const last = values.find(({ done }) => done)
  const text = values.map(({ message, response }) => message?.content ?? response ?? '').join('')
  const calls = values
    .flatMap(({ message }) => message?.tool_calls ?? [])
    .map((call: Any) => ({ name: call.function.name, arguments: call.function.arguments }))
  return {
    choices: [choiceOf({ texts: [text], calls, stop: last.done_reason ?? null })],
    usage: { input: last.prompt_eval_count, output: last.eval_count },
  }
}
