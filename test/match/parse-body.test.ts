import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRequestBody } from '../../src/match/parse-body.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const json = 'application/json'

describe('a request body', () => {
  test.each<[string, string, string | null, unknown]>([
    ['JSON', '{ "a" : [1, 0.1, -0, 1e3] }', json, { json: { a: [1, 0.1, -0, 1000] } }],
    ['a JSON dialect', '{"a":1}', 'application/vnd.api+json; charset=utf-8', { json: { a: 1 } }],
    ['JSON without a content type', '{"a":1}', null, { json: { a: 1 } }],
    ['JSON that fetch calls text', '{"a":1}', 'text/plain;charset=UTF-8', { json: { a: 1 } }],
    ['a number in plain text', '17', 'text/plain', { text: '17' }],
    ['a form', 'a=1&b=2', 'application/x-www-form-urlencoded', { text: 'a=1&b=2' }],
    ['broken JSON', '{"a":', json, { text: '{"a":' }],
    ['a key that stands twice', '{"a":1,"b":{"c":1, "c":2}}', json, { text: '{"a":1,"b":{"c":1, "c":2}}' }],
    ['a key that stands twice, once escaped', '{"a":1,"\\u0061":1}', json, { text: '{"a":1,"\\u0061":1}' }],
    [
      'an integer that no double holds',
      '{"id":12345678901234567891}',
      json,
      { text: '{"id":12345678901234567891}' },
    ],
    [
      'a large integer that a double holds',
      '{"id": 9007199254740992}',
      json,
      { json: { id: 9007199254740992 } },
    ],
    ['a number beyond doubles', '[1e999]', json, { text: '[1e999]' }],
    ['a comma before a string in an array', '["a", "a"]', json, { json: ['a', 'a'] }],
    ['keys like numbers', '{"2":"b","1":"a"}', json, { json: { 1: 'a', 2: 'b' } }],
  ])('that is %s is kept without loss', (_, text, type, expected) => {
    expect(parseRequestBody(utf8(text), type)).toEqual(expected)
  })

  test('that is not there or empty is null', () => {
    expect(parseRequestBody(null, null)).toBeNull()
    expect(parseRequestBody(new Uint8Array(), json)).toBeNull()
  })

  test('that is no UTF-8 is base64', () => {
    expect(parseRequestBody(Uint8Array.of(0xff, 0xfe), json)).toEqual({ base64: '//4=' })
  })

  test('keeps a byte order mark', () => {
    expect(parseRequestBody(utf8('\ufeffa'), 'text/plain')).toEqual({ text: '\ufeffa' })
  })

  test('written as JSON in any spacing reads as the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(parseRequestBody(utf8(text), json)).toEqual({ json: JSON.parse(text) })
      }),
    )
  })
})
