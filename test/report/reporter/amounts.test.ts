import { expect, test } from 'vitest'
import { formatDollars, formatDuration, formatTokens } from '../../../src/report/reporter/amounts.ts'

test.each([
  [0, '0 tokens'],
  [1, '1 token'],
  [999, '999 tokens'],
  [1_000, '1k tokens'],
  [81_234, '81.2k tokens'],
  [999_960, '1M tokens'],
  [3_440_000, '3.4M tokens'],
])('%d tokens read %s', (count, text) => {
  expect(formatTokens(count)).toBe(text)
})

test.each([
  [0, '$0'],
  [0.000_000_1, 'less than $0.000001'],
  [0.000_123, '$0.00012'],
  [0.004, '$0.004'],
  [0.009_99, '$0.01'],
  [0.37, '$0.37'],
  [12, '$12.00'],
])('%d dollars read %s', (dollars, text) => {
  expect(formatDollars(dollars)).toBe(text)
})

test.each([
  [0, '0 s'],
  [420, '0.4 s'],
  [9_990, '10 s'],
  [96_400, '96 s'],
  [130_000, '2 min'],
  [7_200_000, '2 h'],
])('%d milliseconds read %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
