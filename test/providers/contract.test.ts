import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningProvider, startProvider } from '../../examples/provider/provider.ts'
import { encodePiece, payloadKind } from '../../src/cassette/payload.ts'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { parsePath } from '../../src/json/path.ts'
import { readAnswerBody } from '../../src/providers/answer-body.ts'
import { defineProvider } from '../../src/providers/define.ts'
import type { Part } from '../../src/providers/dialect.ts'
import { dialectById } from '../../src/providers/dialects.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'
import { renderTranscript } from '../../src/report/transcript.ts'
import { type ChatCase, chatCases, question, result, system } from './chat-cases.ts'
import { recordedCall } from './recorded-call.ts'

let provider: RunningProvider
beforeAll(async () => {
  provider = await startProvider({ pace: 0 })
})
afterAll(() => provider.close())

const told = 'get_weather says rain is true, mm is 12.'

describe.each(chatCases.map((one) => [one.name, one] as const))('%s', (_name, chat) => {
  const dialect = dialectById(chat.dialect)

  test('is recognised at its provider, with the model', () => {
    const own = defineProvider({ name: 'own', hosts: ['127.0.0.1'], dialect: chat.dialect })
    const url = new URL(`http://127.0.0.1${chat.path(false)}`)
    const body = { ...chat.body(false, false), model: 'm' }
    expect(recogniseCall(url, 'POST', body, [own])).toMatchObject({ dialect: { id: chat.dialect } })
    expect(dialect.model(url, body)).toBe('m')
  })

  test('reads the request: prompt, question, tool, its call and result', async () => {
    const { request } = await call(chat, { answered: true })
    const read = dialect.readRequest(request)
    expect(read.system.flatMap(({ parts }) => parts)).toEqual([{ kind: 'text', text: system }])
    expect(read.tools).toMatchObject([
      { name: 'get_weather', description: 'Weather of a city', parameters: { required: ['city'] } },
    ])
    const parts = read.messages.flatMap((message) => message.parts)
    expect(parts).toContainEqual({ kind: 'text', text: question })
    expect(parts.find(({ kind }) => kind === 'tool_result')).toMatchObject({
      name: 'get_weather',
      parts: [{ kind: 'text', text: result }],
    })
  })

  test('reads the call of a tool, the same from JSON and from a stream', async () => {
    const [whole, streamed] = await bothAnswers(chat, false)
    expect(callsOf(whole.choices[0]?.parts)).toEqual([['get_weather', { city: 'Oslo' }]])
    expect(callsOf(streamed.choices[0]?.parts)).toEqual([['get_weather', { city: 'Oslo' }]])
    expect(streamed.choices[0]?.stop).toBe(whole.choices[0]?.stop)
    expect(whole.choices[0]?.stop).toEqual(expect.any(String))
  })

  test('reads text and usage, the same from JSON and from a stream', async () => {
    const [whole, streamed] = await bothAnswers(chat, true)
    for (const answer of [whole, streamed]) {
      expect(answer.choices[0]?.parts).toEqual([{ kind: 'text', text: told }])
      expect(answer.usage?.input_tokens).toBeGreaterThan(0)
      expect(answer.usage?.output_tokens).toBeGreaterThan(0)
      expect(answer.error).toBeNull()
    }
    expect(streamed.choices).toEqual(whole.choices)
  })

  test('reads the same in whatever pieces a stream came', async () => {
    const [small, large] = [
      await call(chat, { streamed: true, size: 7 }),
      await call(chat, { streamed: true }),
    ]
    expect(dialect.readAnswer(small)).toEqual(dialect.readAnswer(large))
  })

  test('keeps what a stream said before it was cut off', async () => {
    const whole = await call(chat, { answered: true, streamed: true, size: 40 })
    const cut = { ...whole, events: whole.events.slice(0, Math.ceil(whole.events.length * 0.8)) }
    const { choices } = dialect.readAnswer({ ...cut, outcome: 'aborted' })
    const text = choices[0]?.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('') ?? ''
    expect(text).not.toBe('')
    expect(told.startsWith(text)).toBe(true)
  })

  test('knows the last message of a stream, and takes no other for it', async () => {
    const body = readAnswerBody(await call(chat, { answered: true, streamed: true }))
    const list = body.kind === 'json' && Array.isArray(body.json) ? body.json : []
    const messages =
      body.kind === 'sse'
        ? body.messages
        : (body.kind === 'ndjson' ? body.values : list).map((data) => ({ data }))
    expect(messages.length).toBeGreaterThan(3)
    const ends = messages.map((message) => dialect.isTerminal(message))
    expect(ends.at(-1)).toBe(true)
    // An empty farewell may follow the last word.
    expect(ends.indexOf(true)).toBeGreaterThanOrEqual(messages.length - 2)
  })

  test('reads an error status with its message', async () => {
    const { error, choices } = dialect.readAnswer(await call(chat, { wish: 'please fail with 429' }))
    expect(error?.message).toBe('The request asked for status 429.')
    expect(choices).toEqual([])
  })

  test.each(chat.fields)('names %s: %s', (path, words) => {
    const body = { ...chat.body(true, false), model: 'm' }
    expect(dialect.nameField(body, parsePath(path)).words).toBe(words)
  })

  test('makes a transcript that a reviewer can follow, each message once', async () => {
    const calls = [await call(chat, {}), await call(chat, { answered: true, streamed: true })]
    const transcript = renderTranscript({
      test: { file: 'a.test.ts', name: ['weather'] },
      calls: calls.map((one, call_index) => ({ ...one, call_index })),
    })
    expect(transcript.split(question).length).toBe(2)
    expect(transcript).toContain('- `get_weather` {"city": "Oslo"}')
    expect(transcript).toContain('get_weather(city: string): Weather of a city')
    expect(transcript).toContain(told)
    expect(transcript).toMatch(/^stop: \w+ · \d+ tokens in, \d+ out$/m)
    expect(transcript).toMatch(/\*\(\d messages? as in call 0\)\*/)
  })
})

interface CallOptions {
  answered?: boolean
  streamed?: boolean
  /** Words that the provider obeys, added to the question. */
  wish?: string
  /** Bytes of a piece. */
  size?: number
}

/** A call of the loopback provider as a cassette holds it. */
async function call(chat: ChatCase, options: CallOptions): Promise<RecordedCall> {
  const { answered = false, streamed = false, wish = '', size = 1_000_000 } = options
  const text = JSON.stringify({ ...chat.body(answered, streamed), model: 'm' })
  const body = JSON.parse(text.replace(question, `${question}${wish && ` ${wish}`}`))
  const url = provider.url + chat.path(streamed)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test', ...chat.headers },
    body: JSON.stringify(body),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const kind = payloadKind(response.headers.get('content-type'))
  const events = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => ({
    payload: encodePiece(bytes.subarray(at * size, (at + 1) * size), kind),
    at_ms: at,
  }))
  return recordedCall({ dialect: chat.dialect, url, body, model: 'm', status: response.status, events })
}

async function bothAnswers(chat: ChatCase, answered: boolean) {
  const calls = [await call(chat, { answered }), await call(chat, { answered, streamed: true })] as const
  const [whole, streamed] = calls.map((one) => dialectById(chat.dialect).readAnswer(one))
  return [whole, streamed] as [NonNullable<typeof whole>, NonNullable<typeof streamed>]
}

function callsOf(parts: Part[] = []) {
  return parts.flatMap((part) => (part.kind === 'tool_call' ? [[part.name, part.arguments]] : []))
}
