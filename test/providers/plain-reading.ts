/*
 * A second, plain reading of real answers, written without the dialects so that both can be compared: the same text,
 * the same tool calls, the same stop reason.
 */

export interface PlainReading {
  text: string
  calls: string[]
  stops: string[]
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of any provider, read by hand
type Any = any

/** What a body says, by its endpoint. */
export function plainReading(endpoint: string, body: string): PlainReading {
  const { json, events } = split(body)
  if (endpoint === 'chat.completions') return json ? chatJson(json) : chatEvents(events)
  if (endpoint === 'responses') return json ? responsesJson(json) : responsesEvents(events)
  return json ? messagesJson(json) : messagesEvents(events)
}

function split(body: string): { json: Any; events: Any[] } {
  try {
    return { json: JSON.parse(body), events: [] }
  } catch {}
  const lines = body.split(/\r\n|\r|\n/).filter((line) => line.startsWith('data:'))
  const events: Any[] = []
  for (const line of lines) {
    try {
      events.push(JSON.parse(line.slice(5)))
    } catch {}
  }
  return { json: null, events }
}

function chatJson(json: Any): PlainReading {
  const choices: Any[] = json.choices ?? []
  return {
    text: choices.map(({ message }) => contentText(message?.content)).join(''),
    calls: choices
      .flatMap(
        ({ message }) =>
          message?.tool_calls ?? (message?.function_call ? [{ function: message.function_call }] : []),
      )
      .map((call: Any) => `${call.function.name} ${call.function.arguments}`),
    stops: choices.map(({ finish_reason }) => finish_reason).filter(Boolean),
  }
}

function contentText(content: Any): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part: Any) => part.text ?? '').join('')
}

function chatEvents(events: Any[]): PlainReading {
  const pieces = events.flatMap(({ choices }) => choices ?? [])
  const indexes = [...new Set(pieces.map(({ index }) => index ?? 0))].sort()
  const calls: Record<string, { name: string; text: string }> = {}
  for (const piece of pieces) {
    for (const call of piece.delta?.tool_calls ?? []) {
      const key = `${piece.index} ${call.index}`
      calls[key] ??= { name: call.function.name, text: '' }
      calls[key].text += call.function.arguments ?? ''
    }
  }
  const textOf = (index: number) =>
    pieces.filter((piece) => (piece.index ?? 0) === index).map(({ delta }) => contentText(delta?.content))
  return {
    text: indexes.flatMap(textOf).join(''),
    calls: Object.values(calls).map(({ name, text }) => `${name} ${text}`),
    stops: indexes.flatMap((index) => lastStop(pieces.filter((piece) => (piece.index ?? 0) === index))),
  }
}

// Some servers repeat the reason in a second last chunk.
function lastStop(pieces: Any[]): string[] {
  return pieces
    .map(({ finish_reason }) => finish_reason)
    .filter(Boolean)
    .slice(-1)
}

function responsesJson(json: Any): PlainReading {
  const output: Any[] = json.output ?? []
  const contents = output.flatMap(({ type, content }) => (type === 'message' ? (content ?? []) : []))
  return {
    text: contents.map(({ text }) => text ?? '').join(''),
    calls: output
      .filter(({ type }) => type === 'function_call')
      .map((item) => `${item.name} ${item.arguments}`),
    stops: json.output ? [json.incomplete_details?.reason ?? json.status] : [],
  }
}

function responsesEvents(events: Any[]): PlainReading {
  const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item)
  const last = events.findLast(({ type }) => /^response\.(completed|incomplete)$/.test(type))
  return {
    text: events.map(({ type, delta }) => (type === 'response.output_text.delta' ? delta : '')).join(''),
    calls: done
      .filter(({ type }) => type === 'function_call')
      .map((item) => `${item.name} ${item.arguments}`),
    stops: last ? [last.response.incomplete_details?.reason ?? last.response.status] : [],
  }
}

function messagesJson(json: Any): PlainReading {
  const content: Any[] = json.content ?? []
  return {
    text: content.map(({ type, text }) => (type === 'text' ? text : '')).join(''),
    calls: content
      .filter(({ type }) => /tool_use$/.test(type))
      .map(({ name, input }) => `${name} ${JSON.stringify(input)}`),
    stops: json.stop_reason ? [json.stop_reason] : [],
  }
}

function messagesEvents(events: Any[]): PlainReading {
  const starts = events.filter(
    ({ type, content_block }) => type === 'content_block_start' && /tool_use$/.test(content_block.type),
  )
  const deltas = (index: number) =>
    events
      .filter((event) => event.index === index)
      .map(({ delta }) => delta?.partial_json ?? '')
      .join('')
  return {
    text: events.map(({ delta }) => (delta?.type === 'text_delta' ? delta.text : '')).join(''),
    calls: starts.map(({ index, content_block }) => `${content_block.name} ${deltas(index) || '{}'}`),
    stops: events.flatMap(({ type, delta }) => (type === 'message_delta' ? [delta.stop_reason] : [])),
  }
}
