import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { transcriptPath } from '../cassette/path.ts'
import type { Cassette } from '../cassette/records.ts'
import { TranscriptError } from '../errors/transcript-error.ts'

/** Whether the transcript beside a cassette is the one its seal names; `null` where it is. Never throws. */
export function verifyTranscript(cassette: Cassette): TranscriptError | null {
  const path = transcriptPath(cassette.path)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return new TranscriptError({ path, fault: 'missing' })
  }
  if (hash(bytes) === cassette.seal.transcript) return null
  // A checkout that turns line ends into CRLF changes nothing that a reviewer reads.
  const text = bytes.toString('utf8')
  if (text.includes('\r\n') && hash(text.replaceAll('\r\n', '\n')) === cassette.seal.transcript) return null
  return new TranscriptError({ path, fault: 'foreign' })
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
