import type { ProcessState } from './process-state.ts'
import type { Session } from './session.ts'

/**
 * Whose call it is:
 * - `session`: that session's;
 * - `detached`: its test has ended;
 * - `ambiguous`: no context, and several tests run;
 * - `outside`: no test file has started.
 */
export type Owner =
  | { kind: 'session'; session: Session }
  | { kind: 'detached'; session: Session }
  | { kind: 'ambiguous'; running: Session[] }
  | { kind: 'outside' }

/**
 * Finds the owner of a call made right now: the test in whose async context it is; without one (a server started in
 * `beforeAll`) the only running test; while no test runs, the file. Never guesses between tests.
 */
export function ownerOf(state: Pick<ProcessState, 'sessions' | 'file'>): Owner {
  const { file } = state
  const session = state.sessions.getStore()
  if (!file) return { kind: 'outside' }
  if (session && session !== file.session)
    return session.ended ? { kind: 'detached', session } : { kind: 'session', session }
  const running = [...file.running]
  if (running.length === 1) return { kind: 'session', session: running[0] as Session }
  if (running.length > 1) return { kind: 'ambiguous', running }
  return file.session.ended
    ? { kind: 'detached', session: file.session }
    : { kind: 'session', session: file.session }
}
