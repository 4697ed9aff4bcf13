import { expect, test } from 'vitest'
import { oneLine } from '../../src/report/one-line.ts'

test('a message becomes one line of Latin-1 that a status line can hold', () => {
  expect(oneLine('the model changed: a → b\n  call 0 · openai\n\n  intended?  npx retake')).toBe(
    'the model changed: a -> b · call 0 · openai · intended? npx retake',
  )
  expect(oneLine('日本 \u0007 …')).toBe('?? ? ...')
  expect(oneLine('x'.repeat(5_000))).toHaveLength(1_000)
})
