import { describe, expect, test } from 'vitest'
import { parsePath } from '../../src/json/path.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { dialectById } from '../../src/providers/dialects.ts'
import { jsonEvents, recordedCall, sseEvents, textEvents } from './recorded-call.ts'

describe('Mistral, which speaks as OpenAI does, but for', () => {
  const chat = dialectById('openai-chat')

  test('thoughts and references among the parts of a content', () => {
    const thinking = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] })
    const chunk = (content: JsonValue) => ({
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
    })
    const { choices } = chat.readAnswer(
      recordedCall({
        events: sseEvents(chunk([thinking('Hm, ')]), chunk([thinking('well.')]), chunk('Yes.')),
      }),
    )
    expect(choices[0]?.parts).toEqual([
      { kind: 'reasoning', text: 'Hm, well.' },
      { kind: 'text', text: 'Yes.' },
    ])
  })

  test('documents, images by a bare address, and a prefix that the answer continues', () => {
    const content = [
      { type: 'document_url', document_url: 'https://a.example/b.pdf', document_name: 'b.pdf' },
      { type: 'image_url', image_url: 'https://a.example/c.png' },
    ]
    const body = {
      messages: [
        { role: 'user', content },
        { role: 'assistant', content: 'Dear', prefix: true },
      ],
    }
    const { messages } = chat.readRequest(recordedCall({ body }).request)
    expect(messages.map(({ parts }) => parts)).toEqual([
      [
        { kind: 'media', label: 'b.pdf https://a.example/b.pdf' },
        { kind: 'media', label: 'image https://a.example/c.png' },
      ],
      [
        { kind: 'text', text: 'Dear' },
        { kind: 'other', label: 'the answer goes on from here', value: null },
      ],
    ])
  })

  test('errors that list what is wrong', () => {
    const detail = [{ loc: ['body', 'n'], msg: 'too large', type: 'value_error' }, { msg: 'too old' }]
    for (const body of [{ detail }, { object: 'error', message: { detail } }])
      expect(chat.readAnswer(recordedCall({ status: 422, events: jsonEvents(body) })).error).toEqual({
        type: null,
        message: 'too large; too old',
      })
  })
})

describe('Cohere', () => {
  const cohere = dialectById('cohere')

  test('version 1 keeps its history in another list than the message', () => {
    const body = {
      message: 'And now?',
      chat_history: [
        { role: 'USER', message: 'Hi' },
        { role: 'CHATBOT', message: 'Hello', tool_calls: [{ name: 'f', parameters: { a: 1 } }] },
      ],
      documents: [{ id: 'd1', text: 'Rain is wet.' }],
      connectors: [{ id: 'web-search' }],
    }
    const { messages, tools } = cohere.readRequest(recordedCall({ body }).request)
    expect(messages.map(({ role, path }) => [role, ...path])).toEqual([
      ['user', 'chat_history', 0],
      ['assistant', 'chat_history', 1],
      ['user', 'message'],
      ['user', 'documents'],
    ])
    expect(messages[3]?.parts).toEqual([{ kind: 'other', label: 'document 1', value: 'Rain is wet.' }])
    expect(tools.map(({ name }) => name)).toEqual(['web-search'])
    const name = (path: string) => cohere.nameField(body, parsePath(path)).words
    expect(name('chat_history[1].message')).toBe('message 2 (assistant)')
    expect(name('message')).toBe('message 3 (user)')
    expect(name('documents[0].text')).toBe('document 1')
  })

  test('tells an error at the end of a stream, and what was said before', () => {
    const answer = cohere.readAnswer(
      recordedCall({
        events: sseEvents(
          { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
          { type: 'content-delta', index: 0, delta: { message: { content: { text: 'So' } } } },
          { type: 'message-end', delta: { finish_reason: 'ERROR', error: 'out of memory' } },
        ),
      }),
    )
    expect(answer).toMatchObject({
      choices: [{ parts: [{ kind: 'text', text: 'So' }], stop: 'ERROR' }],
      error: { type: 'ERROR', message: 'out of memory' },
    })
  })

  test('cites by words and sources, and reads thoughts', () => {
    const message = {
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Wet.' },
      ],
      citations: [{ start: 0, end: 3, text: 'Wet', sources: [{ type: 'document', id: 'd1', document: {} }] }],
    }
    const { choices } = cohere.readAnswer(
      recordedCall({ events: jsonEvents({ message, finish_reason: 'COMPLETE' }) }),
    )
    expect(choices[0]?.parts).toEqual([
      { kind: 'reasoning', text: 'Hm.' },
      { kind: 'text', text: 'Wet.' },
      { kind: 'other', label: 'citation', value: { text: 'Wet', sources: ['d1'] } },
    ])
  })
})

describe('Ollama', () => {
  const ollama = dialectById('ollama')

  test('reads thoughts and images, and an error among the lines', () => {
    const wire = [
      { model: 'm', message: { role: 'assistant', content: '', thinking: 'Hm' }, done: false },
      { model: 'm', message: { role: 'assistant', content: 'A cat' }, done: false },
      { error: 'the runner stopped' },
    ]
    const text = wire.map((one) => `${JSON.stringify(one)}\n`).join('')
    expect(
      ollama.readAnswer(recordedCall({ events: textEvents(text.slice(0, 50), text.slice(50)) })),
    ).toMatchObject({
      choices: [
        {
          parts: [
            { kind: 'reasoning', text: 'Hm' },
            { kind: 'text', text: 'A cat' },
          ],
        },
      ],
      error: { message: 'the runner stopped' },
    })
    const body = { model: 'm', prompt: 'What is it?', system: 'Be short.', images: ['AAAA'] }
    const { system, messages } = ollama.readRequest(recordedCall({ body }).request)
    expect(system[0]?.parts).toEqual([{ kind: 'text', text: 'Be short.' }])
    expect(messages[0]?.parts).toEqual([
      { kind: 'text', text: 'What is it?' },
      { kind: 'media', label: 'image, 3 bytes, sha256 709e80c88487' },
    ])
  })

  test('names the prompt and its options where they changed', () => {
    const name = (path: string) => ollama.nameField({ prompt: 'x' }, parsePath(path)).words
    expect(name('prompt')).toBe('message 1 (user)')
    expect(name('options.seed')).toBe('seed')
    expect(name('system')).toBe('the system prompt')
  })
})

test('a stream is read to its end although its last line was cut off', () => {
  const { choices } = dialectById('ollama').readAnswer(
    recordedCall({ events: textEvents('{"response":"So"}\n{"response":" be it"}\n{"respon') }),
  )
  expect(choices[0]?.parts).toEqual([{ kind: 'text', text: 'So be it' }])
})
