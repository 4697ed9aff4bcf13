import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { prepareRetakeFolder, RETAKE_FOLDER } from '../cassette/retake-folder.ts'
import type { FileScope } from './file-scope.ts'

/** What is remembered of a test file: the cassettes whose tests mismatched or had no recording when they last ran. */
interface LastRun {
  file: string
  tests: Record<string, 'mismatch' | 'no_recording'>
}

const LAST_RUN_FOLDER = 'last-run'

const memory = new WeakMap<FileScope, LastRun>()

/** Whether the test of a cassette mismatched, or had no recording, when it last ran. */
export function failedLastTime(file: FileScope, cassettePath: string): boolean {
  let last = memory.get(file)
  if (!last) {
    last = read(file)
    memory.set(file, last)
  }
  return Object.hasOwn(last.tests, keyOf(file, cassettePath))
}

/**
 * Keeps what the tests that ran came to, for `RETAKE=failed`; tests that did not run keep what they had. Nothing is
 * written where nothing changes. A read-only checkout remembers nothing, in silence: replay must not fail for it.
 */
export function rememberRun(file: FileScope): void {
  const { tests } = read(file)
  const before = JSON.stringify(tests)
  for (const [cassettePath, verdict] of file.verdicts) {
    const key = keyOf(file, cassettePath)
    if (verdict === 'fine') delete tests[key]
    else tests[key] = verdict
  }
  const sorted = Object.fromEntries(Object.entries(tests).sort(([a], [b]) => (a < b ? -1 : 1)))
  if (JSON.stringify(sorted) === before) return
  write(file, { file: relative(file.project.root, file.realPath).replaceAll('\\', '/'), tests: sorted })
}

function read(file: FileScope): LastRun {
  try {
    return JSON.parse(readFileSync(placeOf(file), 'utf8')) as LastRun
  } catch {
    return { file: file.realPath, tests: {} }
  }
}

function write(file: FileScope, last: LastRun): void {
  const place = placeOf(file)
  try {
    if (Object.keys(last.tests).length === 0) {
      if (existsSync(place)) rmSync(place)
      return
    }
    prepareRetakeFolder(file.project.root, LAST_RUN_FOLDER)
    writeFileSync(place, `${JSON.stringify(last, null, 2)}\n`)
  } catch {}
}

function placeOf(file: FileScope): string {
  const name = createHash('sha256')
    .update(relative(file.project.root, file.realPath))
    .digest('hex')
    .slice(0, 16)
  return join(file.project.root, RETAKE_FOLDER, LAST_RUN_FOLDER, `${name}.json`)
}

function keyOf(file: FileScope, cassettePath: string): string {
  return relative(file.recordingsFolder, cassettePath).replaceAll('\\', '/')
}
