import { AsyncLocalStorage } from 'node:async_hooks'
import type { RealTime } from '../runners/runner.ts'
import type { Engine } from './engine.ts'
import type { FileScope } from './file-scope.ts'
import type { Session } from './session.ts'
import type { UndecidedCall } from './undecided.ts'

/** What the process had before anybody could fake, stub or wrap it. Everything that Retake does uses these. */
export interface RealGlobals extends RealTime {
  fetch: typeof globalThis.fetch
}

/**
 * The one mutable state of Retake in a process. It lives on the global object under a registered symbol, because two
 * copies of the package, or two evaluations of the setup file in an unisolated worker, may coexist.
 */
export interface ProcessState {
  /** The session in whose async context the code runs. */
  readonly sessions: AsyncLocalStorage<Session>
  readonly real: RealGlobals
  /** Real credentials by variable name, as they were before placeholders took their place. */
  readonly credentials: Map<string, string>
  /** The test file that runs in this worker now, or ran last. */
  file: FileScope | null
  /** Calls that were made and are not decided upon yet. */
  readonly undecided: Set<UndecidedCall>
  /** Loaded at the first model call; all first calls share it. */
  engine: Promise<Engine> | null
  installed: boolean
}

const key = Symbol.for('retake.process-state.v1')

/** The state of this process; made at the first call. */
export function processState(): ProcessState {
  const global = globalThis as { [key]?: ProcessState }
  global[key] ??= {
    sessions: new AsyncLocalStorage(),
    real: {
      fetch: globalThis.fetch,
      setTimeout: globalThis.setTimeout,
      clearTimeout: globalThis.clearTimeout,
      now: Date.now.bind(Date),
    },
    credentials: new Map(),
    file: null,
    undecided: new Set(),
    engine: null,
    installed: false,
  }
  return global[key]
}
