import type { RecordedCall, Usage } from '../cassette/records.ts'
import type { Answer } from '../providers/dialect.ts'
import { renderMessage } from './transcript-message.ts'
import { inlineText, textBlocks } from './transcript-text.ts'

/** Characters shown of an error message. */
const errorLimit = 1000

/** The answer of a call as Markdown blocks: each choice, the error, how it ended, the stop reason with the tokens. */
export function renderAnswer(call: RecordedCall, answer: Answer): string[] {
  const blocks: string[] = []
  const many = answer.choices.length > 1
  answer.choices.forEach(({ parts, stop }, at) => {
    const message = renderMessage({ role: 'assistant', parts })
    if (many) message[0] = `${message[0]} (choice ${at + 1} of ${answer.choices.length})`
    blocks.push(...message)
    if (many && stop !== null) blocks.push(`stop: ${inlineText(stop)}`)
  })
  if (answer.error)
    blocks.push(errorLine(call, answer.error), ...textBlocks(answer.error.message, errorLimit))
  blocks.push(...renderOutcome(call))
  const stop = many ? null : (answer.choices[0]?.stop ?? null)
  const tokens = renderUsage(answer.usage)
  const last = [...(stop === null ? [] : [`stop: ${inlineText(stop)}`]), ...(tokens === null ? [] : [tokens])]
  if (last.length > 0) blocks.push(last.join(' · '))
  return blocks
}

/** Says that a call did not end well, where it did not; nothing else. */
export function renderOutcome(call: RecordedCall): string[] {
  const code = call.error ? inlineText(call.error.code) : 'UNKNOWN'
  if (call.outcome === 'aborted') return ['*(the client left before the end)*']
  if (call.outcome === 'complete') return []
  return [call.response === null ? `*(no response: ${code})*` : `*(the response broke off: ${code})*`]
}

function errorLine(call: RecordedCall, error: NonNullable<Answer['error']>): string {
  const status = call.response?.status ?? 0
  const place = status >= 400 ? String(status) : 'in the answer'
  return `**Error** ${place}${error.type === null ? '' : ` · ${inlineText(error.type)}`}`
}

/** `9 tokens in, 6 out`; `null` where nothing is known. */
export function renderUsage(usage: Usage | null): string | null {
  const input = count(usage?.input_tokens, 'in', usage?.cached_input_tokens, 'cached')
  const output = count(usage?.output_tokens, 'out', usage?.reasoning_tokens, 'reasoning')
  if (input === null) return output === null ? null : output.replace(' out', ' tokens out')
  return [input.replace(' in', ' tokens in'), ...(output === null ? [] : [output])].join(', ')
}

function count(all: number | undefined, word: string, part: number | undefined, what: string): string | null {
  if (all === undefined) return null
  return `${all} ${word}${part ? ` (${part} ${what})` : ''}`
}
