import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countPlaces } from '../../src/report/count-places.ts'

const prompt = ['You are a clerk.', 'Be brief.', 'Never lie.', 'Answer in French.', 'Sign with a name.']
const changed = (...at: number[]) => prompt.map((line, index) => (at.includes(index) ? `${line} Now.` : line))

test.each([
  ['one line', [2], 1],
  ['two lines apart', [0, 4], 2],
  ['three lines apart', [0, 2, 4], 3],
  ['neighbouring lines', [1, 2], 1],
])('%s changed', (_what, at, places) => {
  expect(countPlaces(prompt.join('\n'), changed(...at).join('\n'))).toBe(places)
})

test('in one long line the changed words are counted', () => {
  expect(countPlaces('a b c d e f g', 'a X c d Y f g')).toBe(2)
  expect(countPlaces('a b c d e f g', 'a X Y d e f g')).toBe(1)
})

test('texts with nothing in common are not counted', () => {
  const words = (mark: string) => Array.from({ length: 500 }, (_, at) => `${mark}${at}`).join('\n')
  expect(countPlaces(words('a'), words('b'))).toBeNull()
})

test('equal texts differ nowhere, and the count is the same in both directions', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n'), { maxLength: 40 }).map((it) => it.join(''))
  fc.assert(fc.property(text, (it) => countPlaces(it, it) === 0))
  fc.assert(fc.property(text, text, (a, b) => a === b || (countPlaces(a, b) ?? 1) >= 1))
})
