import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { dialectById, dialects } from '../../src/providers/dialects.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'
import { renderTranscript } from '../../src/report/transcript.ts'
import { jsonEvents, recordedCall } from './recorded-call.ts'

/** Words of the formats, so that arbitrary JSON gets deep into the readers. */
const keys = fc.constantFrom(
  'messages',
  'role',
  'content',
  'type',
  'text',
  'tools',
  'function',
  'name',
  'parameters',
  'properties',
  'required',
  'enum',
  'items',
  'tool_calls',
  'tool_call_id',
  'arguments',
  'choices',
  'delta',
  'message',
  'index',
  'finish_reason',
  'usage',
  'input',
  'output',
  'instructions',
  'response',
  'item',
  'output_index',
  'summary',
  'content_block',
  'system',
  'source',
  'data',
  'error',
  'citations',
  'annotations',
  'thinking',
  'tool_use_id',
  'input_schema',
  'call_id',
  'image_url',
  'url',
  '__proto__',
  'audio',
  'logprobs',
  'executed_tools',
  'custom',
  'contents',
  'parts',
  'candidates',
  'functionCall',
  'functionResponse',
  'function_call',
  'partialArgs',
  'jsonPath',
  'willContinue',
  'inlineData',
  'functionDeclarations',
  'systemInstruction',
  'generateContentRequest',
  'promptFeedback',
  'blockReason',
  'groundingMetadata',
  'groundingChunks',
  'usageMetadata',
  'embeddings',
  'embedding',
  'predictions',
  'chat_history',
  'tool_results',
  'documents',
  'results',
  'event_type',
  'response',
  'images',
  'step',
  'steps',
  'prompt',
  'categories',
  'b64_json',
  'toolUse',
  'toolResult',
  'toolConfig',
  'toolSpec',
  'inputSchema',
  'json',
  'reasoningContent',
  'reasoningText',
  'guardContent',
  'citationsContent',
  'trace',
  'guardrail',
  'inputAssessment',
  'topicPolicy',
  'action',
  'stopReason',
  'bytes',
  's3Location',
  'outputText',
  'generation',
  'generations',
  'outputs',
  'completions',
  'embeddingsByType',
  'artifacts',
  'inputText',
  'inputs',
  'token',
  'details',
  'generated_text',
  'metrics',
  'queries',
  'scores',
  'score',
  'relevance_score',
  'contentBlockDelta',
  'messageStop',
  'converse',
  'assessments',
)
const words = fc.constantFrom(
  'user',
  'assistant',
  'system',
  'tool',
  'text',
  'tool_use',
  'tool_result',
  'function',
  'function_call',
  'function_call_output',
  'message',
  'reasoning',
  'content_block_start',
  'content_block_delta',
  'message_start',
  'message_delta',
  'response.output_item.added',
  'response.output_text.delta',
  'response.completed',
  'image',
  'document',
  'file',
  'thinking',
  'object',
  'array',
  'data:image/png;base64,AA',
  '$.a[0].b',
  'stream-end',
  'message-end',
  'content-delta',
  'tool-call-start',
  'model_output',
  '```',
  '# x',
  '',
)
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(
      words,
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    ),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(keys, tie('json'), { maxKeys: 6, noNullPrototype: true }),
  ) as fc.Arbitrary<JsonValue>,
}))
const payload = fc.oneof(
  json.map((value) => ({ json: value })),
  fc.array(json, { maxLength: 5 }).map((list) => ({ sse: list.map((data) => ({ data })) })),
  fc.array(json, { maxLength: 3 }).map((ndjson) => ({ ndjson })),
  fc.string({ unit: 'binary' }).map((text) => ({ text })),
  fc
    .array(json, { maxLength: 4 })
    .map((list) => ({ text: list.map((data) => `data: ${JSON.stringify(data)}\r\n\r\n`).join('') })),
  fc.uint8Array().map((bytes) => ({ base64: Buffer.from(bytes).toString('base64') })),
)
const call = fc.record({
  dialect: fc.constantFrom(...dialects.map(({ id }) => id)),
  body: json,
  status: fc.constantFrom(200, 204, 400, 500),
  events: fc
    .array(payload, { maxLength: 4 })
    .map((list) => list.map((item) => ({ payload: item, at_ms: 0 }))),
})
const path = fc.array(fc.oneof(keys, fc.nat({ max: 5 })), { maxLength: 6 })

describe('odd input never makes a dialect throw', () => {
  test('while it reads requests and answers, names fields and recognises calls', () => {
    fc.assert(
      fc.property(call, path, (given, at) => {
        const made = recordedCall({ ...given, model: null })
        for (const dialect of dialects) {
          dialect.readRequest(made.request)
          dialect.readAnswer(made)
          dialect.nameField(given.body, at)
          dialect.model(new URL(made.request.url), given.body)
          dialect.isTerminal({ data: given.body })
          dialect.ownsBody(given.body, '/v1/messages')
        }
        recogniseCall(new URL('https://a.example/v1/messages'), 'POST', given.body)
      }),
      { numRuns: 400 },
    )
  })

  test('while JSON is nested too deeply for the stack', () => {
    let deep: JsonValue = 'x'
    for (let depth = 0; depth < 20_000; depth++) deep = depth % 2 ? [deep] : { a: deep }
    const block = { type: 'unheard_of', role: 'user', content: deep, input: deep }
    const body = {
      messages: [block],
      input: [block],
      tools: [{ name: 't', parameters: deep, input_schema: deep }],
    }
    const answer = { content: [block], output: [block], choices: [{ message: block }] }
    for (const { id } of dialects) {
      const made = recordedCall({ dialect: id, body, model: null, events: jsonEvents(answer) })
      dialectById(id).readAnswer(made)
      renderTranscript({ test: { file: 'a.test.ts', name: ['deep'] }, calls: [made] })
    }
  })

  test('while a transcript is made of it', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 4 }), (list) => {
        const calls = list.map((given, index) => recordedCall({ ...given, index, model: null }))
        renderTranscript({ test: { file: 'a.test.ts', name: ['odd'] }, calls })
      }),
      { numRuns: 400 },
    )
  })
})
