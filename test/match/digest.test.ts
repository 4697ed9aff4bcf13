import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isJsonObject, type JsonValue } from '../../src/json/value.ts'
import { canonicalRequest } from '../../src/match/canonical.ts'
import { countDifferences } from '../../src/match/count-differences.ts'
import { firstDifference } from '../../src/match/difference.ts'
import { digestRequest } from '../../src/match/digest.ts'
import { anyJson, anyRequest, chatRequest } from './requests.ts'

describe('the digest of a request', () => {
  test('is equal exactly where there is no first difference and no differing leaf', () => {
    let equal = 0
    fc.assert(
      fc.property(anyRequest, anyRequest, fc.boolean(), (a, b, mostlySame) => {
        const other = mostlySame ? { ...a, url: b.url } : b
        const same = digestRequest(a) === digestRequest(other)
        if (same) equal += 1
        expect(firstDifference(a, other) === null).toBe(same)
        expect(countDifferences(a, other) === 0).toBe(same)
      }),
      { numRuns: 3_000 },
    )
    expect(equal).toBeGreaterThan(20)
  })

  test('does not depend on key order, at any depth', () => {
    fc.assert(
      fc.property(anyJson, (json) => {
        const a = chatRequest({}, { body: { json } })
        const b = chatRequest({}, { body: { json: reverseKeys(json) } })
        expect(canonicalRequest(b)).toBe(canonicalRequest(a))
        expect(digestRequest(b)).toBe(digestRequest(a))
      }),
    )
  })

  test('depends on the order of array elements', () => {
    const a = chatRequest({ stop: ['a', 'b'] })
    const b = chatRequest({ stop: ['b', 'a'] })
    expect(digestRequest(a)).not.toBe(digestRequest(b))
  })

  test('does not depend on the fields that are derived from the rest', () => {
    const a = chatRequest()
    expect(digestRequest({ ...a, model: null, dialect: 'plain' })).toBe(digestRequest(a))
  })

  test('is 64 lower-case hex digits and the same in every version', () => {
    expect(digestRequest(chatRequest())).toMatchInlineSnapshot(
      `"b162cb6a497972ec89d633f9f61943d7202bac6c30a1d3e666a174048f2ead2e"`,
    )
  })
})

function reverseKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, child]) => [key, reverseKeys(child)]),
  )
}
