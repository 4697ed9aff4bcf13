import { expect, test } from 'vitest'
import { composeIgnore } from '../../src/match/ignore/compose.ts'
import type { IgnoreRule } from '../../src/match/ignore/rule.ts'
import { chatRequest } from '../match/requests.ts'
import { mismatchOf, textOf } from './mismatch-cases.ts'

const own = { cwd: '/builds/x', home: '/root' }

function linesOf(before: string, after: string, ignore: IgnoreRule[] = []): string[] {
  const ask = (content: string) => chatRequest({ messages: [{ role: 'system', content }] })
  const data = mismatchOf([ask(before)], [ask(after)], composeIgnore(ignore, own))
  return textOf(data).message.split('\n')
}

test('a change that a ready rule would have forgiven is told as such, with the rule', () => {
  expect(linesOf('Today is 2026-11-18.', 'Today is 2026-11-30.').slice(0, 3)).toEqual([
    'only a date differs in messages[0].content: 2026-11-18 → 2026-11-30',
    '  call 0 · openai chat completions · gpt-5-mini · messages[0].content',
    "  volatile?  ignore: ['dates'] in retake.config.ts forgives it",
  ])
})

test('the rule goes into the config that the project has, or into a new one', () => {
  const ask = (content: string) => chatRequest({ messages: [{ role: 'system', content }] })
  const data = mismatchOf([ask('on 2026-11-18')], [ask('on 2026-11-30')], composeIgnore([], own))
  const hint = (config: string | null) => textOf({ ...data, config }).message.split('\n')[2]
  expect(hint('retake.config.mjs')).toBe("  volatile?  ignore: ['dates'] in retake.config.mjs forgives it")
  expect(hint(null)).toBe("  volatile?  ignore: ['dates'] in a new retake.config.ts forgives it")
})

test.each([
  [
    '2026-11-18 to 2026-11-19',
    '2026-11-30 to 2026-12-01',
    'only dates differ, first in messages[0].content: 2026-11-18 → 2026-11-30',
  ],
  [
    '2026-11-18, 2026-11-18',
    '2026-11-30, 2026-11-30',
    'only a date differs in messages[0].content: 2026-11-18 → 2026-11-30',
  ],
  [
    'in /home/ann/x/a',
    'in /builds/x/a',
    'only the working directory differs in messages[0].content: /home/ann/x → /builds/x',
  ],
  ['a\r\nb', 'a\nb', 'only line endings differ in messages[0].content'],
  [
    '/home/ann/x 2026-11-18',
    '/builds/x 2026-11-30',
    'only the working directory and dates differ, first in messages[0].content: /home/ann/x → /builds/x',
  ],
])('%j against %j', (before, after, headline) => {
  expect(linesOf(before, after)[0]).toBe(headline)
})

test('a change that no rule forgives, or one that is on already, gets no hint', () => {
  for (const ignore of [[], ['dates']]) {
    const lines = linesOf('Today is 2026-11-18.', 'Now is 2026-11-30.', ignore)
    expect(lines[0]).toBe('the system prompt changed')
    expect(lines.join('\n')).not.toContain('volatile?')
  }
})
