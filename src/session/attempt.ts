import { existsSync } from 'node:fs'
import { withoutTrace } from '../errors/without-trace.ts'
import type { FileScope } from './file-scope.ts'
import { loadEngine, lookAgain } from './install.ts'
import type { ProcessState } from './process-state.ts'
import type { AttemptOutcome, Session, SessionTest } from './session.ts'
import { letSessionsTravel } from './travelling-session.ts'
import { untilDecided } from './undecided.ts'

/** Opens the session of a test attempt. */
export function beginAttempt(state: ProcessState, file: FileScope, test: SessionTest): Session {
  const session = file.open(test)
  lookAgain(state)
  if (file.running.size > 1) letSessionsTravel(state)
  return session
}

/** Runs the body of a test attempt, hooks included, in its session. What the body throws, it throws. */
export async function runInSession<T>(
  state: ProcessState,
  session: Session,
  body: () => Promise<T>,
): Promise<T> {
  return state.sessions.run(session, body)
}

/**
 * Ends an attempt: its take is adopted or kept, its recording checked for calls that were never made. Returns what the
 * attempt must fail with, or `null`. A test that made no call and has no cassette pays one look at its recordings folder.
 */
export async function endAttempt(
  state: ProcessState,
  session: Session,
  outcome: AttemptOutcome,
): Promise<Error | null> {
  const { file } = session
  try {
    await untilDecided(state, session)
    if (session.calls > 0 || (file.hasRecordings && existsSync(file.cassetteOf(session)))) {
      const engine = await loadEngine(state)
      await engine.finish(session, outcome)
    }
  } catch (error) {
    // One that a call met before points at that call.
    session.fail(session.failures.includes(error as Error) ? (error as Error) : withoutTrace(error))
  } finally {
    file.running.delete(session)
    session.end()
  }
  return session.failures[0] ?? null
}

/**
 * Ends a test file: its own session, and the memory of what its tests came to. Returns what the file must fail with.
 *
 * @param complete whether every test of the file ran.
 */
export async function endFile(
  state: ProcessState,
  file: FileScope,
  outcome: AttemptOutcome,
  complete: boolean,
): Promise<Error | null> {
  try {
    await untilDecided(state, null)
    const { session } = file
    const recorded = file.hasRecordings && existsSync(file.cassetteOf(session))
    if (session.calls > 0 || recorded || file.verdicts.size > 0) {
      const engine = await loadEngine(state)
      await engine.finishFile(file, outcome, complete)
    }
  } catch (error) {
    file.fail(file.session.failures.includes(error as Error) ? (error as Error) : withoutTrace(error))
  } finally {
    file.session.end()
    file.end()
  }
  return file.session.failures[0] ?? file.failures[0] ?? null
}
