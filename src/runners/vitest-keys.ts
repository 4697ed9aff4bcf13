import type { TestSpecification, Vitest } from 'vitest/node'
import type { Mode } from '../config/mode.ts'

/** The key of watch mode that records again. Vitest has no use for it. */
export const RECORD_KEY = 'e'

/** What the key does when it is pressed; `null` where there is nothing to do. */
export interface KeyedRun {
  specifications: TestSpecification[]
  mode: Mode
}

interface Key {
  name?: string
  ctrl?: boolean
  meta?: boolean
  shift?: boolean
}

/** Takes the listener of an earlier reporter away: a restart of the server makes a new one. */
let unlisten = () => {}

/** Whether keys reach a watching Vitest: as Vitest itself decides. */
export function hasKeys(vitest: Vitest): boolean {
  return vitest.config.watch && process.stdin.isTTY === true
}

/**
 * Listens for {@link RECORD_KEY}. The terminal stays Vitest's: it alone sets raw mode and reads the keys, this is one more
 * listener beside its own. While that one is away, the user is typing a filter, and no key is for us.
 */
export function listenForRecordKey(vitest: Vitest, press: () => void): void {
  unlisten()
  if (!hasKeys(vitest)) return
  const { stdin } = process
  const onKey = (_text: string | undefined, key: Key | undefined) => {
    if (key?.name !== RECORD_KEY || key.ctrl || key.meta || key.shift) return
    if (stdin.listeners('keypress').some((listener) => listener.name === 'keypressHandler')) press()
  }
  stdin.on('keypress', onKey)
  unlisten = () => stdin.off('keypress', onKey)
}

/**
 * What there is to record again after a run: the test files in which tests mismatched or had no recording, of which mode
 * `failed` records just those tests; where there are none, the tests that a name filter chooses. `null` otherwise.
 *
 * @param failed test files in which tests mismatched or had no recording
 */
export function chooseKeyedRun(
  specifications: readonly TestSpecification[],
  failed: ReadonlySet<string>,
  hasNameFilter: boolean,
): KeyedRun | null {
  const concerned = specifications.filter(({ moduleId }) => failed.has(moduleId))
  if (concerned.length > 0) return { specifications: concerned, mode: 'failed' }
  return hasNameFilter && specifications.length > 0
    ? { specifications: [...specifications], mode: 'record' }
    : null
}
