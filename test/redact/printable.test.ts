import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeControl } from '../../src/redact/printable.ts'

test.each([
  ['\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'],
  ['a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ['bell\u0007 c1\u009b', 'bell\\x07 c1\\x9b'],
  ['over\rwrite\r\n', 'over\\rwrite\\r\n'],
  ['tab\tand\nnewline, é 日本 😀', 'tab\tand\nnewline, é 日本 😀'],
])('%j', (given, expected) => {
  expect(escapeControl(given)).toBe(expected)
})

test('what was escaped is not escaped again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeControl(escapeControl(text))).toBe(escapeControl(text))
    }),
  )
})
