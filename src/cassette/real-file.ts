import { lstatSync, realpathSync } from 'node:fs'

/**
 * The file that a path stands for: the target where it is itself a symbolic link, so that a test file linked into several
 * places has one set of recordings, beside the file. Links among its folders are left as they are, since they lead to the
 * same recordings anyway and messages are to show the path that the user knows.
 */
export function realFile(path: string): string {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path
  } catch {
    return path
  }
}
