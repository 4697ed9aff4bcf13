import type { RecordedRequest } from '../../cassette/records.ts'
import { canonicalRequest } from '../canonical.ts'
import type { VolatilePiece } from '../mismatch.ts'
import { guessPlaces } from './guess-places.ts'
import type { IgnoreName } from './names.ts'
import type { Places, ReadyRule } from './ready-rule.ts'
import { readyRules } from './ready-rules.ts'
import { rewriteRequest } from './rewrite-request.ts'
import { differingStrings } from './string-pairs.ts'

/** What ready-made rules would do about a mismatch. */
export interface Forgiveness {
  /** The rules that together would make the two requests equal, none of which can be spared; empty where none do. */
  forgivable: IgnoreName[]
  /** What they would set aside, in reading order. */
  volatile: VolatilePiece[]
}

/** Pieces named in a mismatch. */
const MOST_PIECES = 20

/**
 * Which ready rules would have forgiven a mismatch.
 *
 * @param recorded and `incoming`: prepared under the rules that are on
 * @param off the rules that are not on
 * @param own the directories of this process
 */
export function findForgiveness(
  recorded: RecordedRequest,
  incoming: RecordedRequest,
  off: readonly IgnoreName[],
  own: Places,
): Forgiveness {
  let needed = [...off]
  let places = placesWhereEqual(recorded, incoming, readyRules(needed), own)
  if (!places) return { forgivable: [], volatile: [] }
  for (const name of off.toReversed()) {
    const fewer = needed.filter((one) => one !== name)
    const still = placesWhereEqual(recorded, incoming, readyRules(fewer), own)
    if (!still) continue
    needed = fewer
    places = still
  }
  const rules = readyRules(needed)
  return { forgivable: needed, volatile: volatilePieces(recorded, incoming, rules, own, places) }
}

/** The directories of the recording process under which the rules make both requests equal; `null` where none do. */
function placesWhereEqual(
  recorded: RecordedRequest,
  incoming: RecordedRequest,
  rules: readonly ReadyRule[],
  own: Places,
): Places | null {
  const asked = canonicalRequest(rewriteRequest(incoming, rules, own))
  const isEqual = (places: Places) => canonicalRequest(rewriteRequest(recorded, rules, places)) === asked
  if (isEqual(own)) return own
  return guessPlaces(recorded, incoming, own, rules).find(isEqual) ?? null
}

function volatilePieces(
  recorded: RecordedRequest,
  incoming: RecordedRequest,
  rules: readonly ReadyRule[],
  own: Places,
  places: Places,
): VolatilePiece[] {
  const pieces: VolatilePiece[] = []
  for (const pair of differingStrings(recorded, incoming)) {
    for (const rule of rules) {
      if (pair.place !== 'body' && rule.scope === 'body') continue
      const before = rule.find(pair.recorded, places, pair.key)
      const after = rule.find(pair.incoming, own, pair.key)
      if (before.length !== after.length) continue
      for (const [index, span] of before.entries()) {
        const other = after[index] as (typeof after)[number]
        const piece = {
          rule: rule.name,
          recorded: pair.recorded.slice(span.start, span.end),
          incoming: pair.incoming.slice(other.start, other.end),
        }
        if (piece.recorded !== piece.incoming) pieces.push(piece)
      }
    }
    if (pieces.length >= MOST_PIECES) break
  }
  return pieces.slice(0, MOST_PIECES)
}
