import { expect, test } from 'vitest'
import { ago } from '../../src/report/ago.ts'

const now = new Date('2026-11-30T12:00:00Z')

test.each([
  ['2026-11-30T11:59:30Z', 'just now'],
  ['2026-11-30T12:10:00Z', 'just now'],
  ['2026-11-30T11:58:59Z', '1 minute ago'],
  ['2026-11-30T02:00:00Z', '10 hours ago'],
  ['2026-11-18T09:00:00Z', '12 days ago'],
  ['2026-10-01T00:00:00Z', '1 month ago'],
  ['2024-01-01T00:00:00Z', '2 years ago'],
  ['never', ''],
])('%s is %s', (moment, expected) => {
  expect(ago(moment, now)).toBe(expected)
})
