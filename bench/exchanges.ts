/** What the bench asks and what its provider answers: the same bytes in every run, for every peer. */

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | null
  tool_call_id?: string
  tool_calls?: object[]
}

export interface ChatRequest {
  model: string
  stream: boolean
  messages: ChatMessage[]
}

const model = 'gpt-4o-mini'
const system: ChatMessage = { role: 'system', content: 'You are a concise assistant for a weather service.' }

/** Events of a streamed answer, `[DONE]` included. */
export const eventsOfStream = 50

/** A question of its own for each number. */
export function question(at: number, stream: boolean): ChatRequest {
  return { model, stream, messages: [system, { role: 'user', content: `Question ${at}: ${words(at, 30)}` }] }
}

/** A prompt of so many bytes, with a question of its own for each number. */
export function largeQuestion(at: number, bytes: number): ChatRequest {
  const document: ChatMessage = { role: 'user', content: words(7, Math.ceil(bytes / 6)).slice(0, bytes) }
  return { model, stream: false, messages: [system, document, { role: 'user', content: `Question ${at}` }] }
}

/** What an agent sends in turn `at` of its loop: everything said so far. */
export function turn(at: number): ChatRequest {
  const messages: ChatMessage[] = [system, { role: 'user', content: 'How is the weather in every town?' }]
  for (let past = 0; past < at; past++) messages.push(...turnMessages(past))
  return { model, stream: false, messages }
}

/**
 * What turn `at` adds to the conversation: what the model thinks and calls, and the tool's result. With the answer they make
 * about 3 kB.
 */
export function turnMessages(at: number): ChatMessage[] {
  const result = JSON.stringify({ town: at, report: words(at, 220) })
  return [thought(at), { role: 'tool', tool_call_id: `call_${at}`, content: result }]
}

/** The body of the answer to a request, in the pieces in which it is sent. */
export function answer(request: ChatRequest): string[] {
  const asked = request.messages.at(-1)
  const at = Number(/^Question (\d+)/.exec(asked?.content ?? '')?.[1] ?? 0)
  if (request.stream) return streamed(at)
  const past = request.messages.filter((message) => message.role === 'tool').length
  const inLoop = asked?.role === 'tool' || asked?.content === 'How is the weather in every town?'
  return [inLoop ? toolAnswer(past) : textAnswer(at)]
}

function textAnswer(at: number): string {
  const frame = completion(at, { role: 'assistant', content: '' }, 'stop')
  return completion(at, { role: 'assistant', content: words(at, 400).slice(0, 2048 - frame.length) }, 'stop')
}

function toolAnswer(at: number): string {
  return completion(at, thought(at), 'tool_calls')
}

function thought(at: number): ChatMessage {
  return { role: 'assistant', content: words(at, 100), tool_calls: [toolCall(at)] }
}

function completion(at: number, message: ChatMessage, finish_reason: string): string {
  return JSON.stringify({
    id: `chatcmpl-${at}`,
    object: 'chat.completion',
    created: 1_760_000_000,
    model,
    choices: [{ index: 0, message, finish_reason }],
    usage: { prompt_tokens: 60, completion_tokens: 400, total_tokens: 460 },
  })
}

function streamed(at: number): string[] {
  const chunk = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({
      id: `chatcmpl-${at}`,
      object: 'chat.completion.chunk',
      created: 1_760_000_000,
      model,
      choices: [{ index: 0, delta, finish_reason }],
    })}\n\n`
  const texts = words(at, eventsOfStream - 3).split(' ')
  return [
    chunk({ role: 'assistant', content: '' }, null),
    ...texts.map((text) => chunk({ content: `${text} ` }, null)),
    chunk({}, 'stop'),
    'data: [DONE]\n\n',
  ]
}

function toolCall(at: number): object {
  const call = { name: 'weather', arguments: JSON.stringify({ town: at }) }
  return { id: `call_${at}`, type: 'function', function: call }
}

const vocabulary = 'rain sun wind cloud storm frost haze river coast north south early later warm cold'.split(
  ' ',
)

/** So many words, other ones for each seed. */
function words(seed: number, count: number): string {
  let state = seed * 2_654_435_761 + 1
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return vocabulary[state % vocabulary.length] as string
  }
  return Array.from({ length: count }, next).join(' ')
}
