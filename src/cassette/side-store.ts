import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withLock } from './lock.ts'
import { CASSETTE_EXTENSION } from './path.ts'
import { removeLeftovers, replaceFile } from './replace-file.ts'
import { SIDE_FILE_NAME, SIDE_FOLDER, type SideFile } from './side-file.ts'

/**
 * Does `work`, which replaces or removes a cassette, between writing the side files that it will refer to and removing
 * those that no cassette of its folder refers to any more. So every cassette has its side files at every moment; what a
 * crash leaves over is removed the next time. Holds a lock on the folder's side files meanwhile, since one content may
 * belong to several cassettes. Where there are no side files, this costs one look at the disk.
 *
 * Returns `null`, without having done anything, where another process held the lock for too long. Throws what `work` and
 * the file system throw.
 */
export function withSideFiles<T>(
  root: string,
  cassette: string,
  files: readonly SideFile[],
  work: () => T,
): { result: T } | null {
  const folder = dirname(cassette)
  const place = join(folder, SIDE_FOLDER)
  if (files.length === 0 && !existsSync(place)) return { result: work() }
  return withLock(root, place, () => {
    if (files.length > 0) writeSideFiles(place, files)
    const result = work()
    try {
      sweep(folder, place)
    } catch (error) {
      // The cassette stands, and too many side files harm nobody: the next adoption tries again.
      if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error
    }
    return result
  })
}

function writeSideFiles(place: string, files: readonly SideFile[]): void {
  mkdirSync(place, { recursive: true })
  for (const { name, bytes } of files) {
    const path = join(place, name)
    if (!existsSync(path) || !readFileSync(path).equals(bytes)) replaceFile(path, bytes)
  }
}

function sweep(folder: string, place: string): void {
  if (!existsSync(place)) return
  removeLeftovers(place)
  const unused = new Set(readdirSync(place).filter((name) => SIDE_FILE_NAME.test(name)))
  for (const name of readdirSync(folder)) {
    if (unused.size === 0) break
    if (name.endsWith(CASSETTE_EXTENSION)) for (const used of namesIn(join(folder, name))) unused.delete(used)
  }
  for (const name of unused) rmSync(join(place, name), { force: true })
  if (readdirSync(place).length === 0) rmdirSync(place)
}

/**
 * The side files that a cassette refers to; perhaps more, where its strings speak of such. Reads no line, so that a
 * damaged cassette, one with a merge conflict or of another version keeps what it needs.
 */
function* namesIn(path: string): Generator<string> {
  const text = readFileSync(path, 'latin1')
  for (const [, name] of text.matchAll(/"file":"([0-9a-f]{32}\.[a-z0-9]{1,8})"/g)) yield name as string
}
