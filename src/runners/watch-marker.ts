import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { prepareRetakeFolder } from '../cassette/retake-folder.ts'
import { isRunning } from '../cassette/running.ts'

/** Folder of the markers, inside `.retake`. */
export const WATCH_FOLDER = 'watch'

/**
 * Whether a watching process has run this test file before: asked again, by any worker, it says so. For surroundings
 * without Retake's reporter, where no worker is told which run it is in. Markers of processes that have ended are removed. In
 * a read-only checkout every run is a first one: nothing can be recorded there.
 *
 * @param root folder that holds `.retake`; absolute
 * @param watcher see {@link watcherId}
 * @param testFile whatever tells test files of the watcher apart
 */
export function hasRunBefore(root: string, watcher: string, testFile: string): boolean {
  let folder: string
  try {
    folder = prepareRetakeFolder(root, join(WATCH_FOLDER, watcher))
    removeLeftovers(dirname(folder))
  } catch {
    return false
  }
  try {
    closeSync(openSync(join(folder, hashOf(testFile)), 'wx'))
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

/**
 * Names the process that watches: its id and, since ids come back (in containers at every start), when it started, where the
 * system tells; else what `otherwise` says.
 */
export function watcherId(processId: number, otherwise: string): string {
  return `${processId}-${startOf(processId) ?? otherwise}`
}

/** In ticks since the machine started, by Linux; the name before it, in parentheses, may hold anything. */
function startOf(processId: number): string | null {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const processId = Number.parseInt(name, 10)
    if (!isRunning(processId)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function hashOf(text: string): string {
  // Loaded at need: `node:crypto` costs every test file 2 ms.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
