import type { RecordedCall, RecordedEvent } from '../../src/cassette/records.ts'
import type { JsonValue } from '../../src/json/value.ts'

interface Given {
  dialect?: string
  provider?: string
  url?: string
  method?: string
  body?: JsonValue
  model?: string | null
  status?: number
  events?: RecordedEvent[]
  index?: number
}

/** A complete call on invented data; what is not given has a plain default. */
export function recordedCall(given: Given): RecordedCall {
  const { body, status = 200, events = [], index = 0 } = given
  const model = (body as { model?: string } | undefined)?.model ?? null
  return {
    call_index: index,
    request: {
      provider: given.provider ?? 'openai',
      dialect: given.dialect ?? 'openai-chat',
      model: given.model === undefined ? model : given.model,
      method: given.method ?? 'POST',
      url: given.url ?? 'https://api.openai.com/v1/chat/completions',
      headers: [],
      body: body === undefined ? null : { json: body },
    },
    digest: '0'.repeat(64),
    parents: [],
    response: { status, headers: [['content-type', 'application/json']] },
    events,
    outcome: 'complete',
    error: null,
    usage: null,
  }
}

/** Events of a body that arrived in the given texts. */
export function textEvents(...texts: string[]): RecordedEvent[] {
  return texts.map((text, at) => ({ payload: { text }, at_ms: at }))
}

/** The one event of a JSON body. */
export function jsonEvents(json: JsonValue): RecordedEvent[] {
  return [{ payload: { json }, at_ms: 0 }]
}

/** A stream of these data, one event each. */
export function sseEvents(...data: JsonValue[]): RecordedEvent[] {
  return data.map((item, at) => ({ payload: { sse: [{ data: item }] }, at_ms: at }))
}
