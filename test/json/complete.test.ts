import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completionOf } from '../../src/json/complete.ts'

test.each([
  ['{"delta":{"text":"Hel', '"}}'],
  ['{"a":[1,{"b":"}]', '"}]}'],
  ['{"a"', ':null}'],
  ['{"a', '":null}'],
  ['{"a":', 'null}'],
  ['{"a":1,', '"":null}'],
  ['{', '}'],
  ['{"a":"b\\', null],
  ['{"a":"\\u00', null],
  ['no JSON', null],
])('%s is made whole by %s', (beginning, completion) => {
  expect(completionOf(beginning)).toBe(completion)
})

test('every beginning of an object that does not end inside an escape or a word is made whole', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, at) => {
      const text = JSON.stringify(value)
      const beginning = text.slice(0, 1 + (at % text.length))
      const completion = completionOf(beginning)
      if (completion !== null) expect(() => JSON.parse(beginning + completion)).not.toThrow()
      else expect(beginning).toMatch(/\\[^"]{0,4}$|[-a-z.+]$|,$/i)
    }),
  )
})
