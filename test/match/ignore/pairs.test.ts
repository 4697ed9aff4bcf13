import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordedRequest } from '../../../src/cassette/records.ts'
import { CallFinder } from '../../../src/match/finder.ts'
import { composeIgnore } from '../../../src/match/ignore/compose.ts'
import type { IgnoreName } from '../../../src/match/ignore/names.ts'
import { recordedCall } from '../requests.ts'
import { agentRequest, differingIn, kinds, own, twoSurroundings } from './volatile-requests.ts'

function matches(
  recorded: RecordedRequest,
  incoming: RecordedRequest,
  ignore: readonly IgnoreName[],
): boolean {
  const finder = new CallFinder([recordedCall(0, recorded)], { ...composeIgnore(ignore, own), order: 'any' })
  return finder.take(incoming).found
}

test.each(kinds)('%s forgives what varies of its kind; all other rules together do not', (kind) => {
  fc.assert(
    fc.property(twoSurroundings, ([recorded, incoming]) => {
      const before = agentRequest(differingIn(kind, recorded, incoming))
      const after = agentRequest(incoming)
      expect(matches(before, after, [kind])).toBe(true)
      expect(
        matches(
          before,
          after,
          kinds.filter((name) => name !== kind),
        ),
      ).toBe(false)
    }),
    { numRuns: 10 },
  )
})

test('all rules together forgive another machine at another moment, and no changed word besides', () => {
  fc.assert(
    fc.property(twoSurroundings, ([recorded, incoming]) => {
      const edited = agentRequest(incoming, (body) => {
        body.messages[0].content = body.messages[0].content.replace('You work', 'You play')
      })
      expect(matches(agentRequest(recorded), agentRequest(incoming), kinds)).toBe(true)
      expect(matches(agentRequest(recorded), edited, kinds)).toBe(false)
    }),
    { numRuns: 10 },
  )
})
