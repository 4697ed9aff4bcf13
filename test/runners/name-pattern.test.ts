import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patternOf, patternOfAny } from '../../src/runners/name-pattern.ts'

const awkward = fc.string({
  unit: fc.constantFrom(...`ab $"'\`!%\\()[]{}^.*+?|/-\n\t`, 'é', '日', '🧪', '🇵', '\u200d'),
})

test('a pattern matches its name and no other', () => {
  fc.assert(
    fc.property(awkward, awkward, (name, other) => {
      const pattern = new RegExp(patternOf(name))
      expect(pattern.test(name)).toBe(true)
      expect(pattern.test(other)).toBe(other === name)
      expect(pattern.test(`${name} more`)).toBe(false)
    }),
  )
})

test('a pattern holds nothing that a shell acts upon between double quotes', () => {
  fc.assert(
    fc.property(fc.oneof(awkward, fc.string({ unit: 'binary' })), (name) => {
      const inside = patternOf(name).slice(1, -1)
      expect(inside).not.toMatch(/["$`!%\n]|\\$/)
      // A backslash before one of these would be taken away by sh.
      expect(inside).not.toMatch(/\\\\/)
    }),
  )
})

test('words of other scripts and emoji stay readable', () => {
  expect(patternOf('prüft 日本語 🧪 🇵🇹')).toBe('^prüft 日本語 🧪 🇵🇹$')
})

test('a pattern of several names matches each of them and no other', () => {
  fc.assert(
    fc.property(fc.array(awkward, { minLength: 1, maxLength: 3 }), awkward, (names, other) => {
      const pattern = new RegExp(patternOfAny(names))
      for (const name of names) expect(pattern.test(name)).toBe(true)
      expect(pattern.test(other)).toBe(names.includes(other))
    }),
  )
})
