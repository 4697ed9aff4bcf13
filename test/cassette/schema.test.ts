import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkLine } from '../../src/cassette/check-line.ts'
import { cassetteLine } from '../../src/cassette/schema.ts'
import { arbitraryCalls, bytesLike, sampleCall, sampleText } from './sample.ts'

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const large = bytesLike('large', 9_000).toString('base64')
const withSideFiles = sampleText([
  sampleCall(0, { image: large }, { events: [{ payload: { base64: large }, at_ms: 0 }] }),
])
const agrees = (line: unknown) => {
  const fast = checkLine(line)
  expect(fast === null, `${fast}: ${JSON.stringify(line)}`).toBe(cassetteLine.safeParse(line).success)
  return fast === null
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(
    -1,
    1.5,
    2 ** 60,
    'AAA=',
    'AA',
    '====',
    'a\nb',
    [['a']],
    [['a', 'b']],
    { data: 1 },
    [{ data: null }],
    [{ data: {} }],
  ),
)

/** Places of a value, down to the leaves. */
function places(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  const inner = value !== null && typeof value === 'object' ? Object.entries(value) : []
  return [
    at,
    ...inner.flatMap(([key, child]) => places(child, [...at, Array.isArray(value) ? Number(key) : key])),
  ]
}

function changed(
  value: unknown,
  place: (string | number)[],
  change: (holder: Record<string, unknown>, key: string) => void,
) {
  const copy = structuredClone(value) as Record<string, unknown>
  let holder = copy
  for (const key of place.slice(0, -1)) holder = holder[key] as Record<string, unknown>
  change(holder, String(place.at(-1)))
  return copy
}

describe('the fast checks and the schema', () => {
  test('accept every line that is written', () => {
    fc.assert(
      fc.property(arbitraryCalls({ sessions: true }), fc.boolean(), (calls, signed) => {
        for (const line of linesOf(sampleText(calls, signed ? 'key' : undefined) + withSideFiles))
          expect(agrees(line)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  test('agree on lines in which something was replaced, removed or added', () => {
    let refused = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...linesOf(sampleText(undefined, 'key')), ...linesOf(withSideFiles)),
        fc.nat(),
        odd,
        fc.constantFrom('replace', 'remove', 'add'),
        (line, pick, value, how) => {
          const all = places(line).slice(1)
          const place = all[pick % all.length] as (string | number)[]
          const mutant = changed(
            line,
            how === 'add' ? [...place.slice(0, -1), 'added'] : place,
            (holder, key) => {
              if (how === 'remove' && Array.isArray(holder)) holder.splice(Number(key), 1)
              else if (how === 'remove') delete holder[key]
              else if (how === 'add' && Array.isArray(holder)) holder.push(value)
              else holder[key] = value
            },
          )
          if (!agrees(mutant)) refused++
        },
      ),
      { numRuns: 5000 },
    )
    expect(refused).toBeGreaterThan(1000)
  }, 30_000)

  test.each([[null], [[]], ['x'], [{}], [{ type: 'constructor' }], [{ type: ['seal'] }]])(
    'refuse %j',
    (line) => {
      expect(agrees(line)).toBe(false)
    },
  )
})
