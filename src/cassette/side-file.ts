/** Name of the folder beside cassettes that holds their side files. */
export const SIDE_FOLDER = '_side'
/** What the header of a cassette with side files names among its capabilities. */
export const SIDE_CAPABILITY = 'side-files'
/** What side files are called: 32 hex digits of the SHA-256 of their bytes, and an extension. */
export const SIDE_FILE_NAME = /^[0-9a-f]{32}\.[a-z0-9]{1,8}$/

/** Bytes that stand outside of the lines of a cassette. */
export interface SideFile {
  /** Inside {@link SIDE_FOLDER}. */
  name: string
  bytes: Buffer
}

/** Says that the content of a side file belongs into a string of the same line. */
export interface SideReference {
  /** Of the string, within the line: `body.json.messages[0].content`, `json.data[0].b64_json`, `text`. */
  path: string
  /** Where in the string as it stands in the line, in UTF-16 code units. */
  at: number
  /** Name of the file inside {@link SIDE_FOLDER}. */
  file: string
  /** Size of the file. */
  bytes: number
  /** SHA-256 of the file, in hex. */
  sha256: string
  /** `base64`: the bytes belong there in base64, padded; `utf8`: as text. */
  encoding: 'base64' | 'utf8'
}

/** First bytes of kinds of files that people can open, `.` for any byte. */
const kinds: [extension: string, begin: RegExp][] = [
  ['png', /^\x89PNG\r\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8/],
  ['webp', /^RIFF....WEBP/s],
  ['wav', /^RIFF....WAVE/s],
  ['pdf', /^%PDF-/],
  ['ogg', /^OggS/],
  ['flac', /^fLaC/],
  ['mp3', /^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/],
  ['mp4', /^....ftyp/s],
]

/** The name of a side file: it follows from the bytes alone. `digest` is their SHA-256, in hex. */
export function nameSideFile(bytes: Buffer, digest: string, isText: boolean): string {
  const begin = bytes.toString('latin1', 0, 12)
  const kind = isText ? 'txt' : (kinds.find(([, pattern]) => pattern.test(begin))?.[0] ?? 'bin')
  return `${digest.slice(0, 32)}.${kind}`
}
