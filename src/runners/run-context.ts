import type { Mode } from '../config/mode.ts'

/** Under this name Retake's reporter provides {@link RunContext} to the workers, by Vitest's `provide`. */
export const RUN_CONTEXT = 'retake:run'

/** What only the main process knows of a run; workers read it when a test file starts. Plain data. */
export interface RunContext {
  /** A rerun of watch mode: recording modes apply to the first run. */
  isRerun: boolean
  /** The mode that a key of watch mode asks for, for this one run. */
  mode: Mode | null
  /** The command that records all tests without a recording; the reporter prints it at the end of the run. */
  missingCommand: string
}

declare module 'vitest' {
  interface ProvidedContext {
    'retake:run': RunContext
  }
}
