import { rmSync } from 'node:fs'

/** Removes a take. Does nothing where it is gone already. */
export function discardTake(path: string): void {
  rmSync(path, { force: true })
}
