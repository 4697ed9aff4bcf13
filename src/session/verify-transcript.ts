import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { showPath } from '../cassette/open.ts'
import { transcriptPath } from '../cassette/path.ts'
import type { Cassette } from '../cassette/records.ts'
import { TranscriptError } from '../errors/transcript-error.ts'

/** Whether the transcript beside a cassette is the one its seal names; `null` where it is. Never throws. */
export function verifyTranscript(
  cassette: Cassette,
  shown: { root: string; command: string },
): TranscriptError | null {
  const path = transcriptPath(cassette.path)
  const error = (fault: TranscriptError['fault']) =>
    new TranscriptError({ path, shown: showPath(path, shown.root), fault, command: shown.command })
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return error('missing')
  }
  if (hash(bytes) === cassette.seal.transcript) return null
  // A checkout that turns line ends into CRLF changes nothing that a reviewer reads.
  const text = bytes.toString('utf8')
  if (text.includes('\r\n') && hash(text.replaceAll('\r\n', '\n')) === cassette.seal.transcript) return null
  return error('foreign')
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
