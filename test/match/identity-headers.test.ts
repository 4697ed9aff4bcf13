import { describe, expect, test } from 'vitest'
import { identityHeaders } from '../../src/match/identity-headers.ts'

describe('identity headers', () => {
  test('are those that change what is asked, in lower case and sorted, repeated names in their order', () => {
    expect(
      identityHeaders([
        ['X-Tenant', 'b'],
        ['anthropic-beta', 'context-management-2025-06-27'],
        ['OpenAI-Beta', 'responses=v1'],
        ['X-Tenant', 'a'],
        ['Idempotency-Key', 'order-17'],
        ['anthropic-version', '2023-06-01'],
      ]),
    ).toEqual([
      ['anthropic-beta', 'context-management-2025-06-27'],
      ['anthropic-version', '2023-06-01'],
      ['idempotency-key', 'order-17'],
      ['openai-beta', 'responses=v1'],
      ['x-tenant', 'b'],
      ['x-tenant', 'a'],
    ])
  })

  test.each([
    ['authorization', 'Bearer sk-1'],
    ['x-api-key', 'k'],
    ['x-goog-api-key', 'k'],
    ['helicone-auth', 'Bearer k'],
    ['cookie', 'a=b'],
    ['host', 'localhost:4711'],
    ['content-length', '17'],
    ['accept', 'text/event-stream'],
    ['sec-fetch-mode', 'cors'],
    ['user-agent', 'OpenAI/JS 6.49.0'],
    ['x-stainless-retry-count', '1'],
    ['x-goog-api-client', 'gl-node/20'],
    ['x-fern-sdk-version', '5'],
    ['amz-sdk-invocation-id', 'c1'],
    ['x-amz-date', '20250818T121012Z'],
    ['traceparent', '00-1-2-01'],
    ['openai-organization', 'org-1'],
    ['anthropic-dangerous-direct-browser-access', 'true'],
    ['idempotency-key', 'stainless-node-retry-3e1b'],
    ['x-new-vendor', '[secret removed]'],
    ['content-type', 'application/json'],
    ['content-type', 'Application/JSON; charset=utf-8'],
  ])('leave out %s: %s', (name, value) => {
    expect(identityHeaders([[name, value]])).toEqual([])
  })

  test.each([
    ['application/vnd.api+json; charset=utf-8', 'application/vnd.api+json'],
    ['multipart/form-data; boundary=----x1', 'multipart/form-data'],
    ['text/plain;charset=UTF-8', 'text/plain; charset=utf-8'],
  ])('reduce the content type %s to %s', (value, reduced) => {
    expect(identityHeaders([['Content-Type', value]])).toEqual([['content-type', reduced]])
  })

  test('leave out what a caller adds to the list', () => {
    expect(identityHeaders([['x-vendor-key', 'k']], ['x-vendor-key'])).toEqual([])
  })
})
