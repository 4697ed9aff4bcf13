import { expect, test } from 'vitest'
import { parseMaxAge } from '../../src/config/max-age.ts'
import { validateConfig } from '../../src/config/validate.ts'

test.each([
  ['90d', 90],
  [' 2 W ', 14],
  ['1y', 365],
  [30, 30],
  [0, 0],
  ['90', null],
  ['soon', null],
  [-1, null],
  [Number.NaN, null],
  [undefined, null],
])('%j is %j days', (value, days) => {
  expect(parseMaxAge(value)).toBe(days)
})

test('a maxAge that is no age is refused with what would be one', () => {
  expect(() => validateConfig({ maxAge: 'soon' }, null)).toThrow("maxAge must be an age such as '90d'")
  expect(validateConfig({ maxAge: '90d', stale: 'error' }, null)).toEqual({ maxAge: '90d', stale: 'error' })
})
