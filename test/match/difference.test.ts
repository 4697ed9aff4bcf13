import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePath, valueAt } from '../../src/json/path.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { firstDifference } from '../../src/match/difference.ts'
import { anyJson, chatRequest } from './requests.ts'

const body = (json: JsonValue) => chatRequest({}, { body: { json } })
const between = (a: JsonValue, b: JsonValue) => firstDifference(body(a), body(b))

describe('the first difference', () => {
  test.each<[string, JsonValue, JsonValue, string, JsonValue | undefined, JsonValue | undefined]>([
    ['a nested value', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, 'a[0].b', 1, 2],
    ['a missing key', { a: 1, b: 2 }, { a: 1 }, 'b', 2, undefined],
    ['an added key', { a: 1 }, { a: 1, b: null }, 'b', undefined, null],
    ['an element appended', { m: [1] }, { m: [1, 2, 3] }, 'm[1]', undefined, 2],
    ['elements cut off', { m: [1, 2, 3] }, { m: [1] }, 'm[1]', 2, undefined],
    [
      'an element put in the middle',
      { m: [{ x: 1 }, { x: 2 }] },
      { m: [{ x: 1 }, { x: 9 }, { x: 2 }] },
      'm[1]',
      undefined,
      { x: 9 },
    ],
    [
      'an element taken out of the middle',
      { m: [{ x: 1 }, { x: 9 }, { x: 2 }] },
      { m: [{ x: 1 }, { x: 2 }] },
      'm[1]',
      { x: 9 },
      undefined,
    ],
    [
      'an element changed and one appended',
      { m: [{ x: 1 }, { x: 2 }] },
      { m: [{ x: 1 }, { x: 9 }, { x: 3 }] },
      'm[1].x',
      2,
      9,
    ],
    ['the smaller key first, whatever the order', { z: 1, a: 1 }, { z: 2, a: 2 }, 'a', 1, 2],
    ['another type', { a: [] }, { a: {} }, 'a', [], {}],
    ['a key that is no plain name', { 'a.b': 1 }, { 'a.b': 2 }, '["a.b"]', 1, 2],
    ['a key named like a part of requests', { url: 1 }, { url: 2 }, 'body.url', 1, 2],
    ['a root of another type', [1], { a: 1 }, 'body', [1], { a: 1 }],
    ['a root array', [1], [2], '[0]', 1, 2],
  ])('is found in %s', (_, a, b, field_path, recorded, incoming) => {
    expect(between(a, b)).toEqual({ field_path, recorded, incoming })
  })

  test.each<
    [string, Partial<ReturnType<typeof chatRequest>>, string, JsonValue | undefined, JsonValue | undefined]
  >([
    ['method', { method: 'GET' }, 'method', 'POST', 'GET'],
    [
      'host',
      { url: 'https://eu.api.openai.com/v1/chat/completions' },
      'url.host',
      'api.openai.com',
      'eu.api.openai.com',
    ],
    [
      'scheme',
      { url: 'http://api.openai.com/v1/chat/completions' },
      'url.host',
      'https://api.openai.com',
      'http://api.openai.com',
    ],
    ['provider', { provider: 'proxy' }, 'url.host', 'api.openai.com (openai)', 'api.openai.com (proxy)'],
    [
      'path',
      { url: 'https://api.openai.com/v2/chat/completions' },
      'url.path',
      '/v1/chat/completions',
      '/v2/chat/completions',
    ],
    [
      'query',
      { url: 'https://api.openai.com/v1/chat/completions?api-version=1' },
      'url.query.api-version',
      undefined,
      '1',
    ],
    [
      'header',
      {
        headers: [['x-tenant', 'b']],
      },
      'headers.x-tenant',
      'a',
      'b',
    ],
    ['text body', { body: { text: 'a' } }, 'body', expect.anything(), 'a'],
    ['no body', { body: null }, 'body', expect.anything(), undefined],
    ['bytes', { body: { base64: 'AA==' } }, 'body', expect.anything(), '1 byte, sha256 6e340b9cffb3'],
  ])('names the %s', (_, change, field_path, recorded, incoming) => {
    const difference = firstDifference(chatRequest(), { ...chatRequest(), ...change })
    expect(difference).toEqual({ field_path, recorded, incoming })
  })

  test('names a place that holds on both sides exactly what it says, unless an element was put in or taken out', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (a, b) => {
        const difference = between({ a }, { a: b })
        if (!difference) return
        const path = parsePath(difference.field_path)
        if (difference.recorded !== undefined) {
          expect(valueAt({ a }, path)).toEqual(difference.recorded)
        }
        if (difference.incoming !== undefined) {
          expect(valueAt({ a: b }, path)).toEqual(difference.incoming)
        }
        expect(difference.recorded).not.toEqual(difference.incoming)
      }),
    )
  })

  test('is the same place seen from the other side', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (a, b) => {
        expect(between(b, a)?.field_path).toBe(between(a, b)?.field_path)
      }),
    )
  })
})
