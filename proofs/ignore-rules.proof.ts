import fc from 'fast-check'
import type { RecordedRequest } from '../src/cassette/records.ts'
import { digestRequest } from '../src/match/digest.ts'
import { CallFinder } from '../src/match/finder.ts'
import { composeIgnore } from '../src/match/ignore/compose.ts'
import type { IgnoreName } from '../src/match/ignore/names.ts'
import {
  agentRequest,
  differingIn,
  kinds,
  own,
  type Surroundings,
  twoSurroundings,
} from '../test/match/ignore/volatile-requests.ts'
import { type Edit, edits } from './ignore-rules/edits.ts'
import type { Proof } from './proof.ts'

const proof: Proof = {
  name: 'ignore-rules',
  promise: 'each ignore rule forgives its kind and nothing else',
  async run({ slice, log, args }) {
    const runs = Number(args[0] ?? (slice ? 10 : 150))
    const tally = { pairs: 0, wrong: [] as string[] }
    for (const [recorded, incoming] of fc.sample(twoSurroundings, { numRuns: runs, seed: 12 })) {
      for (const kind of kinds) tryKind(kind, recorded, incoming, tally)
      tryAll(recorded, incoming, tally)
      for (const edit of edits) tryEdit(edit, recorded, incoming, tally)
    }
    for (const line of tally.wrong.slice(0, 20)) log(line)
    return {
      figure: `${tally.pairs} pairs, ${tally.wrong.length} wrong`,
      ok: tally.pairs > 0 && tally.wrong.length === 0,
    }
  },
}

export default proof

interface Tally {
  pairs: number
  wrong: string[]
}

/** Two requests that differ in one kind: its rule forgives them, all the others together do not, and the hint says so. */
function tryKind(kind: IgnoreName, recorded: Surroundings, incoming: Surroundings, tally: Tally): void {
  const before = agentRequest(differingIn(kind, recorded, incoming))
  const after = agentRequest(incoming)
  const others = kinds.filter((name) => name !== kind)
  check(tally, `${kind} alone`, before, after, [kind], true)
  check(tally, `no rule, ${kind} differs`, before, after, [], false, [kind])
  check(tally, `all but ${kind}`, before, after, others, false, [kind])
}

function tryAll(recorded: Surroundings, incoming: Surroundings, tally: Tally): void {
  const before = agentRequest(recorded)
  check(tally, 'all rules', before, agentRequest(incoming), kinds, true)
  check(tally, 'no rule', before, agentRequest(incoming), [], false)
}

/** An edit that is of no kind, by itself and amid everything that varies. */
function tryEdit(edit: Edit, recorded: Surroundings, incoming: Surroundings, tally: Tally): void {
  const after = edit.apply(incoming)
  check(tally, edit.what, agentRequest(incoming), after, kinds, false, [])
  check(tally, `${edit.what}, elsewhere`, agentRequest(recorded), after, kinds, false, [])
  check(tally, `${edit.what}, without rules`, agentRequest(incoming), after, [], false, [])
}

function check(
  tally: Tally,
  what: string,
  recorded: RecordedRequest,
  incoming: RecordedRequest,
  ignore: readonly IgnoreName[],
  matches: boolean,
  hint?: readonly IgnoreName[],
): void {
  tally.pairs += 1
  const call = {
    call_index: 0,
    request: recorded,
    digest: digestRequest(recorded),
    parents: [],
    response: { status: 200, headers: [] },
    events: [],
    outcome: 'complete' as const,
    error: null,
    usage: null,
  }
  const finder = new CallFinder([call], { ...composeIgnore(ignore, own), order: 'any', trustDigests: true })
  const result = finder.take(incoming)
  const at = result.found
    ? ''
    : ` (${result.mismatch.field_path}: ${JSON.stringify(result.mismatch.recorded)} / ${JSON.stringify(result.mismatch.incoming)})`
  if (result.found !== matches) tally.wrong.push(`${what}: ${matches ? 'no match' : 'matches'}${at}`)
  if (result.found || !hint) return
  const given = result.mismatch.forgivable.join()
  if (given !== hint.join()) tally.wrong.push(`${what}: the hint names '${given}'${at}`)
}
