import { type BigIntStats, statSync } from 'node:fs'

/** The stamp of a file that is not there. */
export const NO_FILE = 'none'

/**
 * A cheap mark of a file's present state, to find out later whether another process replaced it: its size, time of change
 * in nanoseconds and inode. {@link NO_FILE} where there is none, also where a file stands in the place of its folder. Throws
 * what the file system throws otherwise.
 */
export function stampOf(path: string): string {
  const stat = statIfThere(path)
  return stat === undefined ? NO_FILE : `${stat.size}-${stat.mtimeNs}-${stat.ino}`
}

function statIfThere(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}
