import { expect, test } from 'vitest'
import { closestWord } from '../../src/text/closest-word.ts'

const modes = ['replay', 'record', 'missing', 'failed', 'live', 'off']

test.each([
  ['recrod', 'record'],
  ['recod', 'record'],
  ['relay', 'replay'],
  ['mssing', 'missing'],
  ['of', 'off'],
])('%s most likely means %s', (given, meant) => {
  expect(closestWord(given, modes)).toBe(meant)
})

test.each(['banana', 'hybrid', 'everything'])('%s means none of them', (given) => {
  expect(closestWord(given, modes)).toBeNull()
})
