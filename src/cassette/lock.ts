import { randomBytes } from 'node:crypto'
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sha256 } from './chain.ts'
import { realNow } from './real-clock.ts'
import { prepareRetakeFolder } from './retake-folder.ts'
import { isRunning } from './running.ts'

/** A lock of another machine that is older was left behind: nothing is locked for longer than a few file operations. */
const staleAfterMs = 30_000
/** Waits are counted instead of timed: the test at hand may hold the clock still. */
const waitMs = 10
const mostWaits = 500

/**
 * Does `work` while no other process (or thread) does so for the same `subject`. Returns `null`, without having done it,
 * where another one held the lock for five seconds. Locks of processes that are gone are taken over. Throws what `work`
 * and the file system throw.
 */
export function withLock<T>(root: string, subject: string, work: () => T): { result: T } | null {
  const path = join(prepareRetakeFolder(root, 'locks'), `${sha256(subject).slice(0, 16)}.lock`)
  for (let waits = 0; !acquire(path); waits++) {
    if (waits === mostWaits) return null
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
  }
  try {
    return { result: work() }
  } finally {
    rmSync(path, { force: true })
  }
}

function acquire(path: string): boolean {
  try {
    const descriptor = openSync(path, 'wx', 0o600)
    writeSync(
      descriptor,
      JSON.stringify({ process: process.pid, host: hostname(), id: randomBytes(8).toString('hex') }),
    )
    closeSync(descriptor)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    removeStale(path)
    return false
  }
}

/** Moves a stale lock away. If another process did the same and has locked anew, its lock is put back. */
function removeStale(path: string): void {
  const seen = readLock(path)
  if (seen === null || !isStale(path, seen)) return
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    renameSync(path, aside)
    if (readLock(aside) !== seen) linkSync(aside, path)
  } catch {
    // Somebody else was faster; the next attempt sees what is there.
  } finally {
    rmSync(aside, { force: true })
  }
}

function isStale(path: string, text: string): boolean {
  let owner: { process?: number; host?: string } = {}
  try {
    owner = JSON.parse(text)
  } catch {
    // Being written at this moment, or cut off when its process was killed.
  }
  if (owner.host === hostname() && owner.process !== undefined) return !isRunning(owner.process)
  const now = realNow()
  const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now)
  return age > staleAfterMs
}

function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
