import type { RecordedCall } from '../cassette/records.ts'
import { deleteCassette } from '../cassette/store.ts'
import { ReplayMismatch } from '../errors/replay-mismatch.ts'
import type { MismatchCore } from '../match/mismatch-data.ts'
import { notify } from '../report/notice.ts'
import { describeOutsideState } from '../report/outside-state.ts'
import { adoptTake, trimCassette } from './adopt-take.ts'
import { decideAdoption } from './decide-adoption.ts'
import type { FileScope, TestVerdict } from './file-scope.ts'
import { rememberRun } from './last-run.ts'
import { outsideState } from './outside-state.ts'
import type { ProcessState } from './process-state.ts'
import { recorderOf } from './recorder-of.ts'
import { replayMismatch } from './replay-mismatch.ts'
import type { AttemptOutcome, Session } from './session.ts'
import { type Work, workOf } from './work.ts'

/** Ends an attempt; what it must fail with is put to the session. */
export async function finishAttempt(
  state: ProcessState,
  session: Session,
  outcome: AttemptOutcome,
): Promise<void> {
  const work = workOf(state, session)
  await finishWork(state, session, work, outcome, true)
  session.file.verdicts.set(work.cassettePath, verdictOf(session))
}

/** Ends a file's own session, and keeps what its tests came to for `RETAKE=failed`. */
export async function finishFile(
  state: ProcessState,
  file: FileScope,
  outcome: AttemptOutcome,
  complete: boolean,
): Promise<void> {
  try {
    const { session } = file
    const work = workOf(state, session)
    await finishWork(state, session, work, outcome, complete)
    if (session.calls > 0 || complete) file.verdicts.set(work.cassettePath, verdictOf(session))
  } finally {
    rememberRun(file)
  }
}

async function finishWork(
  state: ProcessState,
  session: Session,
  work: Work,
  outcome: AttemptOutcome,
  complete: boolean,
): Promise<void> {
  if (work.recording) await finishRecording(state, session, work, outcome, complete)
  else if (work.finder && outcome === 'passed' && complete) reportUnused(session, work)
}

function reportUnused(session: Session, work: Work): void {
  if (work.options.unused === 'ignore' || session.failures.length > 0) return
  const unused = work.finder?.unusedMismatch() ?? firstUnsent(work)
  if (!unused) return
  work.tally.unused = Math.max(1, unused.unused.length)
  const error = replayMismatch(session, work, unused)
  if (work.options.unused === 'warn') {
    notify(error.message)
    return
  }
  // Nothing in the code made the calls, so no line of it is shown.
  error.stack = `${error.name}: ${error.message}`
  session.fail(error)
}

/** Of the sessions that were replayed: the first recorded message that no client sent. */
function firstUnsent({ players }: Work): MismatchCore | null {
  for (const player of players) {
    const mismatch = player.unsent()
    if (mismatch) return mismatch
  }
  return null
}

async function finishRecording(
  state: ProcessState,
  session: Session,
  work: Work,
  outcome: AttemptOutcome,
  complete: boolean,
): Promise<void> {
  const { recording } = work
  if (!recording) return
  const { file } = session
  const { root } = file.project
  const recorder = recorderOf(file)
  await recording.settle(state.real.setTimeout, state.real.clearTimeout)
  const decision = decideAdoption(session, work, outcome, complete)
  if (decision.act === 'remove') return deleteCassette(work.cassettePath, root, recorder)
  if (decision.act === 'nothing') return
  if (decision.act === 'discard') return recording.take.discard()
  if (decision.act === 'trim') return trimCassette(decision.cassette, decision.calls, root, recorder)
  file.keepTake(work.cassettePath, recording.take.path as string)
  if (decision.act === 'keep') {
    recording.take.note(decision.error.reason)
    recording.take.close()
    decision.error.stack = `${decision.error.name}: ${decision.error.message}`
    work.tally.take = decision.takePath
    return session.fail(decision.error)
  }
  pointOut(session, work, decision.calls)
  const allowSecrets = work.config.allowSecrets ?? []
  try {
    await adoptTake(decision.take, decision.calls, { root, allowSecrets, recorder })
  } catch (error) {
    recording.take.note((error as Error).message.split('\n', 1)[0] as string)
    throw error
  } finally {
    recording.take.close()
  }
}

/** With a reporter it is said once a run, by that. */
function pointOut(session: Session, work: Work, calls: readonly RecordedCall[]): void {
  work.tally.outside_state = outsideState(session, calls)
  if (session.file.runner.missingCommand !== null) return
  for (const { field, value } of work.tally.outside_state)
    notify(`${session.title}: ${field} is ${describeOutsideState(value)}`)
}

function verdictOf(session: Session): TestVerdict {
  const mismatch = session.failures.find((error) => error instanceof ReplayMismatch)
  if (!mismatch) return 'fine'
  return mismatch.kind === 'no_recording' ? 'no_recording' : 'mismatch'
}
