import { expect, test } from 'vitest'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { mergeCalls } from '../../src/session/merge-calls.ts'
import { troubleIn } from '../../src/session/trouble.ts'

function call(call_index: number, digest: string, rest: Partial<RecordedCall> = {}): RecordedCall {
  return {
    call_index,
    digest,
    request: {
      provider: 'p',
      dialect: 'plain',
      model: null,
      method: 'POST',
      url: 'http://x/',
      headers: [],
      body: null,
    },
    parents: [],
    response: { status: 200, headers: [] },
    events: [],
    outcome: 'complete',
    error: null,
    usage: null,
    ...rest,
  }
}
const status = (code: number) => ({ response: { status: code, headers: [] } })

test('answers that should not be replayed for ever are named', () => {
  expect(troubleIn([call(0, 'a', status(429))])).toBe('call 0 ended in a 429')
  expect(troubleIn([call(0, 'a'), call(1, 'b', status(503))])).toBe('call 1 ended in a 503')
  const reset = {
    outcome: 'error' as const,
    error: { phase: 'body' as const, code: 'ECONNRESET', message: '' },
  }
  expect(troubleIn([call(0, 'a', reset)])).toBe('call 0 ended in a transport error (ECONNRESET)')
})

test('a failed call whose retry succeeded, a 4xx and an abort are no trouble', () => {
  expect(troubleIn([call(0, 'a', status(500)), call(1, 'a')])).toBeNull()
  expect(troubleIn([call(0, 'a', status(404))])).toBeNull()
  expect(troubleIn([call(0, 'a', { outcome: 'aborted' })])).toBeNull()
})

test('a run of a part of the tests renews the calls it made, keeps the others and adds new ones', () => {
  const old = [call(0, 'a'), call(1, 'b'), call(2, 'a')]
  const made = [call(0, 'a', status(201)), call(1, 'c', status(201))]
  expect(mergeCalls(old, made).map((c) => [c.call_index, c.digest, c.response?.status])).toEqual([
    [0, 'a', 201],
    [1, 'b', 200],
    [2, 'a', 200],
    [3, 'c', 201],
  ])
})
