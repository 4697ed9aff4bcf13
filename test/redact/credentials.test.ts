import { expect, test } from 'vitest'
import { isPlaceholder, placeholderFor, readCredentials } from '../../src/redact/credentials.ts'

test('reads the credentials that the environment really holds', () => {
  const key = 'k'.repeat(16)
  const env = {
    A_KEY: ` ${key}\n`,
    B_KEY: 'short',
    C_KEY: placeholderFor('C_KEY'),
    D_KEY: undefined,
    OTHER: key,
  }
  expect(readCredentials(env, ['A_KEY', 'B_KEY', 'C_KEY', 'D_KEY', 'E_KEY'])).toEqual(
    new Map([['A_KEY', key]]),
  )
})

test.each(['OPENAI_API_KEY', 'X', '', 'Ünïcode KEY'])(
  'the placeholder for %j is a valid header of 16 characters or more',
  (name) => {
    const value = placeholderFor(name)
    expect(value).toBe(placeholderFor(name))
    expect(value).toMatch(/^[a-z0-9-]{16,}$/)
    expect(isPlaceholder(value)).toBe(true)
    expect(new Headers({ authorization: `Bearer ${value}` }).get('authorization')).toBe(`Bearer ${value}`)
  },
)

test('placeholders are readable', () => {
  expect(placeholderFor('OPENAI_API_KEY')).toBe('retake-placeholder-openai-api-key')
})
