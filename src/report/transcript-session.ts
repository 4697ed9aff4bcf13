import type { RecordedCall, SocketPayload } from '../cassette/records.ts'
import { socketMessages } from '../cassette/socket-session.ts'
import type { Dialect, SessionTurn, ToolOffer } from '../providers/dialect.ts'
import { bytesLabel } from '../providers/media.ts'
import { renderOutcome, renderUsage } from './transcript-answer.ts'
import { valueItem } from './transcript-json.ts'
import { renderMessage } from './transcript-message.ts'
import { inlineText, textBlocks } from './transcript-text.ts'

/** Characters shown of a message and of an error. */
const limits = { message: 1500, error: 1000 }

/**
 * A WebSocket session: its turns, where the dialect reads them. Else what the client sent, and how many messages came in
 * between; which of their fields are ids or times is not known.
 *
 * @param changedTools renders the tools that are offered, where these are others than before
 */
export function renderSession(
  call: RecordedCall,
  dialect: Dialect,
  changedTools: (tools: readonly ToolOffer[]) => string[],
): string[] {
  const { request } = call
  const label = dialect.id === 'plain' ? `${request.provider} · WebSocket` : dialect.label
  const title = [`Call ${call.call_index}`, label, request.model ?? '']
  const messages = socketMessages(call)
  return [
    `## ${title.filter(Boolean).map(inlineText).join(' · ')}`,
    ...(dialect.readSession
      ? dialect.readSession(messages).flatMap((turn) => renderTurn(turn, changedTools))
      : renderMessages(messages)),
    ...renderClose(messages.at(-1)),
    ...(call.outcome === 'error' ? ['*(the connection was lost)*'] : renderOutcome(call)),
  ]
}

function renderTurn(turn: SessionTurn, changedTools: (tools: readonly ToolOffer[]) => string[]): string[] {
  if (turn.kind === 'tools') return changedTools(turn.tools)
  if (turn.kind === 'error')
    return [
      `**Error**${turn.type === null ? '' : ` ${inlineText(turn.type)}`}`,
      ...textBlocks(turn.message, limits.error),
    ]
  const { role, parts, stop, usage } = turn
  const tokens = renderUsage(usage)
  const last = [...(stop === null ? [] : [`stop: ${inlineText(stop)}`]), ...(tokens === null ? [] : [tokens])]
  return [...renderMessage({ role, parts }), ...(last.length > 0 ? [last.join(' · ')] : [])]
}

function renderMessages(messages: readonly SocketPayload[]): string[] {
  const blocks: string[] = []
  let came = 0
  const tellCome = () => {
    if (came > 0) blocks.push(`*(${came === 1 ? '1 message' : `${came} messages`} of the server)*`)
    came = 0
  }
  for (const message of messages) {
    if ('close' in message) continue
    if (message.from === 'server') {
      came++
      continue
    }
    tellCome()
    blocks.push(renderSent(message))
  }
  tellCome()
  return blocks
}

function renderSent(message: SocketPayload): string {
  if ('json' in message) return valueItem('**Client**', message.json, limits.message)
  if ('text' in message) return valueItem('**Client**', message.text, limits.message)
  const bytes = Buffer.from('base64' in message ? message.base64 : '', 'base64')
  return `**Client** ${inlineText(bytesLabel('binary', bytes))}`
}

/** How the session was closed, where that says something: 1000 is the ordinary end, 1005 no word at all. */
function renderClose(last: SocketPayload | undefined): string[] {
  if (!last || !('close' in last) || [1000, 1005].includes(last.close.code)) return []
  const { code, reason } = last.close
  return [`*(closed by the ${last.from}: ${code}${reason === '' ? '' : ` ${inlineText(reason)}`})*`]
}
