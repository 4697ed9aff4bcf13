import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { digestRequest } from '../../src/match/digest.ts'
import { abortExpected, noRecording } from '../../src/match/mismatch-data.ts'
import { chatRequest, recordedCall } from '../match/requests.ts'
import { agentTurn, dataOf, edited, linesOf, mismatchOf, textOf, textOfEdit, tool } from './mismatch-cases.ts'

const long = Array.from({ length: 400 }, (_, index) => `Rule ${index + 1}: be kind, precise and brief.`)

describe('an edit is named in the words of the domain, with its path, in few lines', () => {
  test.each<[string, JsonObject, string, string]>([
    [
      'the prompt',
      edited((b) => {
        b.messages[0].content = 'Be brief.'
      }),
      'the system prompt changed',
      'messages[0].content',
    ],
    [
      'a user message',
      edited((b) => {
        b.messages[1].content = 'Do I?'
      }),
      'message 2 (user) changed',
      'messages[1].content',
    ],
    [
      'a tool result',
      edited((b) => {
        b.messages[3].content = '{"rain":false}'
      }),
      'message 4 (tool result of search) changed',
      'messages[3].content',
    ],
    [
      'the arguments of a tool call',
      edited((b) => {
        b.messages[2].tool_calls[0].function.arguments = '{}'
      }),
      'message 3 (assistant) changed at tool_calls[0].function.arguments: {"q":"Lisbon"} → {}',
      'messages[2].tool_calls[0].function.arguments',
    ],
    [
      'a role',
      edited((b) => {
        b.messages[1].role = 'assistant'
      }),
      'message 2 (assistant) changed at role: user → assistant',
      'messages[1].role',
    ],
    [
      'one message more',
      edited((b) => {
        b.messages.push({ role: 'user', content: 'And tomorrow?' })
      }),
      'one message more than recorded: message 5 (user)',
      'messages[4]',
    ],
    [
      'two messages more',
      edited((b) => {
        b.messages.push({ role: 'user', content: 'x' }, { role: 'user', content: 'y' })
      }),
      '2 messages more than recorded: from message 5 (user) on',
      'messages[4]',
    ],
    [
      'a message put in the middle',
      edited((b) => {
        b.messages.splice(1, 0, { role: 'user', content: 'Hello' })
      }),
      'one message more than recorded: message 2 (user)',
      'messages[1]',
    ],
    [
      'one message fewer',
      edited((b) => {
        b.messages.pop()
      }),
      'one message fewer than recorded: message 4 (tool result of search)',
      'messages[3]',
    ],
    [
      'no system prompt',
      edited((b) => {
        b.messages.shift()
      }),
      'the system prompt is no longer sent',
      'messages[0]',
    ],
    [
      'messages swapped',
      edited((b) => {
        b.messages.reverse()
      }),
      'the messages stand in another order',
      'messages[0].content',
    ],
    [
      'a tool schema',
      edited((b) => {
        b.tools[0] = tool('search', 20)
      }),
      'the schema of tool search changed at parameters.properties.limit.maximum: 10 → 20',
      'tools[0].function.parameters.properties.limit.maximum',
    ],
    [
      'a field of a tool schema',
      edited((b) => {
        b.tools[0].function.parameters.required = ['limit']
      }),
      'the schema of tool search: parameters.required is newly sent: ["limit"]',
      'tools[0].function.parameters.required',
    ],
    [
      'the description of a tool',
      edited((b) => {
        b.tools[0].function.description = 'Searches.'
      }),
      'the description of tool search changed',
      'tools[0].function.description',
    ],
    [
      'the name of a tool',
      edited((b) => {
        b.tools[0].function.name = 'find'
      }),
      'tool search is now called find',
      'tools[0].function.name',
    ],
    [
      'a tool dropped',
      edited((b) => {
        b.tools.shift()
      }),
      'tool search is no longer offered',
      'tools[0]',
    ],
    [
      'the last tool dropped',
      edited((b) => {
        b.tools.pop()
      }),
      'tool get_weather is no longer offered',
      'tools[1]',
    ],
    [
      'a tool added',
      edited((b) => {
        b.tools.push(tool('mail'))
      }),
      'tool mail is newly offered',
      'tools[2]',
    ],
    [
      'tools in another order',
      edited((b) => {
        b.tools.reverse()
      }),
      'the tools stand in another order',
      'tools[0].function.description',
    ],
    [
      'no tools',
      edited((b) => {
        delete b.tools
      }),
      'the tools are no longer sent',
      'tools',
    ],
    [
      'the model',
      edited((b) => {
        b.model = 'gpt-5'
      }),
      'the model changed: gpt-5-mini → gpt-5',
      'model',
    ],
    [
      'a parameter',
      edited((b) => {
        b.temperature = 0.2
      }),
      'temperature changed: 0 → 0.2',
      'temperature',
    ],
    [
      'a new parameter',
      edited((b) => {
        b.seed = 7
      }),
      'seed is newly sent: 7',
      'seed',
    ],
    [
      'a dropped parameter',
      edited((b) => {
        delete b.temperature
      }),
      'temperature is no longer sent',
      'temperature',
    ],
    [
      'the response schema',
      edited((b) => {
        b.response_format = { type: 'json_schema' }
      }),
      'response_format is newly sent',
      'response_format',
    ],
    [
      'a structure',
      edited((b) => {
        b.stop = long
      }),
      'stop is newly sent',
      'stop',
    ],
    [
      'content of another type',
      edited((b) => {
        b.messages[1].content = [{ type: 'text', text: 'Hi' }]
      }),
      'message 2 (user) changed',
      'messages[1].content',
    ],
    [
      'a space at the end of the prompt',
      edited((b) => {
        b.messages[0].content += ' '
      }),
      'the system prompt changed in white space only',
      'messages[0].content',
    ],
    [
      'a number that became a text',
      edited((b) => {
        b.temperature = '0'
      }),
      'temperature changed: 0 → "0"',
      'temperature',
    ],
    [
      'an escape sequence in a name',
      edited((b) => {
        b.tools[0].function.name = '\u001b[31msearch\n'
      }),
      'tool search is now called \\x1b[31msearch\\n',
      'tools[0].function.name',
    ],
  ])('%s', (_, incoming, headline, path) => {
    const text = textOfEdit(incoming)
    const [first, second, ...rest] = text.message.split('\n')
    expect(first).toBe(headline)
    expect(text.data.field_path).toBe(path)
    expect(second).toBe(`  call 0 · openai chat completions · gpt-5-mini · ${path}`)
    expect(rest).toEqual([
      '  recorded   src/__recordings__/agent.test.ts/calls the tool.jsonl, call 0 of 1, 12 days ago',
      "  intended?  npx retake record -- npx vitest run src/agent.test.ts -t '^calls the tool$'",
    ])
    expect(linesOf(text)).toBeLessThanOrEqual(40)
    expect(text.expected).toBeDefined()
    expect(text.actual).toBeDefined()
  })

  test.each<[string, Parameters<typeof chatRequest>[1], string, string]>([
    ['the method', { method: 'PUT' }, 'the method changed: POST → PUT', 'method'],
    [
      'the host',
      { url: 'https://eu.api.openai.com/v1/chat/completions' },
      'the host changed: api.openai.com → eu.api.openai.com',
      'url.host',
    ],
    [
      'the path',
      { url: 'https://api.openai.com/v2/chat/completions' },
      'the path changed: /v1/chat/completions → /v2/chat/completions',
      'url.path',
    ],
    [
      'a query parameter',
      { url: 'https://api.openai.com/v1/chat/completions?api-version=2' },
      'query parameter api-version is newly sent: 2',
      'url.query.api-version',
    ],
    [
      'a header',
      {
        headers: [['x-tenant', 'b']],
      },
      'header x-tenant changed: a → b',
      'headers.x-tenant',
    ],
    ['a body that is no JSON', { body: { text: 'a=1' } }, 'the request body changed', 'body'],
  ])('%s', (_, change, headline, path) => {
    const data = mismatchOf([chatRequest()], [chatRequest({}, change)])
    const text = textOf(data)
    expect(text.message.split('\n').slice(0, 2)).toEqual([
      headline,
      `  call 0 · openai chat completions · gpt-5-mini · ${path}`,
    ])
    expect(linesOf(text)).toBeLessThanOrEqual(40)
  })
})

test('a model that the path names is called the model, unless more of the path changed', () => {
  const at = (model: string, operation: string) =>
    chatRequest(
      {},
      { model, url: `https://models.example/model/${encodeURIComponent(model)}/${operation}`, body: null },
    )
  const first = (before: ReturnType<typeof at>, after: ReturnType<typeof at>) =>
    textOf(mismatchOf([before], [after])).message.split('\n')[0]
  expect(first(at('m-v1:0', 'converse'), at('us.m-v2:0', 'converse'))).toBe(
    'the model changed: m-v1:0 → us.m-v2:0',
  )
  expect(first(at('m-v1:0', 'converse'), at('us.m-v2:0', 'invoke'))).toMatch(/^the path changed: /)
  expect(first(at('m', 'converse'), at('m', 'converse-stream'))).toMatch(/^the path changed: /)
})

describe('what is not about one field is told as what happened', () => {
  const ask = (content: string) => chatRequest({ messages: [{ role: 'user', content }] })
  const other = chatRequest({
    messages: [
      { role: 'user', content: 'a' },
      { role: 'tool', content: 'b', tool_call_id: 'c' },
    ],
  })

  test('a call more than recorded', () => {
    expect(
      textOf(mismatchOf([ask('a'), ask('b'), ask('c')], [ask('a'), ask('b'), ask('c'), ask('d')])).message,
    ).toMatchInlineSnapshot(`
      "call 3 was never recorded; the recording has 3 calls
        call 3 · openai chat completions · gpt-5-mini · call_index
        it asks    message 1 (user): d
        recorded   src/__recordings__/agent.test.ts/calls the tool.jsonl, 3 calls, 12 days ago
        intended?  npx retake record -- npx vitest run src/agent.test.ts -t '^calls the tool$'"
    `)
  })

  test('a call repeated after the last one', () => {
    expect(textOf(mismatchOf([ask('a')], [ask('a'), ask('a')])).message).toMatchInlineSnapshot(`
      "call 1 was never recorded; the recording has 1 call
        call 1 · openai chat completions · gpt-5-mini · call_index
        it equals call 0, whose answer is used up
        recorded   src/__recordings__/agent.test.ts/calls the tool.jsonl, 1 call, 12 days ago
        intended?  npx retake record -- npx vitest run src/agent.test.ts -t '^calls the tool$'"
    `)
  })

  test('a call repeated instead of the next one', () => {
    expect(textOf(mismatchOf([ask('a'), other], [ask('a'), ask('a')])).message).toMatchInlineSnapshot(`
      "call 0 was asked once more than recorded; the test had made 1 of 2
        call 1 · openai chat completions · gpt-5-mini · call_index
        it equals call 0, whose answer is used up
        recorded   src/__recordings__/agent.test.ts/calls the tool.jsonl, 2 calls, 12 days ago
        intended?  npx retake record -- npx vitest run src/agent.test.ts -t '^calls the tool$'"
    `)
  })

  test('no recording', () => {
    const request = ask('a')
    expect(textOf(dataOf(noRecording(request, digestRequest(request)), null)).message).toMatchInlineSnapshot(`
      "this test has no recording
        record it  npx retake record -- npx vitest run src/agent.test.ts -t '^calls the tool$'"
    `)
  })

  test('a recorded call that was never made', () => {
    expect(
      textOf(mismatchOf([ask('a'), ask('b'), ask('c')], [ask('a'), ask('b')])).message,
    ).toMatchInlineSnapshot(`
      "recorded call 2 (openai chat completions) was never made; the test made 2 of 3
        call 2 · openai chat completions · gpt-5-mini · call_index
        it asked   message 1 (user): c
        recorded   src/__recordings__/agent.test.ts/calls the tool.jsonl, call 2 of 3, 12 days ago
        intended?  npx retake record -- npx vitest run src/agent.test.ts -t '^calls the tool$'"
    `)
  })

  test('many recorded calls that were never made', () => {
    const many = Array.from({ length: 9 }, (_, index) => ask(`question ${index}`))
    const data = mismatchOf(many, many.slice(0, 2))
    expect(textOf(data).message.split('\n')[0]).toBe(
      'recorded calls 2, 3, 4, 5 and 3 more were never made; the test made 2 of 9',
    )
    expect(textOf({ ...data, unused: [1, 2, 4] }).message.split('\n')[0]).toContain(
      'recorded calls 1, 2 and 4 were',
    )
  })

  test('calls swapped where order matters', () => {
    expect(
      textOf(mismatchOf([ask('a'), ask('b')], [ask('b'), ask('a')], { order: 'strict' })).message,
    ).toMatchInlineSnapshot(`
      "call 1 was made where the recording has call 0 (order: 'strict')
        call 0 · openai chat completions · gpt-5-mini · call_index
        recorded   src/__recordings__/agent.test.ts/calls the tool.jsonl, call 0 of 2, 12 days ago
        intended?  npx retake record -- npx vitest run src/agent.test.ts -t '^calls the tool$'"
    `)
  })

  test('a client that reads on where the recorded one aborted', () => {
    const call = recordedCall(0, ask('a'))
    expect(textOf(dataOf(abortExpected(call, []), 1)).message).toMatchInlineSnapshot(`
      "the recording ends where the client aborted
        call 0 · openai chat completions · gpt-5-mini · event_index
        its client left after 1 event; this one reads on
        recorded   src/__recordings__/agent.test.ts/calls the tool.jsonl, call 0 of 1, 12 days ago
        intended?  npx retake record -- npx vitest run src/agent.test.ts -t '^calls the tool$'"
    `)
  })
})

test('the whole text of a changed prompt', () => {
  const { message, expected, actual } = textOfEdit(
    edited((body) => {
      body.messages[0].content = 'Answer in one short sentence. Use the weather tool when asked.'
    }),
  )
  expect({ message, expected, actual }).toMatchInlineSnapshot(`
    {
      "actual": "Answer in one short sentence. Use the weather tool when asked.",
      "expected": "Answer in one sentence. Use the weather tool when asked.",
      "message": "the system prompt changed
      call 0 · openai chat completions · gpt-5-mini · messages[0].content
      recorded   src/__recordings__/agent.test.ts/calls the tool.jsonl, call 0 of 1, 12 days ago
      intended?  npx retake record -- npx vitest run src/agent.test.ts -t '^calls the tool$'",
    }
  `)
})

test('a prompt that changed in several places says how many more there are than the diff shows', () => {
  const prompt = long
    .with(10, 'Rule 11: be rude.')
    .with(200, 'Rule 201: be late.')
    .with(390, 'Rule 391: shout.')
  const ask = (content: string) => chatRequest({ messages: [{ role: 'system', content }] })
  const { message } = textOf(mismatchOf([ask(long.join('\n'))], [ask(prompt.join('\n'))]))
  expect(message).toContain('\n  further    2 more places of this text differ\n')
})

test("a recording that is another test's says so", () => {
  const data = mismatchOf([chatRequest()], [chatRequest({ model: 'other' })])
  const other_test = 'src/old.test.ts > asks twice'
  const { message } = textOf({ ...data, cassette: { ...data.cassette, other_test } })
  expect(message).toContain('\n  of another src/old.test.ts > asks twice: was the file copied or moved?\n')
})

test('hostile data cannot drive the terminal, add lines or grow the message', () => {
  const hostile = `\u001b[2J\r\n\u202e${'x'.repeat(5_000)}`
  const data = mismatchOf([chatRequest()], [chatRequest({ model: hostile, [hostile]: hostile })])
  const text = textOf({
    ...data,
    cassette: { ...data.cassette, path: hostile.slice(0, 300) },
    command: `run '${'a'.repeat(300)}\n'`,
  })
  const all = `${text.message}${text.expected}${text.actual}`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
  expect(all).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/)
  expect(text.message.split('\n')).toHaveLength(4)
  expect(text.message.length).toBeLessThan(1_500)
  expect(text.message).toContain(`run '${'a'.repeat(300)}\\n'`)
})

test('every edit of a long prompt stays within 40 lines', () => {
  for (const edit of [
    long.with(200, 'Rule 201: be rude.'),
    long.toSpliced(10, 0, 'Rule 10b'),
    long.toSpliced(10, 90),
    long.toReversed(),
    long.map((line) => line.toUpperCase()),
    [long.join(' ')],
    [],
  ]) {
    const before = edited((body) => {
      body.messages[0].content = long.join('\n')
    })
    const after = edited((body) => {
      body.messages[0].content = edit.join('\n')
    })
    for (const text of [textOfEdit(after, before), textOfEdit(before, after)]) {
      expect(linesOf(text)).toBeLessThanOrEqual(40)
      expect(text.expected).not.toEqual(text.actual)
    }
  }
  expect(agentTurn.messages).toHaveLength(4)
})
