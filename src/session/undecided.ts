import type { Owner } from './owner.ts'
import type { ProcessState } from './process-state.ts'
import type { Session } from './session.ts'

/** A call that the code has made and that Retake has not decided upon: the engine loads, or its body is being read. */
export interface UndecidedCall {
  owner: Owner
  decided: Promise<void>
}

/** Milliseconds of real time; longer than the engine takes to load, for a body that never ends. */
const patience = 5_000

/** Notes that a call awaits its decision. The returned function says that it came; calling it again does nothing. */
export function awaitDecision(state: ProcessState, owner: Owner): () => void {
  let settle!: () => void
  const call = { owner, decided: new Promise<void>((resolve) => (settle = resolve)) }
  state.undecided.add(call)
  return () => {
    state.undecided.delete(call)
    settle()
  }
}

/**
 * Waits until the calls that a session has made are decided, so that one which nobody awaits is still its session's, and
 * not forgotten because the test, the file or the worker was quicker than the engine. `null`: the calls of everybody.
 */
export async function untilDecided(state: ProcessState, session: Session | null): Promise<void> {
  const calls = [...state.undecided].filter(
    ({ owner }) => session === null || (owner.kind === 'session' && owner.session === session),
  )
  if (calls.length === 0) return
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<void>((resolve) => {
    timer = state.real.setTimeout(resolve, patience)
  })
  await Promise.race([Promise.all(calls.map((call) => call.decided)), waited])
  state.real.clearTimeout(timer)
}
