import { describe, expect, test } from 'vitest'
import { recommend } from '../src/librarian.ts'

const shelf = (subject: string) => (subject === 'bees' ? ['The Quiet Hive', 'Waggle'] : [])

describe('librarian', () => {
  test('recommends what the search finds', async () => {
    const answer = await recommend('Which books about bees do you have?', shelf, () => {})
    expect(answer).toContain('The Quiet Hive')
  })

  test('streams the text that it returns', async () => {
    const pieces: string[] = []
    const answer = await recommend('Which books about bees are short?', shelf, (text) => pieces.push(text))
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.join('')).toBe(answer)
  })
})
