import fc from 'fast-check'
import type { RecordedCall, RecordedRequest } from '../../src/cassette/records.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { digestRequest } from '../../src/match/digest.ts'

/** A recorded chat request; `body` fields are added to a small default. */
export function chatRequest(
  body: Record<string, JsonValue> = {},
  rest: Partial<RecordedRequest> = {},
): RecordedRequest {
  const model = typeof body.model === 'string' ? body.model : 'gpt-5-mini'
  return {
    provider: 'openai',
    dialect: 'openai-chat',
    model,
    method: 'POST',
    url: 'https://api.openai.com/v1/chat/completions',
    headers: [['x-tenant', 'a']],
    body: {
      json: {
        model,
        messages: [
          { role: 'system', content: 'Answer in one sentence.' },
          { role: 'user', content: 'Do I need an umbrella in Lisbon?' },
        ],
        ...body,
      },
    },
    ...rest,
  }
}

/** A complete recorded call whose answer is its index. */
export function recordedCall(call_index: number, request: RecordedRequest): RecordedCall {
  return {
    call_index,
    request,
    digest: digestRequest(request),
    parents: [],
    response: { status: 200, headers: [] },
    events: [{ payload: { json: { answer: call_index } }, at_ms: 1 }],
    outcome: 'complete',
    error: null,
    usage: null,
  }
}

/** Any JSON value, with few distinct keys and leaves so that near misses are common. */
export const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, false, 0, -0, 1, 0.5, '', 'a', 'b', '0', 'null'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'method', 'a.b', '__proto__', 'toString', ''), tie('value'), {
      maxKeys: 3,
    }),
  ),
})).value

/** Any recorded request, over few distinct parts. */
export const anyRequest: fc.Arbitrary<RecordedRequest> = fc.record({
  provider: fc.constantFrom('openai', 'azure'),
  dialect: fc.constant('openai-chat'),
  model: fc.constant(null),
  method: fc.constantFrom('POST', 'GET'),
  url: fc
    .tuple(
      fc.constantFrom('https://a.example', 'http://a.example', 'http://localhost', 'http://127.0.0.1'),
      fc.constantFrom('/v1/x', '/v1/a:b', '/v1/a%3Ab', '/v1/a%3ab', '/V1/x'),
      fc.constantFrom('', '?a=1&b=2', '?b=2&a=1', '?a=1&a=2', '?a=2&a=1', '?a', '?a=%20', '?a=+'),
    )
    .map((parts) => parts.join('')),
  headers: fc.constantFrom<RecordedRequest['headers'][]>(
    [],
    [['x-tenant', '1']],
    [
      ['x-tenant', '1'],
      ['x-tenant', '2'],
    ],
    [['x-tenant', '1, 2']],
    [
      ['anthropic-beta', 'b'],
      ['x-tenant', '1'],
    ],
  ),
  body: fc.oneof(
    fc.constant(null),
    anyJson.map((json) => ({ json })),
    fc.constantFrom({ text: 'a' }, { text: 'YQ==' }, { base64: 'YQ==' }),
  ),
})
