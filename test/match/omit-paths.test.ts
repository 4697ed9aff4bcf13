import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { omitPaths } from '../../src/match/omit-paths.ts'
import { anyJson } from './requests.ts'

test.each<[pattern: string, body: JsonValue, rest: JsonValue]>([
  ['a', { a: 1, b: 2 }, { b: 2 }],
  ['a.b', { a: { b: 1, c: 2 } }, { a: { c: 2 } }],
  ['list[].id', { list: [{ id: 1, x: 1 }, 'text', { x: 2 }] }, { list: [{ x: 1 }, 'text', { x: 2 }] }],
  ['list[1].id', { list: [{ id: 1 }, { id: 2 }] }, { list: [{ id: 1 }, {}] }],
  ['list[0]', { list: [1, 2] }, { list: [null, 2] }],
  ['metadata.*', { metadata: { a: 1, b: 2 } }, { metadata: {} }],
  ['["a.b"].c', { 'a.b': { c: 1, d: 2 } }, { 'a.b': { d: 2 } }],
])('%s is left out', (pattern, body, rest) => {
  const before = structuredClone(body)
  expect(omitPaths(body, [pattern])).toEqual(rest)
  expect(body).toEqual(before)
})

test('a body that no pattern meets comes back as the same reference', () => {
  fc.assert(
    fc.property(anyJson, (body) => {
      expect(omitPaths(body, ['x', 'a.x', '[].y', '*.z', 'a[].w'])).toBe(body)
    }),
  )
})
