import { isMainThread } from 'node:worker_threads'
import type { Recorder } from '../cassette/recorders.ts'
import type { FileScope } from './file-scope.ts'

/** The project that a test file records for; `null` where the runner knows of none. */
export function recorderOf({ runner }: FileScope): Recorder | null {
  if (runner.project === null) return null
  // A worker is a thread of the runner's process, or a child of it.
  return { project: runner.project, run: isMainThread ? process.ppid : process.pid }
}
