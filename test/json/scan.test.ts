import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapJsonString, mapPlain } from '../../src/json/mapped-text.ts'
import { valueAt } from '../../src/json/path.ts'
import { scanJsonStrings } from '../../src/json/scan.ts'
import type { JsonValue } from '../../src/json/value.ts'

test('says path, key and place of every string', () => {
  const text = '{ "a" : [1, "x", {"b\\n": "y\\""}], "c": "" }'
  expect(
    scanJsonStrings(text).map(({ path, key, start, end, isKey }) => [
      path,
      key,
      text.slice(start, end),
      isKey,
    ]),
  ).toEqual([
    [['a'], 'a', 'a', true],
    [['a', 1], 'a', 'x', false],
    [['a', 2, 'b\n'], 'b\n', 'b\\n', true],
    [['a', 2, 'b\n'], 'b\n', 'y\\"', false],
    [['c'], 'c', 'c', true],
    [['c'], 'c', '', false],
  ])
})

test('finds each string of any JSON, however it is spaced, with its value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const normal = JSON.parse(text) as JsonValue
      let strings = 0
      JSON.parse(text, (_, item) => {
        if (typeof item === 'string') strings += 1
        return item
      })
      const spans = scanJsonStrings(text).filter(({ isKey }) => !isKey)
      expect(spans).toHaveLength(strings)
      for (const { path, start, end } of spans)
        if (!path.includes('__proto__'))
          expect(mapJsonString(mapPlain(text, 0), start, end).text).toBe(valueAt(normal, path))
    }),
  )
})

test('leads from a decoded character back to where its escape stands', () => {
  const text = '"a\\u00e9\\n\\\\z"'
  const decoded = mapJsonString(mapPlain(text, 100), 1, text.length - 1)
  expect(decoded.text).toBe('aé\n\\z')
  expect([0, 1, 2, 3, 4, 5].map((at) => decoded.at(at))).toEqual([101, 102, 108, 110, 112, 113])
})

test('terminates on what is no JSON', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'a') }),
      (text) => {
        expect(Array.isArray(scanJsonStrings(text))).toBe(true)
      },
    ),
  )
})
