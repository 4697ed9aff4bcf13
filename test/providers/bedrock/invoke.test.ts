import { describe, expect, test } from 'vitest'
import { awsChunk } from '../../../examples/provider/aws-frames.ts'
import { parsePath } from '../../../src/json/path.ts'
import type { JsonValue } from '../../../src/json/value.ts'
import { bedrockInvoke } from '../../../src/providers/bedrock-invoke/dialect.ts'
import { jsonEvents, recordedCall } from '../recorded-call.ts'

type Body = { [key: string]: JsonValue }

const call = (model: string, body: Body, events: ReturnType<typeof jsonEvents>) =>
  recordedCall({
    dialect: 'bedrock-invoke',
    provider: 'bedrock',
    url: `https://bedrock-runtime.us-east-1.amazonaws.com/model/${encodeURIComponent(model)}/invoke`,
    model,
    body,
    events,
  })

const metrics = { 'amazon-bedrock-invocationMetrics': { inputTokenCount: 7, outputTokenCount: 3 } }

/** The payloads of each maker: what is asked, the whole answer, the chunks of a streamed one. */
const makers: [name: string, model: string, asked: Body, whole: Body, chunks: Body[], stop: string][] = [
  [
    'Titan',
    'amazon.titan-text-lite-v1',
    { inputText: 'Hi', textGenerationConfig: { temperature: 0 } },
    {
      inputTextTokenCount: 7,
      results: [{ tokenCount: 3, outputText: 'Hello you', completionReason: 'FINISH' }],
    },
    [
      { outputText: 'Hello', index: 0, completionReason: null, inputTextTokenCount: 7 },
      { outputText: ' you', index: 0, completionReason: 'FINISH', totalOutputTextTokenCount: 3 },
    ],
    'FINISH',
  ],
  [
    'Llama',
    'meta.llama3-70b-instruct-v1:0',
    { prompt: 'Hi', max_gen_len: 10 },
    { generation: 'Hello you', prompt_token_count: 7, generation_token_count: 3, stop_reason: 'stop' },
    [
      { generation: 'Hello', prompt_token_count: 7, generation_token_count: 1, stop_reason: null },
      { generation: ' you', prompt_token_count: null, generation_token_count: 3, stop_reason: 'stop' },
    ],
    'stop',
  ],
  [
    'Mistral of old',
    'mistral.mistral-7b-instruct-v0:2',
    { prompt: 'Hi', max_tokens: 10 },
    { outputs: [{ text: 'Hello you', stop_reason: 'stop' }] },
    [
      { outputs: [{ text: 'Hello', stop_reason: null }] },
      { outputs: [{ text: ' you', stop_reason: 'stop' }], ...metrics },
    ],
    'stop',
  ],
  [
    'Mistral',
    'mistral.mistral-large-2407-v1:0',
    { messages: [{ role: 'user', content: 'Hi' }] },
    { choices: [{ index: 0, message: { role: 'assistant', content: 'Hello you' }, stop_reason: 'stop' }] },
    [
      { choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, stop_reason: null }] },
      { choices: [{ index: 0, message: { content: ' you' }, stop_reason: 'stop' }], ...metrics },
    ],
    'stop',
  ],
  [
    'Claude of old',
    'anthropic.claude-v2',
    { prompt: 'Hi', max_tokens_to_sample: 10 },
    { type: 'completion', completion: 'Hello you', stop_reason: 'stop_sequence', stop: null },
    [
      { completion: 'Hello', stop_reason: null, stop: null },
      { completion: ' you', stop_reason: 'stop_sequence', stop: null, ...metrics },
    ],
    'stop_sequence',
  ],
  [
    'Cohere',
    'cohere.command-r-v1:0',
    { message: 'Hi' },
    { text: 'Hello you', generation_id: 'g', finish_reason: 'COMPLETE' },
    [
      { is_finished: false, event_type: 'text-generation', text: 'Hello' },
      { is_finished: false, event_type: 'text-generation', text: ' you' },
      {
        is_finished: true,
        event_type: 'stream-end',
        finish_reason: 'COMPLETE',
        response: { text: 'Hello you' },
        ...metrics,
      },
    ],
    'COMPLETE',
  ],
  [
    'AI21',
    'ai21.jamba-1-5-large-v1:0',
    { messages: [{ role: 'user', content: 'Hi' }] },
    {
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello you' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    },
    [
      { choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null }] },
      { choices: [{ index: 0, delta: { content: ' you' }, finish_reason: 'stop' }], ...metrics },
    ],
    'stop',
  ],
  [
    'AI21 of old',
    'ai21.j2-ultra-v1',
    { prompt: 'Hi', maxTokens: 10 },
    { id: 1, completions: [{ data: { text: 'Hello you' }, finishReason: { reason: 'endoftext' } }] },
    [],
    'endoftext',
  ],
  [
    'DeepSeek',
    'us.deepseek.r1-v1:0',
    { prompt: 'Hi', max_tokens: 10 },
    { choices: [{ text: 'Hello you', stop_reason: 'stop' }] },
    [
      { choices: [{ text: 'Hello', stop_reason: null }] },
      { choices: [{ text: ' you', stop_reason: 'stop' }], ...metrics },
    ],
    'stop',
  ],
]

describe.each(makers)('a model of %s', (name, model, asked, whole, chunks, stop) => {
  const choices = [{ parts: [{ kind: 'text', text: 'Hello you' }], stop }]

  test('is asked in its own words', () => {
    const { messages } = bedrockInvoke.readRequest(call(model, asked, []).request)
    expect(messages.map(({ parts }) => parts)).toEqual([[{ kind: 'text', text: 'Hi' }]])
    const field =
      Object.keys(asked)[0] === 'messages' ? 'messages[0].content' : (Object.keys(asked)[0] as string)
    const { words } = bedrockInvoke.nameField(asked, parsePath(field))
    expect(words).toMatch(/^(?:the prompt|message 1 \(user\))$/)
  })

  test('answers whole', () => {
    const answer = bedrockInvoke.readAnswer(call(model, asked, jsonEvents(whole)))
    expect(answer.choices).toEqual(choices)
    expect(answer.error).toBeNull()
  })

  test.skipIf(chunks.length === 0)(
    `answers in a stream${chunks.length === 0 ? ` (${name} cannot)` : ''}`,
    () => {
      const bytes = Buffer.concat(chunks.map(awsChunk))
      const answer = bedrockInvoke.readAnswer(
        call(model, asked, [{ payload: { base64: bytes.toString('base64') }, at_ms: 0 }]),
      )
      expect(answer.choices).toEqual(choices)
      expect(answer.usage).toEqual({ input_tokens: 7, output_tokens: 3 })
    },
  )
})

describe('what is not text', () => {
  test.each<[string, Body, Body, RegExp]>([
    [
      'amazon.titan-embed-text-v2:0',
      { inputText: 'rain' },
      { embedding: [0.1, 0.2, 0.3], embeddingsByType: { float: [0.1, 0.2, 0.3] }, inputTextTokenCount: 2 },
      /^1 embedding of 3 dimensions, sha256 /,
    ],
    [
      'cohere.embed-multilingual-v3',
      { texts: ['rain', 'sun'], input_type: 'search_query' },
      {
        embeddings: [
          [1, 2],
          [3, 4],
        ],
        id: 'e',
        response_type: 'embeddings_floats',
        texts: ['rain', 'sun'],
      },
      /^2 embeddings of 2 dimensions, sha256 /,
    ],
    [
      'amazon.nova-canvas-v1:0',
      { taskType: 'TEXT_IMAGE', textToImageParams: { text: 'rain' } },
      { images: ['aW1hZ2U='], error: null },
      /^image, 5 bytes, sha256 /,
    ],
    [
      'stability.stable-diffusion-xl-v1',
      { text_prompts: [{ text: 'rain', weight: 1 }] },
      { result: 'success', artifacts: [{ base64: 'aW1hZ2U=', seed: 1, finishReason: 'SUCCESS' }] },
      /^image, 5 bytes, sha256 /,
    ],
  ])('of %s is told by its size and hash', (model, asked, answer, label) => {
    const recorded = call(model, asked, jsonEvents(answer))
    const { messages } = bedrockInvoke.readRequest(recorded.request)
    expect(messages[0]?.parts).toEqual([{ kind: 'text', text: 'rain' }])
    expect(bedrockInvoke.readAnswer(recorded).choices).toEqual([
      { parts: [{ kind: 'media', label: expect.stringMatching(label) }], stop: null },
    ])
  })

  test('of a reranker is told by document and score', () => {
    const asked = { query: 'Which is warm?', documents: ['ice', 'fire'], api_version: 2 }
    const results = [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.1 },
    ]
    const { choices } = bedrockInvoke.readAnswer(call('cohere.rerank-v3-5:0', asked, jsonEvents({ results })))
    expect(choices[0]?.parts).toEqual([
      { kind: 'other', label: 'document 2', value: 0.9 },
      { kind: 'other', label: 'document 1', value: 0.1 },
    ])
  })
})

test('tokens that a model does not count are taken from the headers, cached ones with them', () => {
  const recorded = call(
    'cohere.command-r-v1:0',
    { message: 'Hi' },
    jsonEvents({ text: 'Hello', generation_id: 'g' }),
  )
  recorded.response = {
    status: 200,
    headers: [
      ['x-amzn-bedrock-input-token-count', '4'],
      ['x-amzn-bedrock-output-token-count', '50'],
      ['x-amzn-bedrock-cache-read-input-token-count', '18131'],
    ],
  }
  expect(bedrockInvoke.readAnswer(recorded).usage).toEqual({
    input_tokens: 18_135,
    output_tokens: 50,
    cached_input_tokens: 18_131,
  })
})

test('a guardrail that stepped in is told', () => {
  const body = { anthropic_version: 'v', messages: [{ role: 'user', content: 'Hi' }] }
  const answer = {
    type: 'message',
    content: [{ type: 'text', text: 'No.' }],
    'amazon-bedrock-guardrailAction': 'INTERVENED',
  }
  expect(bedrockInvoke.readAnswer(call('anthropic.claude', body, jsonEvents(answer))).choices).toEqual([
    {
      parts: [
        { kind: 'text', text: 'No.' },
        { kind: 'other', label: 'guardrail', value: 'INTERVENED' },
      ],
      stop: null,
    },
  ])
})
