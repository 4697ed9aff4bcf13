import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodePiece } from '../../src/cassette/payload.ts'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { sameContent } from '../../src/cassette/same-content.ts'
import { adoptCalls } from '../../src/cassette/store.ts'
import { sampleCall, sampleHeader } from './sample.ts'

const stream = Buffer.from('data: {"delta":"Yes"}\n\ndata: {"delta":", ☔"}\n\ndata: [DONE]\n\n')

/** One streamed call whose answer is cut at these places. */
function callCutAt(cuts: readonly number[], bytes = stream): RecordedCall[] {
  const ends = [...new Set(cuts)].sort((a, b) => a - b)
  const pieces = [...ends, bytes.length].map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end))
  const events = pieces.map((piece, at) => ({ payload: encodePiece(piece, 'sse'), at_ms: at }))
  return [sampleCall(0, { model: 'gpt-5-mini' }, { events })]
}

const someCuts = fc.array(fc.integer({ min: 1, max: stream.length - 1 }), { maxLength: 6 })

test('wherever the network cuts an answer, it is the same answer; one other byte makes it another', () => {
  fc.assert(
    fc.property(someCuts, someCuts, fc.nat(stream.length - 1), (a, b, at) => {
      const taken = callCutAt(b).map((call) => ({ ...call, ended: true }))
      expect(sameContent(callCutAt(a), taken)).toBe(true)
      const altered = Buffer.from(stream)
      altered[at] = (altered[at] as number) ^ 1
      expect(sameContent(callCutAt(a), callCutAt(b, altered))).toBe(false)
    }),
  )
})

test('another request, status, outcome, usage or number of calls is other content', () => {
  const [call] = callCutAt([]) as [RecordedCall]
  const others: Partial<RecordedCall>[] = [
    { digest: 'other' },
    { response: { status: 201, headers: [] } },
    { outcome: 'aborted' },
    { usage: null },
  ]
  for (const change of others) expect(sameContent([call], [{ ...call, ...change }])).toBe(false)
  expect(sameContent([call], [])).toBe(false)
})

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'retake-same-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a re-record that differs only in the pieces of its answers leaves the file as it is', () => {
  const cassettePath = join(root, '__recordings__/a.test.ts/asks.jsonl')
  const adopt = (calls: RecordedCall[], header = sampleHeader) =>
    adoptCalls({ root, cassettePath, header, calls, transcript: '# asks\n' })
  adopt(callCutAt([10, 30]))
  const before = readFileSync(cassettePath)
  expect(adopt(callCutAt([24]), { ...sampleHeader, recorded_at: '2027-01-01T00:00:00.000Z' })).toBe(
    'unchanged',
  )
  expect(readFileSync(cassettePath)).toEqual(before)
  expect(adopt(callCutAt([24], stream.subarray(0, -2)))).toBe('replaced')
  expect(adopt(callCutAt([10], stream.subarray(0, -2)), { ...sampleHeader, redaction: 2 })).toBe('replaced')
})
