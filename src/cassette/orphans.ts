import { join, relative } from 'node:path'
import { type LastFullRun, readLastFullRun } from './last-full-run.ts'
import type { FileRecordings } from './recordings-tree.ts'
import { stampOf } from './stamp.ts'

/** The recordings that no test of a full run has, as absolute paths. */
export interface Orphans {
  /** Their test file is gone. */
  gone: string[]
  /** By test file in the run: no test of it has them. Files without such have an empty list. */
  unused: Map<string, string[]>
}

/**
 * Compares what stands on the disk with a full run. A test file that exists but was not in the run (another config runs
 * it) is not judged.
 *
 * @param run by test file, the cassettes of all its tests, those that were skipped included, and of its own session
 */
export function orphansOfRun(
  recordings: readonly FileRecordings[],
  run: ReadonlyMap<string, ReadonlySet<string>>,
): Orphans {
  const gone: string[] = []
  const unused = new Map<string, string[]>([...run.keys()].map((file) => [file, []]))
  const files = new Map([...run.keys()].map((file) => [comparable(file), file]))
  for (const { testFile, isThere, cassettes } of recordings) {
    const file = files.get(comparable(testFile))
    const declared = file === undefined ? undefined : run.get(file)
    if (file !== undefined && declared) {
      const known = new Set([...declared].map(comparable))
      unused.get(file)?.push(...cassettes.filter((path) => !known.has(comparable(path))))
    } else if (!isThere) gone.push(...cassettes)
  }
  return { gone, unused }
}

/** What can be removed without running the tests again. */
export interface KnownOrphans {
  orphans: string[]
  /** Test files that have changed since the run that judged their recordings. */
  changed: string[]
  /** False where a project with recordings remembers no full run. */
  known: boolean
}

/**
 * The recordings whose test file is gone, and those that the last full run of their project found to be no test's. One
 * that was recorded anew since, or whose test file has changed since, is none of them.
 *
 * @param rootOf the folder that holds the `.retake/` of a test file
 */
export function orphansOnDisk(
  recordings: readonly FileRecordings[],
  rootOf: (testFile: string) => string,
): KnownOrphans {
  const memories = new Map<string, LastFullRun | null>()
  const result: KnownOrphans = { orphans: [], changed: [], known: true }
  for (const { testFile, isThere, cassettes } of recordings) {
    if (!isThere) {
      result.orphans.push(...cassettes)
      continue
    }
    const root = rootOf(testFile)
    if (!memories.has(root)) memories.set(root, readLastFullRun(root))
    const memory = memories.get(root)
    if (!memory) result.known = false
    const judged = memory?.files[relative(root, testFile).replaceAll('\\', '/')]
    if (!judged) continue
    const stamps = new Map(
      Object.entries(judged.cassettes).map(([path, stamp]) => [comparable(join(root, path)), stamp]),
    )
    const found = cassettes.filter((path) => stamps.get(comparable(path)) === stampOf(path))
    if (found.length === 0) continue
    if (judged.test_file_stamp === stampOf(testFile)) result.orphans.push(...found)
    else result.changed.push(testFile)
  }
  return result
}

/**
 * Some file systems give names back in another Unicode form than they were given, and on Windows the runner's paths have
 * forward slashes and perhaps another case of the drive letter.
 */
function comparable(path: string): string {
  return path
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^[a-z]:/, (drive) => drive.toUpperCase())
}
