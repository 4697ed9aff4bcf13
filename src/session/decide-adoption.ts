import { findCassette } from '../cassette/open.ts'
import type { Cassette, RecordedCall } from '../cassette/records.ts'
import { takeId } from '../cassette/take.ts'
import { readTake, type Take } from '../cassette/take-read.ts'
import { TakeNotAdopted } from '../errors/take-not-adopted.ts'
import { toolCommand } from '../runners/rerun-command.ts'
import { mergeCalls } from './merge-calls.ts'
import type { AttemptOutcome, Session } from './session.ts'
import { troubleIn } from './trouble.ts'
import type { Work } from './work.ts'

/**
 * What becomes of what a session recorded:
 * - `adopt`: these calls are the cassette from now on;
 * - `trim`: nothing is new, but the cassette holds calls that the test does not make any more (`hybrid`);
 * - `remove`: the test makes no calls any more, so its cassette goes;
 * - `keep`: the take waits for a decision; the attempt fails with `error`;
 * - `discard`: the take goes, the cassette stands;
 * - `nothing`: there is nothing to decide.
 */
export type Adoption =
  | { act: 'adopt'; take: Take; calls: readonly RecordedCall[] }
  | { act: 'trim'; cassette: Cassette; calls: readonly RecordedCall[] }
  | { act: 'remove' }
  | { act: 'keep'; takePath: string; error: TakeNotAdopted }
  | { act: 'discard' }
  | { act: 'nothing' }

/**
 * Decides on a take by the rules of design §3: a passing test's is adopted; a first one also where only an assertion
 * failed; never one that ended in a transport error, a 429 or a 5xx, unless the test records errors on purpose.
 *
 * @param complete false where tests of the file did not run: its own session then keeps the calls it did not make
 */
export function decideAdoption(
  session: Session,
  work: Work,
  outcome: AttemptOutcome,
  complete: boolean,
): Adoption {
  const takePath = work.recording?.take.path
  const { root } = session.file.project
  const hasCassette = session.hadCassette
  const sound = outcome === 'passed' && session.failures.length === 0
  if (!takePath) return sound && complete && hasCassette ? withoutTake(work) : { act: 'nothing' }

  const keep = (reason: string, advice?: string): Adoption => {
    const acceptCommand = toolCommand(`accept ${takeId(takePath)}`, session.file.runner.root, process.env)
    const error = new TakeNotAdopted({ takePath, reason, acceptCommand, ...(advice && { advice }) })
    return { act: 'keep', takePath, error }
  }
  // A test that skipped itself half-way says nothing about the calls that it usually makes after that.
  if (outcome === 'skipped' && hasCassette) return { act: 'discard' }
  const saysEnough = outcome === 'failed_assertion' || outcome === 'skipped'
  const firstLook = !hasCassette && saysEnough && session.failures.length === 0
  if (!sound && !firstLook)
    return keep(hasCassette ? 'the test failed, so the old recording stands' : 'the test failed')

  const take = readTake(takePath, root)
  const trouble = work.options.recordErrors ? null : troubleIn(take.calls)
  if (trouble)
    return keep(
      trouble,
      'a test of error handling? configure({ recordErrors: true }) records such answers on purpose',
    )
  const made = inCallOrder(work, take.calls)
  const calls =
    complete || !hasCassette ? made : mergeCalls(findCassette(work.cassettePath)?.calls ?? [], made)
  return { act: 'adopt', take, calls }
}

function withoutTake({ cassette, finder, served }: Work): Adoption {
  if (served.size === 0 || !cassette) return { act: 'remove' }
  if (finder?.unused().length === 0) return { act: 'nothing' }
  return { act: 'trim', cassette, calls: inCallOrder({ served }, []) }
}

/** What was recorded anew and, in `hybrid`, what was served, as the test made them. */
function inCallOrder({ served }: Pick<Work, 'served'>, recorded: readonly RecordedCall[]): RecordedCall[] {
  const kept = [...served].map(([call_index, call]) => ({ ...call, call_index }))
  return [...kept, ...recorded].sort((a, b) => a.call_index - b.call_index)
}
