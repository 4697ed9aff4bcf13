import { dirname } from 'node:path'
import { rememberFullRun } from '../../cassette/last-full-run.ts'
import { orphansOfRun } from '../../cassette/orphans.ts'
import { realFile } from '../../cassette/real-file.ts'
import { listRecordings } from '../../cassette/recordings-tree.ts'
import { listTakes } from '../../cassette/take-read.ts'
import { loadConfig } from '../../config/load.ts'
import { locateProject } from '../../config/locate.ts'
import { parseMaxAge } from '../../config/max-age.ts'
import type { TalliedTask } from './summarise.ts'

/** Finds the recordings that no test of a full run has, and keeps them in mind for `retake prune`. */
export async function findOrphans(
  root: string,
  declared: ReadonlyMap<string, ReadonlySet<string>>,
  now: Date,
): Promise<string[]> {
  const recordings = await listRecordings(root)
  if (recordings.length === 0) return []
  const { gone, unused } = orphansOfRun(recordings, declared)
  const byProject = new Map<string, Map<string, string[]>>()
  const projectOf = (testFile: string) => {
    const project = locateProject(dirname(testFile)).root
    if (!byProject.has(project)) byProject.set(project, new Map())
    return byProject.get(project)
  }
  for (const [testFile, cassettes] of unused) projectOf(testFile)?.set(testFile, cassettes)
  for (const { testFile } of recordings) projectOf(testFile)
  for (const [project, files] of byProject) rememberFullRun(project, now, files)
  return [...gone, ...[...unused.values()].flat()]
}

/** Takes of these projects that await a decision: the newest of each test, none that is being recorded still. */
export function pendingTakes(roots: ReadonlySet<string>): string[] {
  const newest = new Map<string, string>()
  for (const root of roots)
    for (const take of listTakes(root).takes)
      if (take.state !== 'recording') newest.set(take.cassettePath, take.path)
  return [...newest.values()]
}

/** The age limits of the projects whose recordings were used. Configs are read only where there are any. */
export function ageLimitsOf(tasks: readonly TalliedTask[]): Map<string, { days: number; isError: boolean }> {
  const limits = new Map<string, { days: number; isError: boolean }>()
  const testFiles = new Map(
    tasks
      .filter(({ tally }) => tally.recorded_at !== null)
      .map(({ tally, testFile }) => [tally.root, testFile]),
  )
  for (const [root, testFile] of testFiles) {
    const { maxAge, stale } = loadConfig(locateProject(dirname(realFile(testFile))))
    const days = parseMaxAge(maxAge)
    if (days !== null) limits.set(root, { days, isError: stale === 'error' })
  }
  return limits
}
