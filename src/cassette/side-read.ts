import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from './chain.ts'
import { SIDE_FOLDER, type SideReference } from './side-file.ts'

/** Reads and verifies the side files of one cassette, each once. */
export class SideReader {
  readonly #folder: string
  readonly #shown: string
  readonly #contents = new Map<string, string>()

  /**
   * @param cassette absolute path of the cassette
   * @param shown the same path as messages show it
   */
  constructor(cassette: string, shown: string) {
    this.#folder = join(dirname(cassette), SIDE_FOLDER)
    this.#shown = shown.slice(0, Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\')) + 1) + SIDE_FOLDER
  }

  /**
   * The string that a reference stands for.
   *
   * @throws {SyntaxError} where the file is missing or is not the one that was recorded; the message names it.
   */
  read(reference: SideReference): string {
    const { file, sha256: digest, bytes: size, encoding } = reference
    const known = `${file} ${digest} ${size} ${encoding}`
    const content = this.#contents.get(known) ?? this.#readNew(reference)
    this.#contents.set(known, content)
    return content
  }

  #readNew({ file, sha256: digest, bytes: size, encoding }: SideReference): string {
    const shown = `${this.#shown}/${file}`
    if (!digest.startsWith(file.slice(0, 32)))
      throw new SyntaxError(`its side file ${shown} has a wrong name`)
    const bytes = this.#bytesOf(file, shown)
    if (bytes.length !== size) {
      throw new SyntaxError(`its side file ${shown} has ${bytes.length} bytes, ${size} were recorded`)
    }
    if (sha256(bytes) !== digest) throw new SyntaxError(`its side file ${shown} was altered`)
    if (encoding === 'utf8' && !isUtf8(bytes)) throw new SyntaxError(`its side file ${shown} is no UTF-8`)
    return bytes.toString(encoding)
  }

  #bytesOf(file: string, shown: string): Buffer {
    try {
      return readFileSync(join(this.#folder, file))
    } catch (error) {
      const code = String((error as NodeJS.ErrnoException).code ?? 'UNKNOWN')
      const problem = code === 'ENOENT' || code === 'ENOTDIR' ? 'is missing' : `cannot be read (${code})`
      throw new SyntaxError(`its side file ${shown} ${problem}`, { cause: error })
    }
  }
}
