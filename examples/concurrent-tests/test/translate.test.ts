import { describe, test } from 'vitest'
import { translate } from '../src/translate.ts'

// Eight tests at once, three calls at once in each: every call is recorded with, and answered for, the test that made it.
describe.concurrent('translate', () => {
  test.for(['bread', 'milk', 'salt', 'honey', 'plums', 'oats', 'cheese', 'leek'])(
    '%s, into three languages',
    async (word, { expect }) => {
      const translations = await translate(word, ['Danish', 'Greek', 'Welsh'])
      expect(Object.keys(translations)).toEqual(['Danish', 'Greek', 'Welsh'])
      for (const text of Object.values(translations)) expect(text).toContain(word)
    },
  )
})
