import { readFileSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { CassetteError } from '../errors/cassette-error.ts'
import { parseCassette } from './parse.ts'
import type { Cassette } from './records.ts'
import { sealKey } from './seal.ts'

export interface OpenOptions {
  /** Messages show the path relative to it; default: the working directory. */
  root?: string
  /** The command that records this test again, for the advice in messages. */
  command?: string | undefined
}

/**
 * Reads and verifies the cassette at `path` (absolute). Where `RETAKE_HMAC_KEY` is set, its signature too. Whether the
 * transcript beside it is its own is the session's to find out (`seal.transcript`).
 *
 * @throws {CassetteError} also where there is no file (`fault: 'missing'`).
 */
export function readCassette(path: string, options: OpenOptions = {}): Cassette {
  const shown = showPath(path, options.root)
  const bytes = readBytes(path, shown)
  const parse = (content: Buffer) =>
    parseCassette(content, path, { shown, command: options.command, key: sealKey() })
  try {
    return parse(bytes)
  } catch (error) {
    // Another process may have replaced the cassette, and removed the side files of the old one, since it was read.
    if (!(error instanceof CassetteError && error.fault === 'side_file')) throw error
    const now = readBytes(path, shown)
    if (now.equals(bytes)) throw error
    return parse(now)
  }
}

/** As {@link readCassette}; `null` where there is no file. */
export function findCassette(path: string, options: OpenOptions = {}): Cassette | null {
  try {
    return readCassette(path, options)
  } catch (error) {
    if (error instanceof CassetteError && error.fault === 'missing') return null
    throw error
  }
}

/** `path` relative to `root` with forward slashes, as messages show it; as it is where it lies outside. */
export function showPath(path: string, root: string = process.cwd()): string {
  const inside = relative(root, path)
  const outside = inside === '' || inside.split(sep)[0] === '..' || isAbsolute(inside)
  return outside ? path : inside.split(sep).join('/')
}

function readBytes(path: string, shown: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code ?? 'UNKNOWN')
    const missing = code === 'ENOENT' || code === 'ENOTDIR'
    throw new CassetteError(
      {
        path,
        shown,
        line: null,
        call_index: null,
        fault: missing ? 'missing' : 'unreadable',
        reason: missing ? 'does not exist' : `cannot be read (${code})`,
        advice: missing
          ? 'Record it: npx retake missing -- <test command>'
          : 'Give this user the right to read it, or take it from git',
      },
      { cause: error },
    )
  }
}
