import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { dialectById } from '../../src/providers/dialects.ts'
import { recordedCall } from './recorded-call.ts'

const read = (dialect: string, body: JsonValue) =>
  dialectById(dialect).readRequest(recordedCall({ dialect, body }).request)
const pixel = Buffer.from('not really a picture').toString('base64')

describe('readRequest', () => {
  test('finds system prompt, messages and tools of a chat, tool results with their tool', () => {
    const conversation = read('openai-chat', {
      messages: [
        { role: 'system', content: 'Be short.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', function: { name: 'search', arguments: 'not json' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'found' },
      ],
      tools: [{ type: 'function', function: { name: 'search', description: 'Finds.', parameters: {} } }],
    })
    expect(conversation).toEqual({
      system: [{ role: 'system', path: ['messages', 0], parts: [{ kind: 'text', text: 'Be short.' }] }],
      messages: [
        {
          role: 'assistant',
          path: ['messages', 1],
          parts: [{ kind: 'tool_call', id: 'c1', name: 'search', arguments: 'not json' }],
        },
        {
          role: 'tool',
          path: ['messages', 2],
          parts: [
            { kind: 'tool_result', id: 'c1', name: 'search', parts: [{ kind: 'text', text: 'found' }] },
          ],
        },
      ],
      tools: [{ name: 'search', description: 'Finds.', parameters: {}, path: ['tools', 0] }],
    })
  })

  test.each([
    [
      'openai-chat',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } }],
          },
        ],
      },
    ],
    [
      'openai-responses',
      {
        input: [
          { role: 'user', content: [{ type: 'input_image', image_url: `data:image/png;base64,${pixel}` }] },
        ],
      },
    ],
    [
      'anthropic-messages',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } }],
          },
        ],
      },
    ],
  ])('names an image by type, size and hash: %s', (dialect, body) => {
    const [message] = read(dialect, body).messages
    expect(message?.parts).toEqual([{ kind: 'media', label: 'image/png, 20 bytes, sha256 fe1a4ab1fb63' }])
  })

  test('names a link by its address, a file by its name', () => {
    const content = [
      { type: 'image_url', image_url: { url: 'https://cats.example/1.png' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${pixel}` } },
      { type: 'input_audio', input_audio: { format: 'wav', data: pixel } },
    ]
    const [message] = read('openai-chat', { messages: [{ role: 'user', content }] }).messages
    expect(message?.parts.map((part) => (part.kind === 'media' ? part.label : part.kind))).toEqual([
      'image https://cats.example/1.png',
      'file a.pdf: application/pdf, 20 bytes, sha256 fe1a4ab1fb63',
      'audio wav, 20 bytes, sha256 fe1a4ab1fb63',
    ])
  })

  test('looks up the tool of an output by its call in responses and messages', () => {
    const responses = read('openai-responses', {
      instructions: 'Be short.',
      input: [
        { type: 'function_call', call_id: 'c', name: 'search', arguments: '{"q":1}' },
        { type: 'function_call_output', call_id: 'c', output: 'found' },
      ],
    })
    const messages = read('anthropic-messages', {
      system: 'Be short.',
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'search', input: { q: 1 } }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't', content: 'found', is_error: true }],
        },
      ],
    })
    for (const { system, messages: list } of [responses, messages]) {
      expect(system[0]?.parts).toEqual([{ kind: 'text', text: 'Be short.' }])
      expect(list[0]?.parts[0]).toMatchObject({ kind: 'tool_call', name: 'search', arguments: { q: 1 } })
      expect(list[1]?.parts[0]).toMatchObject({
        kind: 'tool_result',
        name: 'search',
        parts: [{ text: 'found' }],
      })
    }
    expect(messages.messages[1]?.parts[0]).toMatchObject({ error: true })
  })
})
