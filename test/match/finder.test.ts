import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../../src/cassette/records.ts'
import { CallFinder, type FinderOptions, type NotFound } from '../../src/match/finder.ts'
import { chatRequest, recordedCall } from './requests.ts'

const ask = (content: string) => chatRequest({ messages: [{ role: 'user', content }] })
const turns = (...contents: string[]) =>
  chatRequest({ messages: contents.map((content) => ({ role: 'user', content })) })

function finderOf(requests: RecordedRequest[], options: Partial<FinderOptions> = {}): CallFinder {
  return new CallFinder(
    requests.map((request, index) => recordedCall(index, request)),
    { order: 'any', ...options },
  )
}

function miss(finder: CallFinder, request: RecordedRequest): NotFound['mismatch'] {
  const result = finder.take(request)
  if (result.found) throw new Error(`found call ${result.call.call_index}`)
  return result.mismatch
}

function hit(finder: CallFinder, request: RecordedRequest): number {
  const result = finder.take(request)
  if (!result.found) throw new Error(`not found: ${result.mismatch.kind} ${result.mismatch.field_path}`)
  return result.call.call_index
}

describe('finding the recorded call', () => {
  test('gives the n-th equal request the n-th answer, whatever comes between', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (asked, dice) => {
          const finder = finderOf(asked.map(ask))
          const remaining = [...asked]
          const served = new Map<string, number[]>()
          while (remaining.length > 0) {
            const [text] = remaining.splice((dice.next().value as number) % remaining.length, 1) as [string]
            served.set(text, [...(served.get(text) ?? []), hit(finder, ask(text))])
          }
          for (const [text, indexes] of served) {
            expect(indexes).toEqual(asked.flatMap((one, index) => (one === text ? [index] : [])))
          }
          expect(finder.unused()).toEqual([])
          expect(miss(finder, ask('a')).kind).toBe('past_end')
        },
      ),
    )
  })

  test('does not mind the order of different requests', () => {
    const finder = finderOf([ask('a'), ask('b'), ask('c')])
    expect([hit(finder, ask('c')), hit(finder, ask('a')), hit(finder, ask('b'))]).toEqual([2, 0, 1])
    expect(finder.used).toEqual([2, 0, 1])
  })

  test('uses up nothing when it finds nothing', () => {
    const finder = finderOf([ask('a'), ask('a')])
    miss(finder, ask('b'))
    miss(finder, ask('b'))
    expect([hit(finder, ask('a')), hit(finder, ask('a'))]).toEqual([0, 1])
  })

  test('ignores what a dialect calls incidental, on both sides, and does not report it', () => {
    const options = { incidental: () => ['metadata.trace', 'messages[].id'] }
    const one = (trace: string, id: string, content = 'a') =>
      chatRequest({ metadata: { trace, user: 'u' }, messages: [{ role: 'user', id, content }] })
    expect(hit(finderOf([one('1', 'x')], options), one('2', 'y'))).toBe(0)
    expect(miss(finderOf([one('1', 'x')], options), one('2', 'y', 'b')).field_path).toBe(
      'messages[0].content',
    )
    expect(miss(finderOf([one('1', 'x')]), one('2', 'x')).field_path).toBe('metadata.trace')
  })

  test('applies a normalising rule to both sides and leaves the digests alone', () => {
    const normalise = (request: RecordedRequest): RecordedRequest => ({
      ...request,
      url: 'https://any.example/',
    })
    const elsewhere = { ...ask('a'), url: 'https://eu.example/v1' }
    expect(hit(finderOf([ask('a')], { normalise }), elsewhere)).toBe(0)
    const mismatch = miss(finderOf([ask('a')], { normalise }), { ...ask('b'), url: elsewhere.url })
    expect(mismatch.field_path).toBe('messages[0].content')
    expect(mismatch.digests.recorded).toBe(recordedCall(0, ask('a')).digest)
  })
})

test('trusting stored digests finds the same calls, also where a rule sets a part of some aside', () => {
  const incidental = () => ['metadata.trace']
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }),
      fc.constantFrom('1', '2'),
      (asked, trace) => {
        const requests = asked.map((text) =>
          chatRequest({ prompt: text, ...(text === 'a' ? { metadata: { trace: '1' } } : {}) }),
        )
        const trusting = finderOf(requests, { incidental, trustDigests: true })
        const plain = finderOf(requests, { incidental })
        for (const text of ['a', 'b', 'a', 'c']) {
          const request = chatRequest({ prompt: text, ...(text === 'a' ? { metadata: { trace } } : {}) })
          expect(trusting.take(request)).toEqual(plain.take(request))
        }
      },
    ),
  )
})

describe('a request that is not found', () => {
  test('is compared with the closest unused call', () => {
    const finder = finderOf([turns('s', 'one'), turns('s', 'two', 'x'), turns('s', 'three', 'y', 'z')])
    const mismatch = miss(finder, turns('S', 'two', 'x'))
    expect(mismatch).toMatchObject({
      kind: 'changed',
      call_index: 1,
      field_path: 'messages[0].content',
      recorded: 's',
      incoming: 'S',
      model: 'gpt-5-mini',
    })
    expect(mismatch.candidates[0]).toEqual({
      call_index: 1,
      field_path: 'messages[0].content',
      differences: 1,
    })
    expect(mismatch.candidates).toHaveLength(3)
    expect(mismatch.requests.recorded).toEqual(turns('s', 'two', 'x'))
  })

  test('is compared with the call that was due where several are equally close', () => {
    const finder = finderOf([ask('a'), ask('b'), ask('c')])
    hit(finder, ask('a'))
    expect(miss(finder, ask('x'))).toMatchObject({ call_index: 1, preceding: [0] })
  })

  test('is compared with a call to the same address rather than a smaller one elsewhere', () => {
    const other = { ...ask('a'), url: 'https://api.openai.com/v1/responses' }
    expect(miss(finderOf([other, ask('a')]), ask('b')).call_index).toBe(1)
  })

  test('is past the end when all calls are used up', () => {
    const finder = finderOf([ask('a'), ask('b')])
    hit(finder, ask('a'))
    hit(finder, ask('b'))
    expect(miss(finder, ask('c'))).toMatchObject({
      kind: 'past_end',
      call_index: 2,
      field_path: 'call_index',
      candidates: [],
    })
    expect(miss(finder, ask('a')).candidates).toEqual([{ call_index: 0, field_path: '', differences: 0 }])
  })

  test('is past the end in a recording without calls', () => {
    expect(miss(finderOf([]), ask('a'))).toMatchObject({ kind: 'past_end', call_index: 0 })
  })

  test('that repeats a used call is a repetition, unless it nearly equals the next one', () => {
    const far = turns('a', 'the tool says', 'something', 'long')
    const loop = finderOf([ask('a'), far])
    hit(loop, ask('a'))
    expect(miss(loop, ask('a'))).toMatchObject({
      kind: 'past_end',
      candidates: [{ call_index: 0, field_path: '', differences: 0 }],
    })

    const list = finderOf([ask('a'), ask('b')])
    hit(list, ask('a'))
    expect(miss(list, ask('a'))).toMatchObject({
      kind: 'changed',
      call_index: 1,
      recorded: 'b',
      incoming: 'a',
    })
  })

  test('says which recorded calls were never made', () => {
    const finder = finderOf([ask('a'), ask('b'), ask('c')])
    hit(finder, ask('b'))
    expect(finder.unused().map((call) => call.call_index)).toEqual([0, 2])
    expect(finder.unusedMismatch()).toMatchObject({
      kind: 'unused',
      call_index: 0,
      unused: [0, 2],
      preceding: [1],
    })
    hit(finder, ask('a'))
    hit(finder, ask('c'))
    expect(finder.unusedMismatch()).toBeNull()
  })
})

describe('with a strict order', () => {
  const strict = { order: 'strict' as const }

  test('calls in recorded order are found', () => {
    const finder = finderOf([ask('a'), ask('b'), ask('a')], strict)
    expect([hit(finder, ask('a')), hit(finder, ask('b')), hit(finder, ask('a'))]).toEqual([0, 1, 2])
  })

  test('a call before its turn is out of order and says both positions', () => {
    const finder = finderOf([ask('a'), ask('b')], strict)
    expect(miss(finder, ask('b'))).toMatchObject({
      kind: 'out_of_order',
      call_index: 0,
      field_path: 'call_index',
      recorded: 0,
      incoming: 1,
    })
    expect(hit(finder, ask('a'))).toBe(0)
  })

  test('a changed call is compared with the one that was due', () => {
    const finder = finderOf([turns('a', 'b'), ask('c')], strict)
    expect(miss(finder, ask('x')).call_index).toBe(0)
  })
})

test('finding stays flat in the number of recorded calls, and so does explaining', () => {
  const requests = Array.from({ length: 10_000 }, (_, index) => ask(`question ${index}`))
  const calls = requests.map((request, index) => recordedCall(index, request))
  const finder = new CallFinder(calls, { order: 'any' })
  const started = performance.now()
  for (const request of requests.toReversed()) hit(finder, request)
  expect((performance.now() - started) / 10_000).toBeLessThan(1)

  const again = new CallFinder(calls, { order: 'any' })
  const asked = performance.now()
  expect(miss(again, ask('question x')).call_index).toBe(0)
  expect(performance.now() - asked).toBeLessThan(1_000)
})
