import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RECORDINGS_FOLDER } from './path.ts'
import { replaceFile } from './replace-file.ts'

/** Cassettes are never converted, never merged line by line, folded away in reviews; transcripts are never converted. */
const always = ['*.jsonl -text -merge linguist-generated', '*.md -text']
/** Side files are never converted, merged or shown as text. Comes only where there are some: no needless change to review. */
const forSideFiles = '**/_side/* binary'

/**
 * Keeps `__recordings__/.gitattributes` for the recordings that `cassette` belongs to. Lines of the user's stay; a file
 * that says what is needed is left untouched. Throws what the file system throws.
 *
 * @param hasSideFiles whether the cassette will have side files
 */
export function keepGitAttributes(cassette: string, hasSideFiles: boolean): void {
  const folder = recordingsRoot(cassette)
  if (folder === null) return
  const path = join(folder, '.gitattributes')
  const present = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const lines = new Set(present.split(/\r?\n/))
  const wanted = hasSideFiles ? [...always, forSideFiles] : always
  const missing = wanted.filter((line) => !lines.has(line))
  if (missing.length === 0) return
  const before = present === '' || present.endsWith('\n') ? present : `${present}\n`
  replaceFile(path, `${before}${missing.join('\n')}\n`)
}

/** The nearest `__recordings__` folder above a cassette; `null` where it stands elsewhere. */
export function recordingsRoot(cassette: string): string | null {
  for (let folder = dirname(cassette); folder !== dirname(folder); folder = dirname(folder)) {
    if (basename(folder) === RECORDINGS_FOLDER) return folder
  }
  return null
}
