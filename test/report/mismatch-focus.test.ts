import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { focusOn } from '../../src/report/mismatch-focus.ts'

const lines = Array.from({ length: 300 }, (_, index) => `line ${index + 1}`)

describe('the focus of a difference', () => {
  test('shows the changed line of a long text with two lines around it', () => {
    const { expected, actual } = focusOn(
      lines.join('\n'),
      lines.with(149, 'line one hundred and fifty').join('\n'),
    )
    expect(expected).toBe('… 147 lines …\nline 148\nline 149\nline 150\nline 151\nline 152\n… 148 lines …')
    expect(actual).toBe(
      '… 147 lines …\nline 148\nline 149\nline one hundred and fifty\nline 151\nline 152\n… 148 lines …',
    )
  })

  test('makes white space visible where nothing else differs', () => {
    const { expected, actual } = focusOn('One.\nTwo words.', 'One.\nTwo\twords. ')
    expect([expected, actual]).toEqual(['One.\nTwo·words.', 'One.\nTwo→words.·'])
  })

  test('shows only the first of two changes', () => {
    const { actual } = focusOn(lines.join('\n'), lines.with(9, 'first').with(199, 'second').join('\n'))
    expect(actual).toContain('first')
    expect(actual).not.toContain('second')
  })

  test('shows the words around a change in a line of 10 kB, whole words', () => {
    const words = Array.from({ length: 1_700 }, (_, index) => `word${index}`)
    const { expected, actual } = focusOn(words.join(' '), words.with(800, 'CHANGED').join(' '))
    expect(expected).toMatchInlineSnapshot(
      `"… word792 word793 word794 word795 word796 word797 word798 word799 word800 word801 word802 word803 word804 word805 word806 word807 word808 …"`,
    )
    expect(actual).toMatchInlineSnapshot(
      `"… word792 word793 word794 word795 word796 word797 word798 word799 CHANGED word801 word802 word803 word804 word805 word806 word807 word808 …"`,
    )
  })

  test('keeps numbers and booleans as they are', () => {
    expect(focusOn(0, 0.2)).toEqual({ expected: 0, actual: 0.2 })
    expect(focusOn(null, true)).toEqual({ expected: null, actual: true })
  })

  test('tells a text from a number that reads the same', () => {
    expect(focusOn('1', 1)).toEqual({ expected: '"1"', actual: '1' })
  })

  test('shows structures as JSON with sorted keys, cut to the part that changed', () => {
    const before = { z: 1, list: lines.slice(0, 30) }
    const { expected, actual } = focusOn(before, { ...before, z: 2 })
    expect(expected).toBe('… 31 lines …\n    "line 30"\n  ],\n  "z": 1\n}')
    expect(actual).toBe('… 31 lines …\n    "line 30"\n  ],\n  "z": 2\n}')
  })

  test('says on which side nothing is', () => {
    expect(focusOn(undefined, { role: 'user' })).toEqual({
      expected: '(not recorded)',
      actual: '{\n  "role": "user"\n}',
    })
    expect(focusOn('text', undefined)).toEqual({ expected: 'text', actual: '(not sent)' })
  })

  test('is bounded, escaped and different on both sides for any two texts', () => {
    const text = fc
      .array(fc.oneof(fc.string({ maxLength: 400 }), fc.constantFrom('a', '', '\u001b[1m')), {
        maxLength: 60,
      })
      .map((parts) => parts.join('\n'))
    fc.assert(
      fc.property(text, text, (a, b) => {
        if (a === b) return
        const { expected, actual } = focusOn(a, b) as { expected: string; actual: string }
        expect(expected).not.toBe(actual)
        for (const side of [expected, actual]) {
          expect(side.split('\n').length).toBeLessThanOrEqual(16)
          expect(Math.max(...side.split('\n').map((line) => line.length))).toBeLessThanOrEqual(420)
          expect(side).not.toContain('\u001b')
        }
      }),
    )
  })
})
