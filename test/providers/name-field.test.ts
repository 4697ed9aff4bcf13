import { describe, expect, test } from 'vitest'
import { formatPath, parsePath } from '../../src/json/path.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { dialectById } from '../../src/providers/dialects.ts'

function name(dialect: string, body: JsonValue, path: string): string {
  const { words, rest } = dialectById(dialect).nameField(body, parsePath(path))
  return rest.length === 0 ? words : `${words} at ${formatPath(rest)}`
}

const search = { type: 'object', properties: { limit: { type: 'integer', maximum: 10 } } }

describe('openai-chat', () => {
  const body: JsonValue = {
    model: 'gpt-5-mini',
    temperature: 0,
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'developer', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text: 'Find cats.' }] },
      { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'search', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: '3 cats' },
      { role: 'tool', tool_call_id: 'lost', content: 'x' },
      { role: 'system', content: 'Hurry.' },
    ],
    tools: [{ type: 'function', function: { name: 'search', description: 'Finds', parameters: search } }],
    response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
  }

  test.each([
    ['messages[0].content', 'the system prompt'],
    ['messages[1].content', 'the system prompt'],
    ['messages[0].role', 'the system prompt at role'],
    ['messages[2].content[0].text', 'message 3 (user)'],
    [
      'messages[3].tool_calls[0].function.arguments',
      'message 4 (assistant) at tool_calls[0].function.arguments',
    ],
    ['messages[4].content', 'message 5 (tool result of search)'],
    ['messages[5].content', 'message 6 (tool result)'],
    ['messages[6].content', 'message 7 (system)'],
    ['messages[9]', 'message 10 (unknown role)'],
    ['messages', 'the messages'],
    [
      'tools[0].function.parameters.properties.limit.maximum',
      'the schema of tool search at parameters.properties.limit.maximum',
    ],
    ['tools[0].function.description', 'the description of tool search'],
    ['tools[0]', 'tool search'],
    ['tools[4]', 'tool 5'],
    ['tools', 'the tools'],
    ['model', 'the model'],
    ['temperature', 'temperature'],
    ['response_format.json_schema.schema.type', 'the response schema at type'],
    ['stream_options.include_usage', 'stream_options at include_usage'],
  ])('calls %s %s', (path, words) => {
    expect(name('openai-chat', body, path)).toBe(words)
  })
})

describe('openai-responses', () => {
  const body: JsonValue = {
    instructions: 'Be short.',
    input: [
      { role: 'developer', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Find cats.' }] },
      { type: 'reasoning', summary: [] },
      { type: 'function_call', call_id: 'c1', name: 'search', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: '3 cats' },
    ],
    tools: [{ type: 'function', name: 'search', parameters: search }, { type: 'web_search' }],
  }

  test.each([
    ['instructions', 'the system prompt'],
    ['input[0].content', 'the system prompt'],
    ['input[1].content[0].text', 'message 2 (user)'],
    ['input[2].summary', 'message 3 (reasoning) at summary'],
    ['input[3].arguments', 'message 4 (call of search) at arguments'],
    ['input[4].output', 'message 5 (tool result of search)'],
    ['tools[0].parameters.required', 'the schema of tool search at parameters.required'],
    ['tools[1]', 'tool web_search'],
    ['text.format.schema', 'the response schema'],
    ['reasoning.effort', 'reasoning at effort'],
  ])('calls %s %s', (path, words) => {
    expect(name('openai-responses', body, path)).toBe(words)
  })

  test('calls a text input the first message', () => {
    expect(name('openai-responses', { input: 'Hi' }, 'input')).toBe('message 1 (user)')
  })
})

describe('anthropic-messages', () => {
  const body: JsonValue = {
    system: [{ type: 'text', text: 'Be short.' }],
    messages: [
      { role: 'user', content: 'Find cats.' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 't1', name: 'search', input: {} },
          { type: 'tool_use', id: 't2', name: 'count', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: '3 cats' }] },
          { type: 'tool_result', tool_use_id: 't2', content: '3' },
        ],
      },
    ],
    tools: [{ name: 'search', input_schema: search }],
  }

  test.each([
    ['system[0].text', 'the system prompt'],
    ['system', 'the system prompt'],
    ['messages[0].content', 'message 1 (user)'],
    ['messages[1].content[0].input', 'message 2 (assistant) at content[0].input'],
    ['messages[2].content[0].content[0].text', 'message 3 (tool result of search)'],
    ['messages[2].content[1].content', 'message 3 (tool result of count)'],
    ['messages[2]', 'message 3 (tool results of search, count)'],
    ['tools[0].input_schema.type', 'the schema of tool search at input_schema.type'],
    ['max_tokens', 'max_tokens'],
  ])('calls %s %s', (path, words) => {
    expect(name('anthropic-messages', body, path)).toBe(words)
  })
})

test('plain calls a field by its path', () => {
  expect(name('plain', { input: ['a'] }, 'input[0]')).toBe('input[0]')
  expect(name('plain', { model: 'm' }, 'model')).toBe('the model')
})
