import { readFileSync } from 'node:fs'
import type { RecordedCall } from '../cassette/records.ts'
import { type AdoptionState, adoptCalls } from '../cassette/store.ts'
import { discardTake } from '../cassette/take.ts'
import type { Take } from '../cassette/take-read.ts'
import { SecretFoundError } from '../errors/secret-found-error.ts'
import { dialectById } from '../providers/dialects.ts'
import { scanForSecrets } from '../redact/scan-secrets.ts'
import { renderTranscript } from '../report/transcript.ts'

export interface AdoptTakeOptions {
  /** Folder that holds `.retake`; absolute. */
  root: string
  /** Fingerprints of findings that are no secrets. */
  allowSecrets: readonly string[]
  /** Whatever stands at the cassette's place is replaced, also what came there after the take began. Default `false`. */
  overwrite?: boolean
}

/**
 * Makes a take the cassette of its test, after a second look for secrets; the take is gone afterwards.
 *
 * @param calls what the cassette shall hold: the take's calls, for hooks perhaps with older ones
 * @throws {SecretFoundError} where the scan doubts it; the take is kept.
 * @throws {ConcurrentRecordingError} {@link adoptCalls}
 * @throws {RecordingsNotWritableError} {@link adoptCalls}
 */
export async function adoptTake(
  take: Take,
  calls: readonly RecordedCall[],
  options: AdoptTakeOptions,
): Promise<AdoptionState> {
  const complete = calls.map((call) => ({
    ...call,
    usage: dialectById(call.request.dialect).readAnswer(call).usage,
  }))
  const transcript = (content: { calls: readonly RecordedCall[] }) =>
    renderTranscript({ test: take.header.test, calls: [...content.calls] })
  const scanned = `${readFileSync(take.path, 'utf8')}${transcript({ calls: complete })}`
  const findings = await scanForSecrets(scanned, { allow: options.allowSecrets })
  if (findings.length > 0) throw new SecretFoundError(findings, take.path)
  const state = adoptCalls({
    root: options.root,
    cassettePath: take.cassettePath,
    header: take.header,
    calls: complete,
    transcript,
    ...(!options.overwrite && { expectBefore: take.expectBefore }),
  })
  discardTake(take.path)
  return state
}
