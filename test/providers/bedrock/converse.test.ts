import { describe, expect, test } from 'vitest'
import { awsEvent, awsException } from '../../../examples/provider/aws-frames.ts'
import type { RecordedCall } from '../../../src/cassette/records.ts'
import { parsePath } from '../../../src/json/path.ts'
import type { JsonValue } from '../../../src/json/value.ts'
import { bedrockConverse } from '../../../src/providers/bedrock-converse/dialect.ts'
import { bedrockGuardrail } from '../../../src/providers/bedrock-guardrail/dialect.ts'
import { renderTranscript } from '../../../src/report/transcript.ts'
import { jsonEvents, recordedCall } from '../recorded-call.ts'

const url = 'https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse-stream'
const ask = (body: JsonValue) =>
  bedrockConverse.readRequest(recordedCall({ dialect: 'bedrock-converse', body }).request)

const streamed = (...frames: Buffer[]): RecordedCall =>
  recordedCall({
    dialect: 'bedrock-converse',
    url,
    model: 'm',
    events: [{ payload: { base64: Buffer.concat(frames).toString('base64') }, at_ms: 0 }],
  })

const answered = (json: JsonValue) =>
  recordedCall({ dialect: 'bedrock-converse', url, events: jsonEvents(json) })

describe('a request of Converse', () => {
  test('shows every kind of block', () => {
    const png = Buffer.from('png').toString('base64')
    const { messages, system } = ask({
      system: [
        { text: 'Be brief.' },
        { cachePoint: { type: 'default' } },
        { guardContent: { text: { text: 'Really.' } } },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { text: 'Look' },
            { image: { format: 'png', source: { bytes: png } } },
            {
              document: {
                format: 'pdf',
                name: 'report',
                source: { s3Location: { uri: 's3://bucket/report.pdf' } },
              },
            },
            { document: { format: 'txt', name: 'note', source: { text: 'words' } } },
            { guardContent: { text: { text: 'Is it safe?', qualifiers: ['query'] } } },
            { cachePoint: { type: 'default' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } },
            { reasoningContent: { redactedContent: 'eA==' } },
            { toolUse: { toolUseId: 't1', name: 'look', input: { at: 1 } } },
          ],
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 't1', status: 'error', content: [{ json: { rain: true } }] } },
          ],
        },
      ],
    })
    expect(system).toEqual([
      {
        role: 'system',
        path: ['system'],
        parts: [
          { kind: 'text', text: 'Be brief.' },
          { kind: 'text', text: 'Really.' },
        ],
      },
    ])
    expect(messages.map(({ parts }) => parts)).toEqual([
      [
        { kind: 'text', text: 'Look' },
        { kind: 'media', label: expect.stringMatching(/^image png, 3 bytes, sha256 /) },
        { kind: 'media', label: 'document pdf report s3://bucket/report.pdf' },
        { kind: 'media', label: expect.stringMatching(/^document txt note, 5 bytes, sha256 /) },
        { kind: 'text', text: 'Is it safe?' },
      ],
      [
        { kind: 'reasoning', text: 'Hm.' },
        { kind: 'other', label: 'redacted thinking', value: null },
        { kind: 'tool_call', id: 't1', name: 'look', arguments: { at: 1 } },
      ],
      [
        {
          kind: 'tool_result',
          id: 't1',
          name: 'look',
          error: true,
          parts: [{ kind: 'other', label: 'json', value: { rain: true } }],
        },
      ],
    ])
  })

  test('that counts tokens is read and named as the one it counts', () => {
    const body = { input: { converse: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] } } }
    expect(ask(body).messages).toEqual([
      { role: 'user', parts: [{ kind: 'text', text: 'Hi' }], path: ['input', 'converse', 'messages', 0] },
    ])
    const path = parsePath('input.converse.messages[0].content[0].text')
    expect(bedrockConverse.nameField(body, path)).toEqual({ words: 'message 1 (user)', rest: [] })
    expect(bedrockConverse.readAnswer(answered({ inputTokens: 7 })).usage).toEqual({ input_tokens: 7 })
  })
})

describe('an answer of Converse', () => {
  const delta = (contentBlockIndex: number, value: object) =>
    awsEvent('contentBlockDelta', { contentBlockIndex, delta: value, p: 'abc' })

  test('streamed: thoughts, text, parallel calls, in the order of their blocks, with what was cached', () => {
    const call = streamed(
      awsEvent('messageStart', { role: 'assistant' }),
      delta(0, { reasoningContent: { text: 'Let me ' } }),
      delta(0, { reasoningContent: { text: 'see.' } }),
      delta(0, { reasoningContent: { signature: 'c2ln' } }),
      delta(1, { text: 'I ' }),
      delta(1, { text: 'look.' }),
      awsEvent('contentBlockStart', {
        contentBlockIndex: 3,
        start: { toolUse: { toolUseId: 'b', name: 'now' } },
      }),
      awsEvent('contentBlockStart', {
        contentBlockIndex: 2,
        start: { toolUse: { toolUseId: 'a', name: 'look' } },
      }),
      delta(2, { toolUse: { input: '{"at"' } }),
      delta(2, { toolUse: { input: ':1}' } }),
      awsEvent('messageStop', { stopReason: 'tool_use' }),
      awsEvent('metadata', {
        usage: {
          inputTokens: 10,
          outputTokens: 5,
          cacheReadInputTokens: 100,
          cacheWriteInputTokens: 20,
          totalTokens: 135,
        },
      }),
    )
    expect(bedrockConverse.readAnswer(call)).toEqual({
      choices: [
        {
          stop: 'tool_use',
          parts: [
            { kind: 'reasoning', text: 'Let me see.' },
            { kind: 'text', text: 'I look.' },
            { kind: 'tool_call', id: 'a', name: 'look', arguments: { at: 1 } },
            { kind: 'tool_call', id: 'b', name: 'now', arguments: {} },
          ],
        },
      ],
      usage: { input_tokens: 130, output_tokens: 5, cached_input_tokens: 100 },
      model: null,
      error: null,
    })
  })

  test('of a model that counts cached tokens as input itself is not counted twice', () => {
    const usage = { inputTokens: 110, outputTokens: 5, cacheReadInputTokens: 100, totalTokens: 115 }
    expect(bedrockConverse.readAnswer(answered({ usage })).usage).toEqual({
      input_tokens: 110,
      output_tokens: 5,
      cached_input_tokens: 100,
    })
  })

  test('with an exception inside the stream says so, after what came before', () => {
    const call = streamed(
      delta(0, { text: 'I w' }),
      awsException('modelStreamErrorException', 'The model broke.'),
    )
    const { choices, error } = bedrockConverse.readAnswer(call)
    expect(choices[0]?.parts).toEqual([{ kind: 'text', text: 'I w' }])
    expect(error).toEqual({ type: 'modelStreamErrorException', message: 'The model broke.' })
    const transcript = renderTranscript({ test: { file: 'a.test.ts', name: ['a'] }, calls: [call] })
    expect(transcript).toContain('**Error** in the answer · modelStreamErrorException\n\nThe model broke.')
  })

  test('with an error status has the type that AWS puts into a header', () => {
    const call = { ...answered({ message: 'Too many requests.' }) }
    call.response = { status: 429, headers: [['x-amzn-errortype', 'ThrottlingException:http://internal']] }
    expect(bedrockConverse.readAnswer(call).error).toEqual({
      type: 'ThrottlingException',
      message: 'Too many requests.',
    })
  })

  test('that a guardrail stepped into tells what it found, without latencies', () => {
    const assessment = {
      topicPolicy: { topics: [{ name: 'Finance', type: 'DENY', action: 'BLOCKED' }] },
      contentPolicy: { filters: [{ type: 'HATE', confidence: 'LOW', action: 'NONE' }] },
      sensitiveInformationPolicy: {
        piiEntities: [{ type: 'ADDRESS', match: 'Tokyo', action: 'ANONYMIZED' }],
      },
      invocationMetrics: { guardrailProcessingLatency: 260 },
    }
    const call = answered({
      output: { message: { role: 'assistant', content: [{ text: 'I cannot.' }] } },
      stopReason: 'guardrail_intervened',
      trace: { guardrail: { inputAssessment: { g1: assessment }, outputAssessments: { g1: [assessment] } } },
    })
    const transcript = renderTranscript({ test: { file: 'a.test.ts', name: ['a'] }, calls: [call] })
    expect(transcript).toContain(
      '- guardrail {"policy": "topicPolicy", "name": "Finance", "type": "DENY", "action": "BLOCKED"}',
    )
    expect(transcript).toContain('"match": "Tokyo", "action": "ANONYMIZED"')
    expect(transcript).not.toContain('HATE')
    expect(transcript).not.toContain('260')
    expect(transcript).toContain('stop: guardrail_intervened')
  })
})

test('a text put before a guardrail shows the text, what stands for it, and why', () => {
  const body = { source: 'INPUT', content: [{ text: { text: 'how to harm' } }] }
  const call = recordedCall({
    dialect: 'bedrock-guardrail',
    url: 'https://bedrock-runtime.us-east-1.amazonaws.com/guardrail/g1/version/1/apply',
    model: 'g1',
    body,
    events: jsonEvents({
      action: 'GUARDRAIL_INTERVENED',
      outputs: [{ text: 'I cannot help.' }],
      assessments: [{ wordPolicy: { customWords: [{ match: 'harm', action: 'BLOCKED' }] } }],
    }),
  })
  const transcript = renderTranscript({ test: { file: 'a.test.ts', name: ['a'] }, calls: [call] })
  expect(transcript).toContain(
    'bedrock guardrail · g1\n\n**User**\n\nhow to harm\n\n**Assistant**\n\nI cannot help.',
  )
  expect(transcript).toContain('- guardrail {"policy": "wordPolicy", "match": "harm", "action": "BLOCKED"}')
  const path = parsePath('content[0].text.text')
  expect(bedrockGuardrail.nameField(body, path)).toEqual({ words: 'content 1', rest: [] })
})
