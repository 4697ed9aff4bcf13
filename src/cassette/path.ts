/** Name of the folder beside a test file that holds its recordings. */
export const RECORDINGS_FOLDER = '__recordings__'
/** Name (without extension) of the cassette of a file's own session: module scope and `beforeAll`. */
export const FILE_SESSION = '_file'
/** Extension of cassettes. */
export const CASSETTE_EXTENSION = '.jsonl'
/** Extension of transcripts. */
export const TRANSCRIPT_EXTENSION = '.md'

/** Longest readable part of a folder or file name, its hash included. */
const longest = { characters: 80, bytes: 180 }

export interface TestPlace {
  /** Path of the test file, absolute or relative; forward slashes, on Windows also backslashes. Only its last part counts. */
  file: string
  /** Names of the suites around the test, outermost first. */
  suitePath: readonly string[]
  name: string
  /** How many tests of the same suites and name are declared before it. */
  occurrence: number
  /** Name of the project, where the config asks for it to be in the path. */
  project?: string | undefined
}

/**
 * Where the cassette of a test stands, relative to the folder of its test file and with forward slashes:
 * `__recordings__/<test file>/<suite>/<name>.jsonl`. Pure, the same under every runner and system. Two tests of a file
 * never share a path, not even where case or Unicode form do not count, and no suite's folder is another test's file.
 */
export function cassettePath({ file, suitePath, name, occurrence, project }: TestPlace): string {
  const test = safeName(name) + (occurrence > 0 ? ` (${occurrence + 1})` : '')
  return [recordingsFolder(file, project), ...suitePath.map(safeName), test].join('/') + CASSETTE_EXTENSION
}

/** Where the cassette of a test file's own session stands, relative to the folder of the test file. */
export function fileSessionPath(file: string, project?: string): string {
  return `${recordingsFolder(file, project)}/${FILE_SESSION}${CASSETTE_EXTENSION}`
}

/** The folder of all recordings of a test file, relative to the folder of the test file. */
export function recordingsFolder(file: string, project?: string): string {
  const path = /^[A-Za-z]:[\\/]|^\\\\/.test(file) ? file.replaceAll('\\', '/') : file
  const name = path.slice(path.lastIndexOf('/') + 1)
  return `${RECORDINGS_FOLDER}/${name}${project === undefined ? '' : ` @${safeName(project)}`}`
}

/** The transcript that stands beside a cassette: `NAME.md`. */
export function transcriptPath(cassette: string): string {
  return cassette.slice(0, -CASSETTE_EXTENSION.length) + TRANSCRIPT_EXTENSION
}

/**
 * A name that is safe as a folder or file name everywhere. Where the name itself is, it stays as it is; otherwise what
 * could be kept is followed by ` ~` and 8 hex digits of the SHA-256 of the original, so that different names stay different.
 */
export function safeName(name: string): string {
  const readable = reserved.test(cleaned(name)) ? `_${cleaned(name)}` : cleaned(name)
  if (name !== '' && readable === name && fits(name, 0) && name === foldCase(name) && !misleading.test(name))
    return name
  return `${cut(readable, hashLength) || 'unnamed'} ~${hashOf(name)}`
}

const hashLength = ' ~01234567'.length

/** Device names of Windows, with any extension; what git refuses to track; our own folder. */
const reserved =
  /^(?:(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?: *\..*)?|\.git.*|git~\d+|__recordings__)$/is

/** Names that could be taken for one that Retake itself makes, or that hold characters some file systems do not count. */
const misleading =
  / ~[0-9a-f]{8}$| \(\d+\)$|^_(?:file|side)$|\.(?:jsonl|md|tmp)$|\p{Default_Ignorable_Code_Point}/u

const loneSurrogate = /\p{Surrogate}/gu

function cleaned(name: string): string {
  return name
    .replace(loneSurrogate, '')
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(/[\\/|]/g, '-')
    .replace(/[\p{Cc}\p{Bidi_Control}<>:"?*]/gu, '')
    .replace(/^ +|[ .]+$/g, '')
    .normalize('NFC')
}

/** One representative of all names that a file system without case takes for the same. */
function foldCase(name: string): string {
  return name.toUpperCase().toLowerCase().normalize('NFC')
}

function fits(name: string, reserve: number): boolean {
  return (
    [...name].length <= longest.characters - reserve && Buffer.byteLength(name) <= longest.bytes - reserve
  )
}

function cut(name: string, reserve: number): string {
  const characters = [...name]
  while (!fits(characters.join(''), reserve)) {
    const spare = characters.length - (longest.characters - reserve)
    characters.length -= Math.max(1, spare)
  }
  return characters.join('').replace(/[ .]+$/, '')
}

/** Of the UTF-8 bytes; a lone surrogate, which has none, is hashed as in JSON text. */
function hashOf(name: string): string {
  const text = name.search(loneSurrogate) < 0 ? name : JSON.stringify(name).slice(1, -1)
  // Few names need one, and `node:crypto` costs every test file 2 ms to load.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
