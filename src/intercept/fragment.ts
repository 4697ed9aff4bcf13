import { hash } from 'node:crypto'

/** A piece of a body and when it came, in milliseconds from the start of the call. */
export interface Piece {
  bytes: Uint8Array
  at_ms: number
}

/** Places of each kind where a body is cut, at most about. */
const mostPerKind = 400

/**
 * The same bytes cut at places that stream parsers get wrong: inside a character of UTF-8, between CR and LF, between the two
 * line ends that close an event, inside the name of a field of an event stream, inside a JSON escape, after the first byte and
 * before the last, at random, and in runs of single bytes. Where the recorded pieces ended, none need end, so that one piece
 * may bring several events. Of each kind that the body has a place for, one at least is cut. Equal seeds cut alike.
 *
 * A piece comes when the recorded piece came that brought its last byte. Large bodies are cut at a bounded number of places.
 */
export function fragment(pieces: readonly Piece[], seed: string): Piece[] {
  const body = Buffer.concat(pieces.map(({ bytes }) => bytes))
  const cuts = [...cutsOf(body, randomFrom(seed))].sort((a, b) => a - b)
  const ends = endsOf(pieces)
  let recorded = 0
  let start = 0
  return [...cuts, body.length].flatMap((end) => {
    if (end === start) return []
    while ((ends[recorded] as number) < end) recorded++
    const piece = { bytes: body.subarray(start, end), at_ms: (pieces[recorded] as Piece).at_ms }
    start = end
    return [piece]
  })
}

function endsOf(pieces: readonly Piece[]): number[] {
  let end = 0
  return pieces.map(({ bytes }) => (end += bytes.length))
}

/** Offsets before which the body is cut; 0 and its length are none. */
function cutsOf(body: Buffer, random: () => number): Set<number> {
  const cuts = new Set<number>()
  for (const places of awkwardPlaces(body)) {
    const share = Math.min(0.5, mostPerKind / places.length)
    for (const [nth, place] of places.entries()) if (nth === 0 || random() < share) cuts.add(place)
  }
  const anywhere = () => Math.floor(random() * body.length)
  for (let count = Math.min(mostPerKind, body.length / 64); count > 0; count--) cuts.add(anywhere())
  for (let count = Math.min(16, body.length / 200); count > 0; count--) {
    const start = anywhere()
    const length = 2 + Math.floor(random() * 24)
    for (let at = start; at < start + length && at < body.length; at++) cuts.add(at)
  }
  cuts.add(1).add(body.length - 1)
  for (const edge of [-1, 0, body.length, body.length + 1]) cuts.delete(edge)
  return cuts
}

const CR = 13
const LF = 10
const backslash = 92

/** By kind, in rising order: the places that {@link fragment} speaks of. */
function awkwardPlaces(body: Buffer): number[][] {
  const inCharacter: number[] = []
  const inLineEnd: number[] = []
  const betweenLineEnds: number[] = []
  const inField: number[] = []
  const inEscape: number[] = []
  for (let at = 1; at < body.length; at++) {
    const before = body[at - 1] as number
    const byte = body[at] as number
    if (byte >= 0x80 && byte < 0xc0 && before >= 0x80) inCharacter.push(at)
    else if (before === CR && byte === LF) inLineEnd.push(at)
    else if (before === LF && (byte === LF || byte === CR)) betweenLineEnds.push(at)
    else if (before === backslash) inEscape.push(at)
    if (at === 1 || before === LF || before === CR) {
      const start = at === 1 ? 0 : at
      const field = /^(?:data|event|id|retry): ?/.exec(body.toString('latin1', start, start + 8))?.[0] ?? ''
      for (let inside = 1; inside < field.length; inside++) inField.push(start + inside)
    }
  }
  return [inCharacter, inLineEnd, betweenLineEnds, inField, inEscape].filter((places) => places.length > 0)
}

/** Random numbers in [0, 1) that follow from a text (mulberry32). */
function randomFrom(seed: string): () => number {
  let state = Number.parseInt(hash('sha256', seed, 'hex').slice(0, 8), 16)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
