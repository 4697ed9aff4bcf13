import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isJsonObject } from '../json/value.ts'
import { replaceFile } from './replace-file.ts'
import { keepOutOfGit, RETAKE_FOLDER } from './retake-folder.ts'
import { stampOf } from './stamp.ts'

/** Name of the memory inside `.retake/`. */
export const LAST_FULL_RUN = 'last-full-run.json'

/** What the last full run found out about the recordings of the test files that were in it. */
export interface LastFullRun {
  version: 1
  /** When it ended, ISO 8601. */
  at: string
  /** By test file (relative, forward slashes); those of which every recording is a test's are left out. */
  files: Record<string, UnusedRecordings>
}

/** Stamps, because what was changed since that run must not be judged by it. */
export interface UnusedRecordings {
  test_file_stamp: string
  /** Recordings that no test of the file has: relative path of the cassette → its stamp. */
  cassettes: Record<string, string>
}

/** The memory of a project; `null` where no full run is known, or it cannot be read. */
export function readLastFullRun(root: string): LastFullRun | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(root, RETAKE_FOLDER, LAST_FULL_RUN), 'utf8'))
    return isJsonObject(value) && value.version === 1 && isJsonObject(value.files)
      ? (value as unknown as LastFullRun)
      : null
  } catch {
    return null
  }
}

/**
 * Keeps what a full run found. Test files that were not in it (another config runs them) keep what is known of them. In
 * a read-only checkout nothing is kept, in silence: `retake prune` says then that it knows no full run.
 *
 * @param unused absolute paths: test file in the run → cassettes that none of its tests has
 */
export function rememberFullRun(
  root: string,
  at: Date,
  unused: ReadonlyMap<string, readonly string[]>,
): void {
  const files = readLastFullRun(root)?.files ?? {}
  for (const [testFile, cassettes] of unused) {
    const key = relativeTo(root, testFile)
    if (cassettes.length === 0) delete files[key]
    else
      files[key] = {
        test_file_stamp: stampOf(testFile),
        cassettes: Object.fromEntries(cassettes.map((path) => [relativeTo(root, path), stampOf(path)])),
      }
  }
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))
  const memory: LastFullRun = { version: 1, at: at.toISOString(), files: sorted }
  try {
    keepOutOfGit(root)
    replaceFile(join(root, RETAKE_FOLDER, LAST_FULL_RUN), `${JSON.stringify(memory, null, 2)}\n`)
  } catch {}
}

function relativeTo(root: string, path: string): string {
  return relative(root, path).replaceAll('\\', '/')
}
