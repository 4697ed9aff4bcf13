import { expect, test } from 'vitest'
import { compareWeather, packingList, tellStory } from '../src/trip.ts'

test('compares the weather of two places', async () => {
  const { text, cities } = await compareWeather('How is the weather in Oslo and in Lisbon?')
  expect(cities).toEqual([{ city: 'Oslo' }, { city: 'Lisbon' }])
  expect(text).toMatch(/4.*21/)
})

test('makes a packing list', async () => {
  const { items } = await packingList('Three days of hiking')
  expect(items.length).toBeGreaterThan(0)
})

test('tells a story word by word', async () => {
  const words: string[] = []
  for await (const word of tellStory('A night train to Vienna')) words.push(word)
  expect(words.length).toBeGreaterThan(3)
  expect(words.join('')).toContain('night train')
})
