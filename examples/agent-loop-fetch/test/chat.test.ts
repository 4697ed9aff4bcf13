import { configure } from 'retake'
import { describe, expect, test } from 'vitest'
import { Chat, type Tool } from '../src/chat.ts'

const stock: Record<string, number> = { Hamburg: 12, Porto: 0 }

const inventory: Tool = {
  description: 'How many pieces a warehouse has',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  run: ({ city }: { city: string }) => ({ city, pieces: stock[city] ?? 0 }),
}

describe('chat', () => {
  test('keeps the conversation over several turns', async () => {
    const chat = new Chat('You know the inventory of every warehouse.', { inventory })
    expect(await chat.say('What is the inventory in Hamburg?')).toContain('pieces is 12')
    expect(await chat.say('And the inventory in Porto?')).toContain('pieces is 0')
    expect(await chat.say('Thanks. Which of the two would you close?')).not.toBe('')
    expect(chat.messages.map(({ role }) => role).join(' ')).toBe(
      'system user assistant tool assistant user assistant tool assistant user assistant',
    )
  })

  test('tells the user when the model is busy', async () => {
    // Error answers are never recorded by accident. This test is about one.
    configure({ recordErrors: true })
    const chat = new Chat('You are brief.', {})
    await expect(chat.say('Please fail with 429.')).rejects.toThrow('Please try again')
  })
})
