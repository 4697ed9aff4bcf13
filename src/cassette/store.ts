import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { CassetteError } from '../errors/cassette-error.ts'
import { ConcurrentRecordingError } from '../errors/concurrent-recording-error.ts'
import { RecordingsNotWritableError } from '../errors/recordings-not-writable-error.ts'
import { SharedRecordingError } from '../errors/shared-recording-error.ts'
import { sha256 } from './chain.ts'
import { keepGitAttributes, recordingsRoot } from './git-attributes.ts'
import { withLock } from './lock.ts'
import { parseCassette } from './parse.ts'
import { transcriptPath } from './path.ts'
import { otherRecorders, type Recorder, rememberRecorder } from './recorders.ts'
import type { Cassette, CassetteHeader, RecordedCall, TestIdentity } from './records.ts'
import { removeLeftovers, replaceFile } from './replace-file.ts'
import { sameContent } from './same-content.ts'
import { sealKey, writeSeal } from './seal.ts'
import { type CassetteContent, serialiseCassette } from './serialise.ts'
import { withSideFiles } from './side-store.ts'
import { stampOf } from './stamp.ts'

export interface Adoption {
  /** Folder that holds `.retake`; absolute. */
  root: string
  /** Absolute. */
  cassettePath: string
  /** The header but for what follows from the calls. */
  header: Omit<CassetteHeader, 'format_version' | 'capabilities' | 'providers'>
  /** Those to be kept, in any order; they are sorted by `call_index` and numbered anew without gaps. */
  calls: readonly RecordedCall[]
  /** The transcript's text, or what makes it from the calls as they will be read. */
  transcript: string | ((recording: { test: TestIdentity; calls: readonly RecordedCall[] }) => string)
  /** {@link stampOf} the cassette when the recording began; left out: whatever stands there is replaced. */
  expectBefore?: string | undefined
  /** Who records, where projects of a workspace may share the cassette. */
  recorder?: Recorder | null
}

/**
 * - `created`, `replaced`: the cassette is new;
 * - `resealed`: the calls are those of the present cassette; only its transcript or signature is new;
 * - `unchanged`: the cassette was right already and its file was not touched.
 */
export type AdoptionState = 'created' | 'replaced' | 'resealed' | 'unchanged'

/**
 * Makes calls the cassette of a test. At every moment the cassette is wholly old or wholly new, and has its side files; its
 * transcript is written just before it. Side files that no cassette of the folder refers to any more are removed. A cassette that differs in nothing but times,
 * versions, names and the pieces in which equal answers came is left untouched.
 *
 * @throws {ConcurrentRecordingError} where another process replaced the cassette since `expectBefore` by other calls; nothing is
 *   written.
 * @throws {SharedRecordingError} where another project of the workspace recorded other calls in this run; nothing is
 *   written.
 * @throws {RecordingsNotWritableError} where the system refuses; the old cassette stands.
 */
export function adoptCalls(adoption: Adoption): AdoptionState {
  const { root, cassettePath, recorder = null } = adoption
  const content = contentOf(adoption)
  const transcript =
    typeof adoption.transcript === 'string'
      ? adoption.transcript
      : adoption.transcript({ test: content.header.test, calls: content.calls })
  const key = sealKey()
  const { text, head, sideFiles } = serialiseCassette(content, sha256(transcript), key)
  return writing(cassettePath, () => {
    const done = withLock(root, cassettePath, () => {
      const find = () => {
        const present = readPresent(cassettePath)
        const isThis = present?.cassette && isEqual(present.cassette, head, content)
        return { present, equal: isThis ? present : null }
      }
      refuseOverwriting(adoption, () => find().equal !== null)
      mkdirSync(dirname(cassettePath), { recursive: true })
      removeLeftovers(dirname(cassettePath))
      keepGitAttributes(cassettePath, sideFiles.length > 0)
      const adopted = withSideFiles(root, cassettePath, sideFiles, (): AdoptionState => {
        // Read only now that its side files are there again, should they have been lost.
        const { present, equal } = find()
        writeTranscript(cassettePath, transcript)
        if (equal?.cassette == null) {
          replaceFile(cassettePath, text)
          return present === null ? 'created' : 'replaced'
        }
        const resealed = resealedText(equal.text, equal.cassette, sha256(transcript), key)
        if (resealed === equal.text) return 'unchanged'
        replaceFile(cassettePath, resealed)
        return 'resealed'
      })
      if (adopted && recorder) {
        const joins = adopted.result === 'unchanged' || adopted.result === 'resealed'
        rememberRecorder(root, cassettePath, recorder, joins)
      }
      return adopted
    })?.result
    if (done == null) throw new ConcurrentRecordingError(cassettePath, 'locked')
    return done.result
  })
}

/**
 * Removes a cassette with its transcript, the side files that no other cassette of the folder refers to, and the folders
 * that are empty then. Does nothing where there is none.
 *
 * @param root folder that holds `.retake`; absolute.
 * @throws {ConcurrentRecordingError} where another process holds the folder's side files; nothing is removed.
 * @throws {SharedRecordingError} where another project of the workspace recorded it in this run; nothing is removed.
 * @throws {RecordingsNotWritableError} where the system refuses.
 */
export function deleteCassette(cassettePath: string, root: string, recorder: Recorder | null = null): void {
  writing(cassettePath, () => {
    if (recorder) refuseShared(root, cassettePath, recorder)
    const done = withSideFiles(root, cassettePath, [], () => {
      rmSync(cassettePath, { force: true })
      rmSync(transcriptPath(cassettePath), { force: true })
    })
    if (done === null) throw new ConcurrentRecordingError(cassettePath, 'locked')
    const top = recordingsRoot(cassettePath)
    if (top === null) return
    for (let folder = dirname(cassettePath); folder.length >= top.length; folder = dirname(folder)) {
      if (!removeIfEmpty(folder)) return
    }
  })
}

/** Whoever recorded the same in the meantime is in nobody's way; `isSame` reads the cassette, so it is asked last. */
function refuseOverwriting(
  { root, cassettePath, expectBefore, recorder }: Adoption,
  isSame: () => boolean,
): void {
  const isShared = recorder != null && otherRecorders(root, cassettePath, recorder).length > 0
  const hasChanged = expectBefore !== undefined && stampOf(cassettePath) !== expectBefore
  if ((!isShared && !hasChanged) || isSame()) return
  if (recorder) refuseShared(root, cassettePath, recorder)
  throw new ConcurrentRecordingError(cassettePath, 'changed')
}

function refuseShared(root: string, path: string, recorder: Recorder): void {
  const recordedBy = otherRecorders(root, path, recorder)
  if (recordedBy.length > 0) throw new SharedRecordingError({ path, project: recorder.project, recordedBy })
}

function contentOf({ header, calls }: Adoption): CassetteContent {
  const sorted = [...calls].sort((a, b) => a.call_index - b.call_index)
  const numbers = new Map(sorted.map((call, index) => [call.call_index, index]))
  if (numbers.size !== sorted.length) throw new TypeError('two calls have the same call_index')
  return {
    header: {
      ...header,
      format_version: 1,
      capabilities: [],
      providers: [...new Set(sorted.map((call) => call.request.provider))].sort(),
    },
    calls: sorted.map((call, index) => ({
      ...call,
      call_index: index,
      parents: call.parents.flatMap((parent) => numbers.get(parent) ?? []),
    })),
  }
}

/** Whether a cassette holds already what was recorded. */
function isEqual({ header, calls, seal }: Cassette, head: string, content: CassetteContent): boolean {
  if (seal.head === head) return true
  return header.redaction === content.header.redaction && sameContent(calls, content.calls)
}

/** What stands at the path: its text, and the cassette where it can be trusted. */
function readPresent(path: string): { text: string; cassette: Cassette | null } | null {
  const bytes = readIfThere(path)
  if (bytes === null) return null
  try {
    return { text: bytes.toString('utf8'), cassette: parseCassette(bytes, path) }
  } catch (error) {
    if (error instanceof CassetteError) return { text: '', cassette: null }
    throw error
  }
}

/** The same lines under a seal with this transcript and key; times and versions stay those of the first recording. */
function resealedText(text: string, { seal }: Cassette, transcript: string, key: string | undefined): string {
  const { hmac, ...rest } = seal
  const before = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
  return before + writeSeal({ ...rest, transcript }, key)
}

function writeTranscript(cassettePath: string, transcript: string): void {
  const path = transcriptPath(cassettePath)
  if (readIfThere(path)?.equals(Buffer.from(transcript))) return
  replaceFile(path, transcript)
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function removeIfEmpty(folder: string): boolean {
  if (!existsSync(folder)) return true
  const names = readdirSync(folder)
  if (names.some((name) => name !== '.gitattributes')) return false
  if (names.length > 0 && recordingsRoot(`${folder}/x`) !== folder) return false
  rmSync(`${folder}/.gitattributes`, { force: true })
  rmdirSync(folder)
  return true
}

/** Turns what the file system throws into an error that says what to do. */
function writing<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const systemError = error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string'
    throw systemError
      ? new RecordingsNotWritableError((error as NodeJS.ErrnoException).path ?? path, error)
      : error
  }
}
