import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningProvider, startProvider } from '../../examples/provider/provider.ts'
import type { JsonValue } from '../../src/json/value.ts'
import type { Answer } from '../../src/providers/dialect.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'
import { recordedCall, textEvents } from './recorded-call.ts'

let provider: RunningProvider
beforeAll(async () => {
  provider = await startProvider({ pace: 0 })
})
afterAll(() => provider.close())

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const weather = { name: 'get_weather', description: 'Weather of a city' }
const question = 'What is the weather in Oslo and Rome?'

const asks: [path: string, body: { [key: string]: JsonValue }][] = [
  [
    '/v1/chat/completions',
    {
      messages: [{ role: 'user', content: question }],
      tools: [{ type: 'function', function: { ...weather, parameters } }],
    },
  ],
  ['/v1/responses', { input: question, tools: [{ type: 'function', ...weather, parameters }] }],
  [
    '/v1/messages',
    {
      max_tokens: 100,
      messages: [{ role: 'user', content: question }],
      tools: [{ ...weather, input_schema: parameters }],
    },
  ],
]

const headers = {
  authorization: 'Bearer sk-test',
  'anthropic-version': '2023-06-01',
  'content-type': 'application/json',
}

function post(path: string, body: JsonValue, more: Record<string, string> = {}): Promise<Response> {
  return fetch(provider.url + path, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify(body),
  })
}

/** What the dialect that recognises a request makes of its answer. */
async function ask(path: string, body: { [key: string]: JsonValue }): Promise<Answer> {
  const whole = { model: 'm', ...body }
  const response = await post(path, whole)
  const found = recogniseCall(new URL(provider.url + path), 'POST', whole)
  if (!found || found.telemetry) throw new Error(`not recognised: ${path}`)
  return found.dialect.readAnswer(
    recordedCall({ body: whole, status: response.status, events: textEvents(await response.text()) }),
  )
}

describe.each(asks)('the loopback provider at %s', (path, body) => {
  test('calls a tool once for each city, streamed or not', async () => {
    const whole = await ask(path, body)
    const streamed = await ask(path, { ...body, stream: true })
    const calls = whole.choices[0]?.parts.map((part) =>
      part.kind === 'tool_call' ? [part.name, part.arguments] : part,
    )
    expect(calls).toEqual([
      ['get_weather', { city: 'Oslo' }],
      ['get_weather', { city: 'Rome' }],
    ])
    expect(
      streamed.choices[0]?.parts.map((part) =>
        part.kind === 'tool_call' ? [part.name, part.arguments] : part,
      ),
    ).toEqual(calls)
    expect(streamed.choices[0]?.stop).toBe(whole.choices[0]?.stop)
    expect(whole.usage?.output_tokens).toBeGreaterThan(0)
  })

  test('answers equal requests with equal bytes', async () => {
    const texts = await Promise.all(
      [1, 2].map(async () => (await post(path, { model: 'm', ...body, stream: true })).text()),
    )
    expect(texts[0]).toBe(texts[1])
  })

  test('refuses a wrong key', async () => {
    const response = await post(
      path,
      { model: 'm', ...body },
      { authorization: 'Bearer retake-placeholder', 'x-api-key': '' },
    )
    expect(response.status).toBe(401)
    expect(JSON.stringify(await response.json())).toContain('Incorrect API key')
  })

  test('fails as it is told to', async () => {
    const text = (words: string) =>
      path === '/v1/responses'
        ? { input: words }
        : { max_tokens: 9, messages: [{ role: 'user', content: words }] }
    const limited = await post(path, { model: 'm', ...text('Please fail with 429') })
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
    const once = async () => (await post(path, { model: 'm', ...text('Please fail once with 500') })).status
    expect([await once(), await once()]).toEqual([500, 200])
    const broken = await post(path, { model: 'm', stream: true, ...text('Please break off') })
    await expect(broken.text()).rejects.toThrow()
    expect((await ask(path, text('Please refuse'))).choices[0]?.parts[0]).toMatchObject({
      text: expect.stringContaining("can't"),
    })
  })
})

test('the real clients understand it: text, tools, structured output', async () => {
  const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${provider.url}/v1` })
  const anthropic = new Anthropic({ apiKey: 'sk-test', baseURL: provider.url })
  const user = { role: 'user' as const, content: 'What is rain?' }
  const chat = await openai.chat.completions.create({ model: 'm', messages: [user] })
  const stream = openai.chat.completions.stream({ model: 'm', messages: [user] })
  expect(chat.choices[0]?.message.content).toContain('What is rain?')
  expect((await stream.finalChatCompletion()).choices[0]?.message.content).toContain('What is rain?')
  const schema = { type: 'object', properties: { word: { type: 'string' }, count: { type: 'integer' } } }
  const structured = await openai.responses.create({
    model: 'm',
    input: 'A word?',
    text: { format: { type: 'json_schema', name: 'word', schema } },
  })
  expect(JSON.parse(structured.output_text)).toEqual({ word: expect.any(String), count: expect.any(Number) })
  const followed = await openai.responses.create({
    model: 'm',
    input: 'And then?',
    previous_response_id: structured.id,
  })
  expect(followed.output_text).toContain('And then?')
  const message = await anthropic.messages
    .stream({
      model: 'm',
      max_tokens: 2000,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [user],
    })
    .finalMessage()
  expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'text'])
})

test('after tool results it tells what they said', async () => {
  const answer = await ask('/v1/chat/completions', {
    ...asks[0]?.[1],
    messages: [
      { role: 'user', content: question },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'get_weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: '{"rain": true, "mm": 12}' },
    ],
  })
  expect(answer.choices[0]?.parts).toEqual([
    { kind: 'text', text: 'get_weather says rain is true, mm is 12.' },
  ])
})
