import { dirname, relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { orphansOnDisk } from '../cassette/orphans.ts'
import { listRecordings } from '../cassette/recordings-tree.ts'
import { deleteCassette } from '../cassette/store.ts'
import { locateProject } from '../config/locate.ts'
import { UsageError } from '../errors/usage-error.ts'
import { escapeControl } from '../redact/printable.ts'

export interface PruneOptions {
  orphans: boolean
  /** Only list. */
  dryRun: boolean
  /** Do not ask. */
  yes: boolean
}

/**
 * Removes the recordings below the project in the working directory that belong to no test any more, with their
 * transcripts. It lists them first and asks, unless told not to.
 *
 * @returns 0, also where there is nothing to remove or the answer is no
 * @throws {UsageError} where it is not said what to prune, or nobody can be asked; nothing is removed then.
 * @throws {RecordingsNotWritableError} where the system refuses.
 */
export async function prune(options: PruneOptions): Promise<number> {
  if (!options.orphans)
    throw new UsageError(
      'prune what? retake prune --orphans removes recordings that belong to no test any more',
    )
  const { root } = locateProject(process.cwd())
  const recordings = await listRecordings(root)
  const { orphans, changed, known } = orphansOnDisk(recordings, (file) => locateProject(dirname(file)).root)
  if (!known)
    say(
      'No full run of the tests is known here: only recordings whose test file is gone are found. Run all tests once.',
    )
  for (const file of changed)
    say(`${shown(file)} changed since the last full run and is passed over. Run all tests once.`)
  if (orphans.length === 0) {
    say('No recording without a test.')
    return 0
  }
  for (const path of orphans) say(`  ${shown(path)}`)
  const these = orphans.length === 1 ? 'this recording' : `these ${orphans.length} recordings`
  if (options.dryRun) return 0
  if (!options.yes && !(await confirm(these))) {
    say('Nothing was removed.')
    return 0
  }
  for (const path of orphans) deleteCassette(path, locateProject(dirname(path)).root)
  say(`Removed ${these}.`)
  return 0
}

async function confirm(these: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError(`nobody is there to confirm. --yes removes ${these}, --dry-run only lists`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question(`Remove ${these}? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

function shown(path: string): string {
  return escapeControl(relative(process.cwd(), path))
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
