import { readFileSync } from 'node:fs'
import { discardTake } from '../cassette/discard-take.ts'
import type { Recorder } from '../cassette/recorders.ts'
import type { Cassette, RecordedCall, TestIdentity } from '../cassette/records.ts'
import { type AdoptionState, adoptCalls } from '../cassette/store.ts'
import type { Take } from '../cassette/take-read.ts'
import { SecretFoundError } from '../errors/secret-found-error.ts'
import { readAnswerBody } from '../providers/answer-body.ts'
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
  /** Who recorded, where projects of a workspace may share the cassette. */
  recorder?: Recorder | null
}

/**
 * Makes a take the cassette of its test, after a second look for secrets; the take is gone afterwards.
 *
 * @param calls what the cassette shall hold: the take's calls, for hooks perhaps with older ones
 * @throws {SecretFoundError} where the scan doubts it; the take is kept.
 * @throws {ConcurrentRecordingError} {@link adoptCalls}
 * @throws {SharedRecordingError} {@link adoptCalls}
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
  const transcript = transcriptOf(take.header.test)
  const scanned = `${readFileSync(take.path, 'utf8')}${transcript({ calls: complete })}${textOfStreams(complete)}`
  const findings = await scanForSecrets(scanned, { allow: options.allowSecrets })
  if (findings.length > 0) throw new SecretFoundError(findings, take.path)
  const state = adoptCalls({
    root: options.root,
    cassettePath: take.cassettePath,
    header: take.header,
    calls: complete,
    transcript,
    recorder: options.recorder ?? null,
    ...(!options.overwrite && { expectBefore: take.expectBefore }),
  })
  discardTake(take.path)
  return state
}

/**
 * Rewrites a cassette with fewer of its own calls: those that its test still makes.
 *
 * @throws {RecordingsNotWritableError} {@link adoptCalls}
 */
export function trimCassette(
  cassette: Cassette,
  calls: readonly RecordedCall[],
  root: string,
  recorder: Recorder | null = null,
): void {
  const { header, path } = cassette
  adoptCalls({ root, cassettePath: path, header, calls, transcript: transcriptOf(header.test), recorder })
}

/** What binary streams say, which base64 hides in the take. */
function textOfStreams(calls: readonly RecordedCall[]): string {
  const binary = calls.filter(({ events }) => events.some(({ payload }) => 'base64' in payload))
  const bodies = binary.map(readAnswerBody)
  return bodies.map((body) => (body.kind === 'sse' ? JSON.stringify(body.messages) : '')).join('\n')
}

function transcriptOf(test: TestIdentity): (content: { calls: readonly RecordedCall[] }) => string {
  return ({ calls }) => renderTranscript({ test, calls: [...calls] })
}
