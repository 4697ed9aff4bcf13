import { existsSync, readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CASSETTE_EXTENSION, RECORDINGS_FOLDER } from './path.ts'

/** What stands in the folder of one test file's recordings. */
export interface FileRecordings {
  /** Absolute path of the test file, whether or not it is there any more. */
  testFile: string
  isThere: boolean
  /** Absolute paths of its cassettes, sorted. */
  cassettes: string[]
}

/**
 * Finds all recordings below a folder, sorted by test file. `node_modules`, folders that begin with a dot and what cannot
 * be listed are passed over; symbolic links are not followed.
 */
export async function listRecordings(root: string): Promise<FileRecordings[]> {
  const found: FileRecordings[] = []
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    await Promise.all(
      entries.map(async (entry) => {
        if (!entry.isDirectory() || entry.name === 'node_modules' || entry.name.startsWith('.')) return
        const path = join(folder, entry.name)
        if (entry.name === RECORDINGS_FOLDER) found.push(...recordingsIn(path))
        else await visit(path)
      }),
    )
  }
  if (basename(root) === RECORDINGS_FOLDER) found.push(...recordingsIn(root))
  else await visit(root)
  return found.sort((a, b) => (a.testFile < b.testFile ? -1 : a.testFile > b.testFile ? 1 : 0))
}

function recordingsIn(folder: string): FileRecordings[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => {
      const testFile = testFileOf(dirname(folder), entry.name)
      const isThere = existsSync(testFile)
      return { testFile, isThere, cassettes: cassettesIn(join(folder, entry.name)) }
    })
    .filter(({ cassettes }) => cassettes.length > 0)
}

/** A folder is named after its test file, and after the project where the config asks for that: `a.test.ts @node`. */
function testFileOf(folder: string, name: string): string {
  const plain = join(folder, name)
  const at = name.lastIndexOf(' @')
  return at < 0 || existsSync(plain) ? plain : join(folder, name.slice(0, at))
}

function cassettesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(CASSETTE_EXTENSION))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
