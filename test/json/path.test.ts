import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPath, parsePath, valueAt } from '../../src/json/path.ts'

test('paths read as people write them', () => {
  expect(formatPath(['messages', 2, 'content'])).toBe('messages[2].content')
  expect(formatPath(['headers', 'anthropic-beta'])).toBe('headers.anthropic-beta')
  expect(formatPath(['schema', 'a.b', '$ref'])).toBe('schema["a.b"].$ref')
  expect(formatPath([])).toBe('')
  expect(formatPath(['', 0])).toBe('[""][0]')
})

test('every path survives being written and read', () => {
  const segment = fc.oneof(fc.string({ unit: 'binary' }), fc.nat())
  fc.assert(
    fc.property(fc.array(segment), (path) => {
      expect(parsePath(formatPath(path))).toEqual(path)
    }),
  )
})

test.each(['.a', 'a..b', 'a[', 'a[x]', 'a b', '[0]b'])('%s is no path, and the error says where', (text) => {
  expect(() => parsePath(text)).toThrow(/not a field path at position \d+/)
})

test('what is not there is undefined, also through values of another kind and inherited names', () => {
  const value = { a: [{ b: 1 }] }
  expect(valueAt(value, ['a', 0, 'b'])).toBe(1)
  expect(valueAt(value, ['a', 'b'])).toBeUndefined()
  expect(valueAt(value, [0])).toBeUndefined()
  expect(valueAt(value, ['toString'])).toBeUndefined()
  expect(valueAt(undefined, ['a'])).toBeUndefined()
})
