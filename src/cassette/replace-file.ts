import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { realNow } from './real-clock.ts'
import { isRunning } from './running.ts'

const temporary = /^\.retake-(\d+)-[0-9a-f]{8}\.tmp$/
/** Older temporary files were left behind, even if another process has their process id by now. */
const leftAfterMs = 60_000

/**
 * Writes a file so that it is at every moment wholly old or wholly new: a temporary file beside it, synced, renamed over
 * it. Its folder must be there. Throws what the file system throws; then the old file stands and no temporary is left.
 */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const folder = dirname(path)
  const beside = join(folder, `.retake-${process.pid}-${randomBytes(4).toString('hex')}.tmp`)
  try {
    const descriptor = openSync(beside, 'wx')
    try {
      writeFileSync(descriptor, content)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
  syncFolder(folder)
}

/** Removes temporary files that a crash left in a folder. */
export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const owner = temporary.exec(name)?.[1]
    if (owner === undefined) continue
    const path = join(folder, name)
    const age = realNow() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age > leftAfterMs || !isRunning(Number(owner))) rmSync(path, { force: true })
  }
}

/** Makes the rename itself durable, on systems where folders can be synced. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // Windows opens no folders; the rename is atomic all the same.
  }
}
