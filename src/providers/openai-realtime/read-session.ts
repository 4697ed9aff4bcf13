import type { SocketPayload, Usage } from '../../cassette/records.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import type { Part, SessionTurn } from '../dialect.ts'
import { fieldIn, listIn, numberIn, objectIn, textIn } from '../fields.ts'
import { bytesLabel } from '../media.ts'
import { readItem, toolNames } from '../openai-responses/read-item.ts'
import { readTool } from '../openai-responses/read-request.ts'

/**
 * See `Dialect.readSession`. Answers are read from the event that ends them, which has them whole; what only accompanies them
 * (pieces, acknowledgements, limits) is left out. Sound that was sent is told by its size and hash where the next event
 * comes.
 */
export function readSession(messages: readonly SocketPayload[]): SessionTurn[] {
  const turns: SessionTurn[] = []
  const sound: Buffer[] = []
  const items: JsonValue[] = []
  for (const payload of messages) {
    const event = 'json' in payload ? payload.json : null
    const type = textIn(event, 'type') ?? ''
    if (payload.from === 'client' && type === 'input_audio_buffer.append') {
      sound.push(Buffer.from(textIn(event, 'audio') ?? '', 'base64'))
      continue
    }
    if (payload.from === 'client' && sound.length > 0) {
      const label = bytesLabel('audio', Buffer.concat(sound.splice(0)))
      turns.push(said('user', [{ kind: 'media', label }]))
    }
    turns.push(
      ...(payload.from === 'client' ? clientTurns(event, type, items) : serverTurns(event, type, items)),
    )
  }
  return turns
}

function clientTurns(event: JsonValue, type: string, items: JsonValue[]): SessionTurn[] {
  switch (type) {
    case 'session.update':
      return settingTurns(objectIn(event, 'session'))
    case 'conversation.item.create': {
      const item = spoken(fieldIn(event, 'item') ?? null)
      const { role, parts } = readItem(item, toolNames(items))
      items.push(item)
      return [said(role, parts)]
    }
    case 'response.create':
      return settingTurns(objectIn(event, 'response'))
    case 'input_audio_buffer.commit':
    case '':
      return []
  }
  return [said('user', [{ kind: 'other', label: type, value: null }])]
}

function settingTurns(settings: JsonObject): SessionTurn[] {
  const instructions = textIn(settings, 'instructions')
  const tools = listIn(settings, 'tools')
  return [
    ...(instructions ? [said('system', [{ kind: 'text', text: instructions }])] : []),
    ...(tools.length > 0 ? [{ kind: 'tools' as const, tools: tools.map(readTool) }] : []),
  ]
}

function serverTurns(event: JsonValue, type: string, items: JsonValue[]): SessionTurn[] {
  if (type === 'error') {
    const error = objectIn(event, 'error')
    return [{ kind: 'error', type: textIn(error, 'code'), message: textIn(error, 'message') ?? 'an error' }]
  }
  if (type === 'conversation.item.input_audio_transcription.completed')
    return [said('user', [{ kind: 'text', text: textIn(event, 'transcript') ?? '' }])]
  if (type !== 'response.done') return []
  const response = objectIn(event, 'response')
  const output = listIn(response, 'output').map(spoken)
  items.push(...output)
  const names = toolNames(items)
  const parts = output.flatMap((item) => readItem(item, names).parts)
  const details = objectIn(response, 'status_details')
  const stop = textIn(details, 'reason') ?? textIn(response, 'status')
  const failure = objectIn(details, 'error')
  const answer: SessionTurn = {
    ...said('assistant', parts),
    stop,
    usage: readUsage(fieldIn(response, 'usage')),
  }
  const message = textIn(failure, 'message')
  return message === null ? [answer] : [answer, { kind: 'error', type: textIn(failure, 'code'), message }]
}

function said(role: string, parts: Part[]): SessionTurn & { kind: 'message' } {
  return { kind: 'message', role, parts, stop: null, usage: null }
}

/** An item whose spoken parts are read as their transcripts, where there are any. */
function spoken(item: JsonValue): JsonValue {
  if (!isJsonObject(item) || !Array.isArray(item.content)) return item
  const content = item.content.map((part) => {
    const transcript = textIn(part, 'transcript')
    return transcript === null ? part : { type: 'text', text: transcript }
  })
  return { ...item, content }
}

function readUsage(usage: JsonValue | undefined): Usage | null {
  const input = numberIn(usage, 'input_tokens')
  const output = numberIn(usage, 'output_tokens')
  const cached = numberIn(objectIn(usage, 'input_token_details'), 'cached_tokens')
  const counts = { input_tokens: input, output_tokens: output, cached_input_tokens: cached }
  const known = Object.entries(counts).filter(([, count]) => count !== undefined)
  return known.length > 0 ? (Object.fromEntries(known) as Usage) : null
}
