import { expect, test } from 'vitest'
import { refusalResponse } from '../../src/intercept/refusal.ts'

test('a refusal is a 400 that no SDK retries, with the message wherever one looks for it', async () => {
  const error = Object.assign(new Error('the prompt changed: „x“ → 🎬\n  call 0'), { name: 'ReplayMismatch' })
  const response = refusalResponse(error)
  expect(response.status).toBe(400)
  expect(response.headers.get('x-should-retry')).toBe('false')
  expect(response.headers.get('content-type')).toBe('text/plain')
  expect(response.statusText).toBe('ReplayMismatch: the prompt changed: ?x? ? ??')
  const message = 'ReplayMismatch: the prompt changed: „x“ → 🎬\n  call 0'
  expect(await response.json()).toMatchObject({ type: 'error', message, error: { message, code: 400 } })
})
