import { exampleOf } from './example-of.ts'
import { hashOf, numberFrom } from './hash.ts'
import { planCalls } from './plan-calls.ts'

/** What is asked, in no API's words. */
export interface Ask {
  system: string
  /** The last user message. */
  user: string
  tools: OfferedTool[]
  /** Results that came after the last user message. */
  results: { name: string; text: string }[]
  /** JSON schema that the answer must fit. */
  schema: unknown
  /** Whether thoughts are asked for. */
  thinks: boolean
}

export interface OfferedTool {
  name: string
  description?: string
  parameters?: unknown
}

export interface Reply {
  thought: string | null
  text: string
  calls: { id: string; name: string; arguments: Record<string, unknown> }[]
  refuses: boolean
}

const sentences = [
  'the short answer is yes, with an umbrella.',
  'it depends on the day, so plan for both.',
  'most people would start with the simplest thing.',
  'there are three good reasons for it and one against.',
  'nobody knows for sure, but it looks promising.',
  'take your time and check it twice.',
]

/**
 * The "model": a function of what is asked and of `seed`, nothing else. It calls tools that fit, then tells what they
 * said; fills a schema where one is given; says a sentence otherwise.
 */
export function reply(ask: Ask, seed: string): Reply {
  const thought = ask.thinks ? `The user asks: ${clip(ask.user)}. I should answer that.` : null
  const nothing = { thought, text: '', calls: [], refuses: false }
  if (/please refuse/i.test(ask.user))
    return { ...nothing, text: "I'm sorry, I can't help with that.", refuses: true }
  if (ask.results.length === 0) {
    const calls = planCalls(ask.user, ask.tools)
    const withIds = calls.map((call, at) => ({ id: hashOf([seed, at]).slice(0, 24), ...call }))
    if (withIds.length > 0) return { ...nothing, calls: withIds }
  }
  if (ask.schema) return { ...nothing, text: JSON.stringify(exampleOf(ask.schema, ask.user)) }
  if (ask.results.length > 0) return { ...nothing, text: ask.results.map(tellResult).join(' ') }
  const sentence = sentences[numberFrom(seed, sentences.length)] as string
  return { ...nothing, text: `On “${clip(ask.user)}”: ${sentence}` }
}

function tellResult({ name, text }: { name: string; text: string }): string {
  let value: unknown = text
  try {
    value = JSON.parse(text)
  } catch {}
  if (typeof value !== 'object' || value === null) return `${name} says ${clip(text)}.`
  const facts = Object.entries(value).map(
    ([key, field]) => `${key} is ${typeof field === 'string' ? field : JSON.stringify(field)}`,
  )
  return `${name} says ${facts.join(', ') || 'nothing'}.`
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`
}
