import { expect, test } from 'vitest'
import { triage } from '../src/triage.ts'

test.each(['Where is my parcel?', 'You charged me twice!'])('finds a team for: %s', async (message) => {
  const { team, urgent } = await triage(message)
  expect(['billing', 'shipping', 'support']).toContain(team)
  expect(urgent).toBeTypeOf('boolean')
})
