import { describe, expect, test } from 'vitest'
import { type AnswerView, streamAnswer } from '../src/answer-view.ts'

describe('answer view', () => {
  test('grows with every piece and is done at the end', async () => {
    const views: AnswerView[] = []
    const last = await streamAnswer('Why is the sea salty?', (view) => views.push(view))
    const lengths = views.map(({ text }) => text.length)
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
    expect(views.filter(({ state }) => state === 'writing').length).toBeGreaterThan(5)
    expect(last.state).toBe('done')
  })

  test('keeps what was written when the user stops it', async () => {
    const stop = new AbortController()
    const last = await streamAnswer(
      'Tell me everything about tides.',
      ({ text }) => {
        if (text.split(' ').length === 4) stop.abort()
      },
      stop.signal,
    )
    expect(last.state).toBe('stopped')
    expect(last.text.split(' ')).toHaveLength(4)
  })
})
