/** A model call as the user's code makes it. */
export interface Call {
  path: string
  headers?: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: edits reach into it as a user's editor would
  body: any
}

const search = {
  type: 'function',
  function: {
    name: 'search',
    description: 'Searches the handbook.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string' }, limit: { type: 'integer', maximum: 10 } },
      required: ['query'],
    },
  },
}

const remember = {
  type: 'function',
  function: {
    name: 'remember',
    description: 'Keeps a note.',
    parameters: { type: 'object', properties: { note: { type: 'string' } } },
  },
}

/** A turn of a tool loop, as an agent sends it to OpenAI's chat completions. */
export function chat(question = 'And in winter?'): Call {
  return {
    path: '/v1/chat/completions',
    body: {
      model: 'gpt-5-mini',
      temperature: 0,
      max_tokens: 200,
      messages: [
        {
          role: 'system',
          content:
            'You answer questions about the handbook.\nAnswer in one sentence.\nSay so when you do not know.',
        },
        { role: 'user', content: 'When is the office open?' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: { name: 'search', arguments: '{"query":"opening hours"}' },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: '{"page":12,"text":"Open from 8 to 18."}' },
        { role: 'assistant', content: 'From 8 to 18.' },
        { role: 'user', content: question },
      ],
      tools: [search, remember].map((tool) => structuredClone(tool)),
    },
  }
}

/** A plain question to OpenAI's responses. */
export function responses(): Call {
  return {
    path: '/v1/responses',
    body: {
      model: 'gpt-5-mini',
      instructions: 'Answer in one sentence.',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'When is the office open?' }] },
        { role: 'assistant', content: [{ type: 'output_text', text: 'From 8 to 18.' }] },
        { role: 'user', content: [{ type: 'input_text', text: 'And in winter?' }] },
      ],
    },
  }
}

/** A plain question to Anthropic's messages. */
export function messages(): Call {
  return {
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'context-1m-2025-08-07' },
    body: {
      model: 'claude-test-1',
      max_tokens: 200,
      system: [{ type: 'text', text: 'Answer in one sentence.' }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'When is the office open?' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'From 8 to 18.' }] },
        { role: 'user', content: 'And in winter?' },
      ],
      tools: [
        {
          name: 'search',
          description: 'Searches the handbook.',
          input_schema: { type: 'object', properties: { query: { type: 'string' } } },
        },
      ],
    },
  }
}

/** A text of about `size` characters in lines, each line different. */
export function longText(size: number): string {
  const lines: string[] = []
  for (let at = 0, length = 0; length < size; at++) {
    const line = `Rule ${at}: whoever asks about matter ${at * 7} is told what the handbook says on page ${at * 3}.`
    lines.push(line)
    length += line.length + 1
  }
  return lines.join('\n')
}
