import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Name of the folder for what is no part of the project: takes, locks, caches. */
export const RETAKE_FOLDER = '.retake'

/** Makes `<root>/.retake` where it is not there, for this user only, and lets git ignore it. Throws what the file system throws. */
export function keepOutOfGit(root: string): void {
  const folder = join(root, RETAKE_FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ignore = join(folder, '.gitignore')
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n')
}

/** As {@link keepOutOfGit}, with a folder inside. Returns the absolute path of that folder. */
export function prepareRetakeFolder(root: string, inner: string): string {
  keepOutOfGit(root)
  const folder = join(root, RETAKE_FOLDER, inner)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}
