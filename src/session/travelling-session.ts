import { stampHttpClients } from '../intercept/session-header.ts'
import { isLoopback } from '../net/loopback.ts'
import type { ProcessState } from './process-state.ts'

/**
 * The id that a request made right now must carry so that a server of this process, started outside of its test, can tell
 * whose it is; `null` where the only running test owns everything, or the request leaves this machine.
 */
export function travellingId(state: ProcessState, host: string): string | null {
  const { file } = state
  if (!file || file.running.size < 2 || !isLoopback(host)) return null
  const session = state.sessions.getStore()
  return session && file.running.has(session) ? session.id : null
}

/**
 * Puts the handling of a request that a server received into the session it came from. Without an id it has no session: a
 * server keeps the async context in which it was started, which is not that of the request.
 */
export function enterSession(state: ProcessState, id: string | null): void {
  if (!state.file) return
  const session = id === null ? undefined : [...state.file.running].find((running) => running.id === id)
  state.sessions.enterWith(session as NonNullable<typeof session>)
}

const travelling = new WeakSet<ProcessState>()

/** From the first time that two tests run at once, Node's HTTP client tells servers whose request it is. */
export function letSessionsTravel(state: ProcessState): void {
  if (travelling.has(state)) return
  travelling.add(state)
  stampHttpClients((host) => travellingId(state, host))
}
