import { expect, test } from 'vitest'
import type { RecordedCall } from '../../src/cassette/records.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { renderTranscript } from '../../src/report/transcript.ts'
import { jsonEvents, recordedCall, sseEvents } from '../providers/recorded-call.ts'

const identity = { file: 'src/agent.test.ts', name: ['weather agent', 'calls the tool'] }
const render = (...calls: RecordedCall[]) => renderTranscript({ test: identity, calls })

function chat(
  index: number,
  body: { [key: string]: JsonValue },
  answer: JsonValue,
  status = 200,
): RecordedCall {
  return recordedCall({ index, body: { model: 'gpt-5-mini', ...body }, events: jsonEvents(answer), status })
}

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' }, day: { type: 'string' } },
  required: ['city'],
}
const tools = [{ type: 'function', function: { name: 'get_weather', parameters } }]
const question = [
  { role: 'system', content: 'Answer in one sentence. Use the weather tool when asked.' },
  { role: 'user', content: 'Do I need an umbrella in Lisbon?' },
]
const asksTool = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'get_weather', arguments: '{"city":"Lisbon"}' } }],
})
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: '{"rain": true, "mm": 12}' })

function agentLoop(id: string): RecordedCall[] {
  const first = {
    id,
    choices: [{ message: asksTool(id), finish_reason: 'tool_calls' }],
    usage: { prompt_tokens: 58, completion_tokens: 16 },
  }
  const second = {
    choices: [{ message: { content: 'Yes, take one: 12 mm of rain are expected.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 96, completion_tokens: 14 },
  }
  return [
    chat(0, { messages: question, tools }, first),
    chat(1, { messages: [...question, asksTool(id), result(id)], tools }, second),
  ]
}

test('an agent loop shows each message once, tools as signatures, and no ids', () => {
  expect(render(...agentLoop('call_1'))).toMatchInlineSnapshot(`
    "# weather agent > calls the tool

    ## Call 0 · openai chat completions · gpt-5-mini

    **System**

    Answer in one sentence. Use the weather tool when asked.

    **User**

    Do I need an umbrella in Lisbon?

    **Tools offered** get_weather(city: string, day?: string)

    **Assistant** calls

    - \`get_weather\` {"city": "Lisbon"}

    stop: tool_calls · 58 tokens in, 16 out

    ## Call 1 · openai chat completions · gpt-5-mini

    *(3 messages as in call 0)*

    **Tool** get_weather

    {"rain": true, "mm": 12}

    **Assistant**

    Yes, take one: 12 mm of rain are expected.

    stop: stop · 96 tokens in, 14 out
    "
  `)
})

test('equal content with other ids and times gives the same transcript', () => {
  const later = agentLoop('call_2').map((call) => ({
    ...call,
    events: call.events.map((event) => ({ ...event, at_ms: 999 })),
  }))
  expect(render(...later)).toBe(render(...agentLoop('call_1')))
})

test('an anthropic loop with thinking, parallel calls, an error result and changed tools', () => {
  const uses = [
    { type: 'tool_use', id: 'a', name: 'get_weather', input: { city: 'Oslo' } },
    { type: 'tool_use', id: 'b', name: 'get_weather', input: { city: 'Rome', day: 'today' } },
  ]
  const thinking = { type: 'thinking', thinking: 'Two cities, two calls.', signature: 'c2ln' }
  const user = { role: 'user', content: 'Oslo or Rome?' }
  const offer = { name: 'get_weather', description: 'Weather of a city.', input_schema: parameters }
  const made = (index: number, body: { [key: string]: JsonValue }, content: JsonValue, stop_reason: string) =>
    recordedCall({
      index,
      provider: 'anthropic',
      dialect: 'anthropic-messages',
      body: { model: 'claude-sonnet-4-5', system: 'Be brief.', ...body },
      events: jsonEvents({
        content,
        stop_reason,
        usage: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 5 },
      }),
    })
  const results = [
    { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'snow' }] },
    { type: 'tool_result', tool_use_id: 'b', content: 'no such city', is_error: true },
    { type: 'text', text: 'Go on.' },
  ]
  const history = [
    user,
    { role: 'assistant', content: [thinking, ...uses] },
    { role: 'user', content: results },
  ]
  expect(
    render(
      made(
        0,
        { messages: [user], tools: [offer, { type: 'web_search_20250305', name: 'web_search' }] },
        [thinking, ...uses],
        'tool_use',
      ),
      made(1, { messages: history, tools: [offer] }, [{ type: 'text', text: 'Rome.' }], 'end_turn'),
    ),
  ).toMatchInlineSnapshot(`
    "# weather agent > calls the tool

    ## Call 0 · anthropic messages · claude-sonnet-4-5

    **System**

    Be brief.

    **User**

    Oslo or Rome?

    **Tools offered**

    - get_weather(city: string, day?: string): Weather of a city.
    - web_search()

    **Assistant** reasons

    Two cities, two calls.

    **Assistant** calls

    - \`get_weather\` {"city": "Oslo"}
    - \`get_weather\` {"city": "Rome", "day": "today"}

    stop: tool_use · 100 tokens in (90 cached), 5 out

    ## Call 1 · anthropic messages · claude-sonnet-4-5

    *(3 messages as in call 0)*

    **Tool** get_weather

    snow

    **Tool** get_weather (error)

    no such city

    **User**

    Go on.

    **Tools offered**

    - get_weather(city: string, day?: string): Weather of a city.

    **Assistant**

    Rome.

    stop: end_turn · 100 tokens in (90 cached), 5 out
    "
  `)
})

test('a responses call with instructions, an image, a refusal and hidden reasoning', () => {
  const output = [
    { type: 'reasoning', summary: [], encrypted_content: 'gAAAAAB' },
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'refusal', refusal: "I can't help with that." }],
    },
  ]
  const response = {
    status: 'completed',
    output,
    usage: { input_tokens: 20, output_tokens: 9, output_tokens_details: { reasoning_tokens: 4 } },
  }
  const input = [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Who is this?' },
        { type: 'input_image', image_url: 'https://cats.example/1.png' },
      ],
    },
  ]
  const call = recordedCall({
    dialect: 'openai-responses',
    body: { model: 'gpt-5', instructions: 'Be kind.', input },
    events: sseEvents({ type: 'response.completed', response }),
  })
  expect(render(call)).toMatchInlineSnapshot(`
    "# weather agent > calls the tool

    ## Call 0 · openai responses · gpt-5

    **System**

    Be kind.

    **User**

    Who is this?

    *(image https://cats.example/1.png)*

    **Assistant**

    *(encrypted reasoning)*

    **Assistant** refuses

    I can't help with that.

    stop: completed · 20 tokens in, 9 out (4 reasoning)
    "
  `)
})

test('several choices, an error status, an aborted and a failed call say what they are', () => {
  const hi = { messages: [{ role: 'user', content: 'Hi' }] }
  const two = {
    choices: [
      { index: 0, message: { content: 'A' }, finish_reason: 'stop' },
      { index: 1, message: { content: 'B' }, finish_reason: 'length' },
    ],
  }
  const aborted = {
    ...chat(2, hi, null),
    events: sseEvents({ choices: [{ index: 0, delta: { content: 'Onc' } }] }),
    outcome: 'aborted' as const,
  }
  const failed = {
    ...chat(3, hi, null),
    events: [],
    response: null,
    outcome: 'error' as const,
    error: {
      phase: 'connect' as const,
      code: 'ECONNREFUSED',
      message: 'connect ECONNREFUSED 127.0.0.1:41233',
    },
  }
  const slow = { error: { type: 'rate_limit_error', message: 'Slow down, please.' } }
  expect(render(chat(0, hi, two), chat(1, hi, slow, 429), aborted, failed)).toMatchInlineSnapshot(`
    "# weather agent > calls the tool

    ## Call 0 · openai chat completions · gpt-5-mini

    **User**

    Hi

    **Assistant** (choice 1 of 2)

    A

    stop: stop

    **Assistant** (choice 2 of 2)

    B

    stop: length

    ## Call 1 · openai chat completions · gpt-5-mini

    *(1 message as in call 0)*

    **Error** 429 · rate_limit_error

    Slow down, please.

    ## Call 2 · openai chat completions · gpt-5-mini

    *(1 message as in call 0)*

    **Assistant**

    Onc

    *(the client left before the end)*

    ## Call 3 · openai chat completions · gpt-5-mini

    *(1 message as in call 0)*

    *(no response: ECONNREFUSED)*
    "
  `)
})

test('a call that no dialect reads shows what was asked', () => {
  const call = recordedCall({
    dialect: 'plain',
    url: 'https://api.openai.com/v1/embeddings',
    body: { model: 'text-embedding-3-small', input: ['one', 'two'] },
    events: jsonEvents({ data: [] }),
  })
  expect(
    renderTranscript({ test: { file: 'src/rag.test.ts', name: null }, calls: [call] }),
  ).toMatchInlineSnapshot(`
    "# src/rag.test.ts (calls outside of tests)

    ## Call 0 · openai · POST /v1/embeddings · text-embedding-3-small

    - **Request** {"model": "text-embedding-3-small", "input": ["one", "two"]}

    **Answer** 200 · application/json
    "
  `)
})

test('a long text is cut, and its size and hash told', () => {
  const text = `${'All work and no play. '.repeat(500)}\n`
  const transcript = render(chat(0, { messages: [{ role: 'user', content: text }] }, { choices: [] }))
  expect(transcript.length).toBeLessThan(5000)
  expect(transcript).toMatch(/\*\(cut; 11,001 bytes in all, sha256 [0-9a-f]{12}\)\*/)
  const changed = render(chat(0, { messages: [{ role: 'user', content: `${text}.` }] }, { choices: [] }))
  expect(changed).not.toBe(transcript)
})

test('a call of which its dialect reads nothing is shown as plainly as one of no dialect', () => {
  const call = recordedCall({
    index: 0,
    body: { model: 'm', vectors: [1, 2] },
    events: jsonEvents({ ok: true }),
  })
  const transcript = render(call)
  expect(transcript).toContain('**Request** {"model": "m", "vectors": [1, 2]}')
  expect(transcript).toContain('**Answer** 200')
})
