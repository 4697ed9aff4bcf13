import type { JsonValue } from '../../src/json/value.ts'

/**
 * One conversation in each format: a system prompt, a question that calls for a tool, its result. The contract suite holds
 * every dialect to the same reading of it.
 */
export interface ChatCase {
  /** Of the test; a dialect may have several. */
  name: string
  dialect: string
  /** Path of the loopback provider. */
  path(streamed: boolean): string
  headers?: Record<string, string>
  /** The request; with the tool's result where `answered`. */
  body(answered: boolean, streamed: boolean): { [key: string]: JsonValue }
  /** Where things stand in the answered request, and how a mismatch must name them. */
  fields: [path: string, words: string][]
}

export const system = 'Answer in one sentence.'
export const question = 'What is the weather in Oslo?'
export const result = '{"rain":true,"mm":12}'

const args = { city: 'Oslo' }
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tool = { name: 'get_weather', description: 'Weather of a city' }
const chatTools = [{ type: 'function', function: { ...tool, parameters } }]
const stream = (streamed: boolean) => (streamed ? { stream: true } : {})
const chatCall = (given: JsonValue) => ({
  id: 'c1',
  type: 'function',
  function: { name: 'get_weather', arguments: given },
})

const gemini = (name: string, streamPath: string): ChatCase => ({
  name,
  dialect: 'gemini',
  path: (streamed) => `/v1beta/models/m:${streamed ? streamPath : 'generateContent'}`,
  body: (answered) => ({
    systemInstruction: { parts: [{ text: system }] },
    contents: [
      { role: 'user', parts: [{ text: question }] },
      ...(answered
        ? [
            { role: 'model', parts: [{ functionCall: { name: 'get_weather', args } }] },
            {
              role: 'user',
              parts: [
                { functionResponse: { name: 'get_weather', response: { result: JSON.parse(result) } } },
              ],
            },
          ]
        : []),
    ],
    tools: [
      {
        functionDeclarations: [
          {
            ...tool,
            parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
          },
        ],
      },
    ],
  }),
  fields: [
    ['systemInstruction.parts[0].text', 'the system prompt'],
    ['contents[0].parts[0].text', 'message 1 (user)'],
    ['contents[1].parts[0].functionCall.args', 'message 2 (assistant)'],
    ['contents[2].parts[0].functionResponse.response.result', 'message 3 (tool result of get_weather)'],
    ['tools[0].functionDeclarations[0].parameters.required', 'the schema of tool get_weather'],
    ['generationConfig.temperature', 'temperature'],
  ],
})

/** Converse, and Amazon's own models, which take its form. */
const converse = (
  name: string,
  dialect: string,
  operations: [whole: string, streamed: string],
): ChatCase => ({
  name,
  dialect,
  path: (streamed) => `/model/m/${operations[streamed ? 1 : 0]}`,
  body: (answered) => ({
    system: [{ text: system }],
    messages: [
      { role: 'user', content: [{ text: question }] },
      ...(answered
        ? [
            {
              role: 'assistant',
              content: [{ toolUse: { toolUseId: 'c1', name: 'get_weather', input: args } }],
            },
            { role: 'user', content: [{ toolResult: { toolUseId: 'c1', content: [{ text: result }] } }] },
          ]
        : []),
    ],
    toolConfig: { tools: [{ toolSpec: { ...tool, inputSchema: { json: parameters } } }] },
  }),
  fields: [
    ['system[0].text', 'the system prompt'],
    ['messages[0].content[0].text', 'message 1 (user)'],
    ['messages[1].content[0].toolUse.input', 'message 2 (assistant)'],
    ['messages[2].content[0].toolResult.content[0].text', 'message 3 (tool result of get_weather)'],
    ['toolConfig.tools[0].toolSpec.inputSchema.json.required', 'the schema of tool get_weather'],
    ['toolConfig.tools[0].toolSpec.description', 'the description of tool get_weather'],
    ['toolConfig.toolChoice.auto', 'the tool choice'],
    ['inferenceConfig.temperature', 'temperature'],
    ['guardrailConfig.guardrailVersion', 'the guardrail'],
  ],
})

const invoke: [string, string] = ['invoke', 'invoke-with-response-stream']

export const chatCases: ChatCase[] = [
  {
    name: 'openai-chat',
    dialect: 'openai-chat',
    path: () => '/v1/chat/completions',
    body: (answered, streamed) => ({
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: question },
        ...(answered
          ? [
              { role: 'assistant', content: null, tool_calls: [chatCall(JSON.stringify(args))] },
              { role: 'tool', tool_call_id: 'c1', content: result },
            ]
          : []),
      ],
      tools: chatTools,
      ...(streamed ? { stream: true, stream_options: { include_usage: true } } : {}),
    }),
    fields: [
      ['messages[0].content', 'the system prompt'],
      ['messages[1].content', 'message 2 (user)'],
      ['messages[3].content', 'message 4 (tool result of get_weather)'],
      ['tools[0].function.parameters.required', 'the schema of tool get_weather'],
    ],
  },
  {
    name: 'openai-responses',
    dialect: 'openai-responses',
    path: () => '/v1/responses',
    body: (answered, streamed) => ({
      instructions: system,
      input: [
        { role: 'user', content: question },
        ...(answered
          ? [
              {
                type: 'function_call',
                call_id: 'c1',
                name: 'get_weather',
                arguments: JSON.stringify(args),
              },
              { type: 'function_call_output', call_id: 'c1', output: result },
            ]
          : []),
      ],
      tools: [{ type: 'function', ...tool, parameters }],
      ...stream(streamed),
    }),
    fields: [
      ['instructions', 'the system prompt'],
      ['input[0].content', 'message 1 (user)'],
      ['input[2].output', 'message 3 (tool result of get_weather)'],
      ['tools[0].parameters.required', 'the schema of tool get_weather'],
    ],
  },
  {
    name: 'anthropic-messages',
    dialect: 'anthropic-messages',
    path: () => '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    body: (answered, streamed) => ({
      max_tokens: 100,
      system,
      messages: [
        { role: 'user', content: question },
        ...(answered
          ? [
              {
                role: 'assistant',
                content: [{ type: 'tool_use', id: 'c1', name: 'get_weather', input: args }],
              },
              { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: result }] },
            ]
          : []),
      ],
      tools: [{ ...tool, input_schema: parameters }],
      ...stream(streamed),
    }),
    fields: [
      ['system', 'the system prompt'],
      ['messages[0].content', 'message 1 (user)'],
      ['messages[2].content[0].content', 'message 3 (tool result of get_weather)'],
      ['tools[0].input_schema.required', 'the schema of tool get_weather'],
    ],
  },
  gemini('gemini, streamed as events', 'streamGenerateContent?alt=sse'),
  gemini('gemini, streamed as a list', 'streamGenerateContent'),
  {
    name: 'cohere, version 1',
    dialect: 'cohere',
    path: () => '/v1/chat',
    body: (answered, streamed) => ({
      preamble: system,
      message: question,
      tools: [{ ...tool, parameter_definitions: { city: { type: 'string', required: true } } }],
      ...(answered
        ? {
            tool_results: [
              { call: { name: 'get_weather', parameters: args }, outputs: [JSON.parse(result)] },
            ],
          }
        : {}),
      ...stream(streamed),
    }),
    fields: [
      ['preamble', 'the system prompt'],
      ['message', 'message 1 (user)'],
      ['tool_results[0].outputs[0].mm', 'tool result 1'],
      ['tools[0].parameter_definitions.city.required', 'the schema of tool get_weather'],
    ],
  },
  {
    name: 'cohere, version 2',
    dialect: 'cohere',
    path: () => '/v2/chat',
    body: (answered, streamed) => ({
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: question },
        ...(answered
          ? [
              {
                role: 'assistant',
                tool_plan: 'I will use a tool.',
                tool_calls: [chatCall(JSON.stringify(args))],
              },
              { role: 'tool', tool_call_id: 'c1', content: result },
            ]
          : []),
      ],
      tools: chatTools,
      ...stream(streamed),
    }),
    fields: [
      ['messages[0].content', 'the system prompt'],
      ['messages[1].content', 'message 2 (user)'],
      ['messages[3].content', 'message 4 (tool result of get_weather)'],
      ['tools[0].function.parameters.required', 'the schema of tool get_weather'],
    ],
  },
  {
    name: 'gemini-interactions',
    dialect: 'gemini-interactions',
    path: () => '/v1beta/interactions',
    body: (answered, streamed) => ({
      system_instruction: system,
      input: [
        { role: 'user', content: question },
        ...(answered
          ? [
              { type: 'function_call', id: 'c1', name: 'get_weather', arguments: args },
              { type: 'function_result', call_id: 'c1', name: 'get_weather', result: JSON.parse(result) },
            ]
          : []),
      ],
      tools: [{ type: 'function', ...tool, parameters }],
      ...stream(streamed),
    }),
    fields: [
      ['system_instruction', 'the system prompt'],
      ['input[0].content', 'message 1 (user)'],
      ['input[2].result', 'message 3 (tool result of get_weather)'],
      ['tools[0].parameters.required', 'the schema of tool get_weather'],
      ['generation_config.temperature', 'temperature'],
    ],
  },
  {
    name: 'ollama',
    dialect: 'ollama',
    path: () => '/api/chat',
    body: (answered, streamed) => ({
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: question },
        ...(answered
          ? [
              { role: 'assistant', content: '', tool_calls: [chatCall(args)] },
              { role: 'tool', tool_name: 'get_weather', content: result },
            ]
          : []),
      ],
      tools: chatTools,
      stream: streamed,
    }),
    fields: [
      ['messages[0].content', 'the system prompt'],
      ['messages[1].content', 'message 2 (user)'],
      ['messages[3].content', 'message 4 (tool result of get_weather)'],
      ['tools[0].function.parameters.required', 'the schema of tool get_weather'],
      ['options.temperature', 'temperature'],
    ],
  },
  converse('bedrock-converse', 'bedrock-converse', ['converse', 'converse-stream']),
  converse('bedrock-invoke, a model of Amazon', 'bedrock-invoke', invoke),
  {
    name: 'bedrock-invoke, a model of Anthropic',
    dialect: 'bedrock-invoke',
    path: (streamed) => `/model/m/${invoke[streamed ? 1 : 0]}`,
    body: (answered) => ({
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 100,
      system,
      messages: [
        { role: 'user', content: question },
        ...(answered
          ? [
              {
                role: 'assistant',
                content: [{ type: 'tool_use', id: 'c1', name: 'get_weather', input: args }],
              },
              { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: result }] },
            ]
          : []),
      ],
      tools: [{ ...tool, input_schema: parameters }],
    }),
    fields: [
      ['system', 'the system prompt'],
      ['messages[0].content', 'message 1 (user)'],
      ['messages[2].content[0].content', 'message 3 (tool result of get_weather)'],
      ['tools[0].input_schema.required', 'the schema of tool get_weather'],
    ],
  },
]
