import { describe, expect, test } from 'vitest'
import { ask } from './agent.ts'

describe('weather agent', () => {
  test('looks the weather up', async () => {
    expect(await ask('Do I need an umbrella in Lisbon?')).toContain('mm is 12')
  })
})
