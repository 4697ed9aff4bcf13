import { choiceOf, type ReadChoice, type Reading, type ReadUsage } from './reading.ts'
import type { Any } from './wire.ts'

/** Chat completions of every provider, JSON or chunks. */
export function readChat(values: Any[]): Omit<Reading, 'failed'> {
  return { choices: indexesOf(values).map((index) => readChoice(values, index)), usage: usageOf(values) }
}

/** Completions of a bare prompt. */
export function readCompletions(values: Any[]): Omit<Reading, 'failed'> {
  const choices = indexesOf(values).map((index) => {
    const pieces = piecesOf(values, index)
    const text = pieces.map((piece) => piece.text ?? '').join('')
    return choiceOf({ texts: [text], stop: lastStop(pieces) })
  })
  return { choices, usage: usageOf(values) }
}

function indexesOf(values: Any[]): number[] {
  const all = values.flatMap(({ choices }) => (choices ?? []).map(({ index }: Any) => index ?? 0))
  return [...new Set<number>(all)].sort((a, b) => a - b)
}

function piecesOf(values: Any[], index: number): Any[] {
  return values.flatMap(({ choices }) => choices ?? []).filter((piece: Any) => (piece.index ?? 0) === index)
}

function readChoice(values: Any[], index: number): ReadChoice {
  const pieces = piecesOf(values, index)
  const said = pieces.map(({ delta, message }) => delta ?? message ?? {})
  const texts = said.flatMap(({ content }) => textsIn(content))
  const isList = said.some(({ content }) => Array.isArray(content)) && values.length === 1
  return choiceOf({ texts: isList ? texts : [texts.join('')], calls: callsOf(said), stop: lastStop(pieces) })
}

function textsIn(content: Any): string[] {
  if (typeof content === 'string') return [content]
  return (content ?? []).flatMap((part: Any) => (part.type === 'text' ? [part.text] : []))
}

function callsOf(said: Any[]): ReadChoice['calls'] {
  const calls: { key: string; name: string; text: string }[] = []
  for (const { tool_calls, function_call } of said) {
    const given = tool_calls ?? (function_call ? [{ index: 0, function: function_call }] : [])
    for (const [at, call] of given.entries()) {
      const key = `${call.index ?? (call.id ? `id ${call.id}` : at)}`
      // A new id under a known index is a new call.
      const known = calls.findLast((one) => one.key === key || one.key.startsWith(`${key} `))
      const isNew = !known || (call.id && known.key !== key && !known.key.endsWith(` ${call.id}`))
      const target = isNew ? { key: call.id ? `${key} ${call.id}` : key, name: '', text: '' } : known
      if (isNew) calls.push(target)
      const name = call.function?.name ?? ''
      if (name && target.name !== name) target.name += name
      const args = call.function?.arguments
      target.text += typeof args === 'string' ? args : args ? JSON.stringify(args) : ''
    }
  }
  return calls.map(({ name, text }) => ({ name, arguments: argumentsOf(text) }))
}

/** Arguments are JSON in a text, or whatever the model wrote. */
export function argumentsOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

// Some servers repeat the reason in a second last chunk.
function lastStop(pieces: Any[]): string | null {
  return pieces.map(({ finish_reason }) => finish_reason).findLast(Boolean) ?? null
}

function usageOf(values: Any[]): ReadUsage {
  const places = values.flatMap((value) => [value.usage, value.x_groq?.usage, value.choices?.[0]?.usage])
  const usage = places.findLast(Boolean) ?? {}
  return {
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    cached:
      usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? usage.reasoning_tokens,
  }
}
