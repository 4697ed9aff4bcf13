import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fragment, type Piece } from '../../src/intercept/fragment.ts'

const arbitraryPieces = fc.array(
  fc.record({
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .constantFrom('data: é\r\n\r\n', 'event: 🙂\n', '{"a":"\\n\\u00e9"}')
        .map((text) => Buffer.from(text)),
    ),
    at_ms: fc.nat(100),
  }),
  { maxLength: 12 },
)
const inOrder = (pieces: Piece[]) => [...pieces].sort((a, b) => a.at_ms - b.at_ms)
const join = (pieces: readonly Piece[]) => Buffer.concat(pieces.map(({ bytes }) => bytes))

/** Offsets at which one piece ends and the next begins. */
function seams(pieces: readonly Piece[]): number[] {
  let end = 0
  return pieces.slice(0, -1).map(({ bytes }) => (end += bytes.length))
}

describe('a fragmented body', () => {
  test('has the same bytes, no empty piece, and the same cuts for the same seed', () => {
    fc.assert(
      fc.property(arbitraryPieces.map(inOrder), fc.string(), (pieces, seed) => {
        const cut = fragment(pieces, seed)
        expect(join(cut)).toEqual(join(pieces))
        expect(cut.every(({ bytes }) => bytes.length > 0)).toBe(true)
        expect(fragment(pieces, seed)).toEqual(cut)
      }),
    )
  })

  test('comes no sooner than its bytes did', () => {
    fc.assert(
      fc.property(arbitraryPieces.map(inOrder), (pieces) => {
        let end = 0
        for (const { bytes, at_ms } of fragment(pieces, '')) {
          end += bytes.length
          let came = 0
          const last = pieces.find((piece) => {
            came += piece.bytes.length
            return came >= end
          })
          expect(at_ms).toBe(last?.at_ms)
        }
      }),
    )
  })

  test.each([
    ['inside a character', 'é', 1],
    ['between CR and LF', 'a\r\nbcdefg', 2],
    ['between two line ends', 'abc\n\ndef', 4],
    ['between two line ends with CR', 'abc\r\n\r\ndef', 5],
    ['inside the name of a field', 'abc\ndata: x', 5],
    ['inside an escape', 'abcd\\nefgh', 5],
    ['after the first byte', 'abcdef', 1],
    ['before the last byte', 'abcdef', 5],
  ])('is cut %s', (_, text, at) => {
    const pieces = [{ bytes: Buffer.from(text), at_ms: 0 }]
    expect(seams(fragment(pieces, 'any'))).toContain(at)
  })

  test('has single bytes one after the other, and pieces that hold what came apart', () => {
    const events = Array.from({ length: 60 }, (_, at) => ({
      bytes: Buffer.from(`data: {"n":${at}}\n\n`),
      at_ms: at,
    }))
    const cut = fragment(events, 'any')
    const lengths = cut.map(({ bytes }) => bytes.length)
    expect(lengths.some((length, at) => length === 1 && lengths[at + 1] === 1 && lengths[at + 2] === 1)).toBe(
      true,
    )
    const recordedSeams = seams(events)
    expect(recordedSeams.some((seam) => !seams(cut).includes(seam))).toBe(true)
  })

  test('that is large has a bounded number of pieces', () => {
    const bytes = Buffer.from('data: {"x":"é"}\r\n\r\n'.repeat(200_000))
    expect(fragment([{ bytes, at_ms: 0 }], 'any').length).toBeLessThan(6_000)
  })
})
