import { encodePiece, payloadKind } from '../src/cassette/payload.ts'
import type { HeaderPairs, RecordedCall, RecordedRequest, Usage } from '../src/cassette/records.ts'
import type { JsonValue } from '../src/json/value.ts'
import { digestRequest } from '../src/match/digest.ts'

/** The calls of the reference cassettes: invented exchanges, one agent that asks for the weather, in each dialect. */

const system =
  'Answer in one sentence. Use the weather tool when somebody asks for the weather; never guess it.'
const question = 'Do I need an umbrella in São Miguel? ☂'
const parameters = {
  type: 'object',
  properties: { city: { type: 'string', description: 'The name of a place, as people say it.' } },
  required: ['city'],
}
const description = 'Tells the weather of a place for today, with the rain in millimetres.'
const weather = '{"rain":true,"mm":12}'

interface Turn {
  body: { model: string } & { [key: string]: JsonValue }
  status?: number
  /** The response body in the pieces in which it arrived: text, or bytes where a piece ends inside a character. */
  pieces: (string | Uint8Array)[]
  usage: Usage | null
  requestId: string
}

function callsOf(
  request: Pick<RecordedRequest, 'provider' | 'dialect' | 'url'> & { headers?: HeaderPairs },
  turns: Turn[],
): RecordedCall[] {
  return turns.map(({ body, status = 200, pieces, usage, requestId }, call_index) => {
    const type =
      body.stream === true && status === 200 ? 'text/event-stream; charset=utf-8' : 'application/json'
    const { headers = [], ...rest } = request
    const recorded: RecordedRequest = {
      ...rest,
      model: body.model,
      method: 'POST',
      headers: [...headers, ['content-type', 'application/json']],
      body: { json: body },
    }
    return {
      call_index,
      request: recorded,
      digest: digestRequest(recorded),
      parents: [],
      response: {
        status,
        headers: [
          ['content-type', type],
          ['x-request-id', requestId],
        ],
      },
      events: pieces.map((piece, index) => ({
        payload: encodePiece(Buffer.from(piece), payloadKind(type)),
        at_ms: 180 + 35 * index,
      })),
      outcome: 'complete',
      error: null,
      usage,
    }
  })
}

const data = (value: JsonValue) => `data: ${JSON.stringify(value)}\n\n`
const named = (value: { type: string } & { [key: string]: JsonValue }) =>
  `event: ${value.type}\n${data(value)}`

/** The text in three pieces: the second ends inside the first character that is not ASCII. */
function cutInsideCharacter(text: string): Uint8Array[] {
  const bytes = Buffer.from(text)
  const inside = bytes.findIndex((byte) => byte > 127) + 1
  const before = bytes.lastIndexOf('\n', inside) + 1
  return [bytes.subarray(0, before), bytes.subarray(before, inside), bytes.subarray(inside)]
}

export function openaiChatCalls(): RecordedCall[] {
  const model = 'gpt-5-mini'
  const tools = [{ type: 'function', function: { name: 'get_weather', description, parameters } }]
  const messages: JsonValue[] = [
    { role: 'system', content: system },
    { role: 'user', content: question },
  ]
  const toolCall = {
    id: 'call_a1',
    type: 'function',
    function: { name: 'get_weather', arguments: '{"city":"São Miguel"}' },
  }
  const asked = { role: 'assistant', content: null, tool_calls: [toolCall] }
  const answered = [...messages, asked, { role: 'tool', tool_call_id: 'call_a1', content: weather }]
  const chunk = (delta: JsonValue, finish_reason: string | null = null) =>
    data({
      id: 'chatcmpl-2',
      object: 'chat.completion.chunk',
      created: 1796000000,
      model,
      choices: [{ index: 0, delta, finish_reason }],
    })
  const stream = [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Yes: 12 mm of rain fall on São Miguel' }),
    chunk({ content: ' today ☂.' }),
    chunk({}, 'stop'),
    data({
      id: 'chatcmpl-2',
      object: 'chat.completion.chunk',
      created: 1796000000,
      model,
      choices: [],
      usage: { prompt_tokens: 96, completion_tokens: 14, total_tokens: 110 },
    }),
    'data: [DONE]\n\n',
  ]
  return callsOf(
    { provider: 'openai', dialect: 'openai-chat', url: 'https://api.openai.com/v1/chat/completions' },
    [
      {
        body: { model, messages, tools, temperature: 0 },
        pieces: [
          JSON.stringify({
            id: 'chatcmpl-1',
            object: 'chat.completion',
            created: 1796000000,
            model,
            choices: [{ index: 0, message: { ...asked, refusal: null }, finish_reason: 'tool_calls' }],
            usage: { prompt_tokens: 58, completion_tokens: 16, total_tokens: 74 },
          }),
        ],
        usage: { input_tokens: 58, output_tokens: 16 },
        requestId: 'req_1',
      },
      {
        body: {
          model,
          messages: answered,
          tools,
          temperature: 0,
          stream: true,
          stream_options: { include_usage: true },
        },
        pieces: [
          stream[0] as string,
          ...cutInsideCharacter(stream.slice(1, 3).join('')),
          stream.slice(3).join(''),
        ],
        usage: { input_tokens: 96, output_tokens: 14 },
        requestId: 'req_2',
      },
      {
        body: {
          model,
          messages: [...answered, { role: 'user', content: 'And tomorrow?' }],
          tools,
          temperature: 0,
        },
        status: 429,
        pieces: [
          '{\n  "error": {\n    "message": "Rate limit reached.",\n    "type": "requests",\n    "code": "rate_limit_exceeded"\n  }\n}\n',
        ],
        usage: null,
        requestId: 'req_3',
      },
    ],
  )
}

export function openaiResponsesCalls(): RecordedCall[] {
  const model = 'gpt-5-mini'
  const tools = [{ type: 'function', name: 'get_weather', description, parameters, strict: true }]
  const input: JsonValue[] = [
    {
      role: 'user',
      content: [
        {
          type: 'input_text',
          text: `${question} Think of the whole day, and of the walk from the harbour to the hotel.`,
        },
      ],
    },
  ]
  const functionCall = {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_b1',
    name: 'get_weather',
    arguments: '{"city":"São Miguel"}',
    status: 'completed',
  }
  const message = (text: string) => ({
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  })
  const response = (output: JsonValue[], usage: JsonValue) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1796000000,
    status: 'completed',
    model,
    output,
    usage,
  })
  const text = 'Yes: 12 mm of rain fall on São Miguel today.'
  return callsOf(
    { provider: 'openai', dialect: 'openai-responses', url: 'https://api.openai.com/v1/responses' },
    [
      {
        body: { model, instructions: system, input, tools },
        pieces: [
          JSON.stringify(response([functionCall], { input_tokens: 61, output_tokens: 18, total_tokens: 79 })),
        ],
        usage: { input_tokens: 61, output_tokens: 18 },
        requestId: 'req_4',
      },
      {
        body: {
          model,
          instructions: system,
          input: [
            ...input,
            functionCall,
            { type: 'function_call_output', call_id: 'call_b1', output: weather },
          ],
          tools,
          stream: true,
        },
        pieces: [
          named({
            type: 'response.created',
            sequence_number: 0,
            response: { id: 'resp_1', status: 'in_progress', model },
          }),
          ...cutInsideCharacter(
            named({
              type: 'response.output_text.delta',
              sequence_number: 1,
              item_id: 'msg_1',
              output_index: 0,
              content_index: 0,
              delta: text,
            }),
          ),
          named({
            type: 'response.completed',
            sequence_number: 2,
            response: response([message(text)], { input_tokens: 99, output_tokens: 15, total_tokens: 114 }),
          }),
        ],
        usage: { input_tokens: 99, output_tokens: 15 },
        requestId: 'req_5',
      },
    ],
  )
}

export function anthropicMessagesCalls(): RecordedCall[] {
  const model = 'claude-haiku-4-5'
  const tools = [{ name: 'get_weather', description, input_schema: parameters }]
  const messages: JsonValue[] = [
    {
      role: 'user',
      content: `${question} Think of the whole day, and of the walk from the harbour to the hotel.`,
    },
  ]
  const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'São Miguel' } }
  const thought = { type: 'text', text: 'Let me look.' }
  const answered = [
    ...messages,
    { role: 'assistant', content: [thought, toolUse] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: weather }] },
  ]
  const started = {
    id: 'msg_2',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    usage: { input_tokens: 102, output_tokens: 1 },
  }
  const text = (delta: string) =>
    named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: delta } })
  const headers: HeaderPairs = [['anthropic-version', '2023-06-01']]
  return callsOf(
    {
      provider: 'anthropic',
      dialect: 'anthropic-messages',
      url: 'https://api.anthropic.com/v1/messages',
      headers,
    },
    [
      {
        body: { model, max_tokens: 256, system, messages, tools },
        pieces: [
          JSON.stringify({
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model,
            content: [thought, toolUse],
            stop_reason: 'tool_use',
            stop_sequence: null,
            usage: { input_tokens: 66, output_tokens: 21 },
          }),
        ],
        usage: { input_tokens: 66, output_tokens: 21 },
        requestId: 'req_6',
      },
      {
        body: { model, max_tokens: 256, system, messages: answered, tools, stream: true },
        pieces: [
          named({ type: 'message_start', message: started }) +
            named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
          named({ type: 'ping' }),
          ...cutInsideCharacter(text('Yes: 12 mm of rain fall on São Miguel') + text(' today.')),
          named({ type: 'content_block_stop', index: 0 }) +
            named({
              type: 'message_delta',
              delta: { stop_reason: 'end_turn', stop_sequence: null },
              usage: { output_tokens: 15 },
            }) +
            named({ type: 'message_stop' }),
        ],
        usage: { input_tokens: 102, output_tokens: 15 },
        requestId: 'req_7',
      },
    ],
  )
}
