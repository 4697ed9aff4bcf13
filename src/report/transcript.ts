import type { RecordedCall, TestIdentity } from '../cassette/records.ts'
import { isSocketSession } from '../cassette/socket-session.ts'
import type { Answer, ToolOffer } from '../providers/dialect.ts'
import { dialectById } from '../providers/dialects.ts'
import { renderAnswer } from './transcript-answer.ts'
import { createHistory, type History } from './transcript-history.ts'
import { distinctJson } from './transcript-json.ts'
import { renderMessage } from './transcript-message.ts'
import { renderPlainCall } from './transcript-plain.ts'
import { renderSession } from './transcript-session.ts'
import { inlineText } from './transcript-text.ts'
import { renderTools } from './transcript-tools.ts'

/**
 * The readable projection of a cassette: what a reviewer reads instead of the JSONL. Markdown that recorded text cannot
 * break out of, without ids and timings, long texts capped with their size and hash. Pure: equal content gives the same
 * characters, whenever and wherever it was recorded. Never throws on odd recorded data.
 */
export function renderTranscript(recording: { test: TestIdentity; calls: readonly RecordedCall[] }): string {
  const { test, calls } = recording
  const title = test.name === null ? `${test.file} (calls outside of tests)` : test.name.join(' > ')
  const blocks = [`# ${inlineText(title)}`]
  const state: TranscriptState = { history: createHistory(), tools: '[]' }
  for (const call of calls) blocks.push(...renderCall(call, state))
  if (calls.length === 0) blocks.push('*(no calls)*')
  return `${blocks.join('\n\n')}\n`
}

/** What earlier calls have shown already. */
interface TranscriptState {
  history: History
  /** The tools last offered, as JSON. */
  tools: string
}

function renderCall(call: RecordedCall, state: TranscriptState): string[] {
  const dialect = dialectById(call.request.dialect)
  if (isSocketSession(call)) return renderSession(call, dialect, (tools) => renderChangedTools(tools, state))
  if (dialect.id === 'plain') return renderPlainCall(call)
  const { system, messages, tools } = dialect.readRequest(call.request)
  const answer = dialect.readAnswer(call)
  const all = [...system, ...messages]
  // The dialect read nothing: another endpoint of a provider for which the config names this dialect.
  if (all.length === 0 && tools.length === 0 && !saysAnything(answer)) return renderPlainCall(call)
  const shared = state.history.add(call.call_index, all, answer)
  const title = [`Call ${call.call_index}`, dialect.label, call.request.model ?? '']
  return [
    `## ${title.filter(Boolean).map(inlineText).join(' · ')}`,
    ...(shared.messages > 0 ? [sharedLine(shared)] : []),
    ...all.slice(shared.messages).flatMap(renderMessage),
    ...renderChangedTools(tools, state),
    ...renderAnswer(call, answer),
  ]
}

function saysAnything({ choices, error }: Answer): boolean {
  return error !== null || choices.some(({ parts, stop }) => parts.length > 0 || stop !== null)
}

function sharedLine({ messages, call }: { messages: number; call: number }): string {
  return `*(${messages === 1 ? '1 message' : `${messages} messages`} as in call ${call})*`
}

function renderChangedTools(tools: readonly ToolOffer[], state: TranscriptState): string[] {
  const definitions = distinctJson(tools)
  if (definitions === state.tools) return []
  state.tools = definitions
  return renderTools(tools)
}
