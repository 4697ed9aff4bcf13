import { randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { TakeError } from '../errors/take-error.ts'
import { discardTake } from './discard-take.ts'
import type {
  CassetteHeader,
  RecordedCall,
  RecordedEvent,
  RecordedRequest,
  RecordedResponse,
} from './records.ts'
import { prepareRetakeFolder, RETAKE_FOLDER } from './retake-folder.ts'
import { endFields, eventLine, eventRaw, requestFields, responseFields } from './serialise.ts'

/** Folder of the takes, inside `.retake`. */
export const TAKES_FOLDER = 'takes'

/** What the first line of a take says: where it belongs, and what the header of its cassette needs. */
export interface TakeTarget {
  /** Folder that holds `.retake`; absolute. */
  root: string
  /** Absolute path of the cassette that the take is meant to become. */
  cassettePath: string
  header: Pick<CassetteHeader, 'redaction' | 'test' | 'recorded_at' | 'fingerprint'>
  /** Which attempt of the test it is, from 1. */
  attempt: number
  /** Stamp of the cassette when the session began (see stamp.ts): what the take may replace. */
  expectBefore: string
}

/**
 * Writes a take as it arrives: every record is handed to the system before the method returns, so a killed process loses
 * nothing that came before. The file is made at the first record; a session without calls leaves none. Records of
 * interleaved calls may come in any order.
 *
 * Every method that writes throws {@link TakeError} where the system refuses. What was written before stands, ends with
 * a whole line, and later records may be tried again.
 */
export class TakeWriter {
  readonly #target: TakeTarget
  readonly #eventCounts = new Map<number, number>()
  #file: { path: string; descriptor: number; size: number } | null = null

  constructor(target: TakeTarget) {
    this.#target = target
  }

  /** Absolute path of the file; `null` as long as nothing was written. */
  get path(): string | null {
    return this.#file?.path ?? null
  }

  request(callIndex: number, request: RecordedRequest, digest: string, parents: number[] = []): void {
    this.#write({ ...requestFields(callIndex, request), digest, parents })
  }

  response(callIndex: number, response: RecordedResponse): void {
    this.#write(responseFields(callIndex, response))
  }

  event(callIndex: number, event: RecordedEvent): void {
    const eventIndex = this.#eventCounts.get(callIndex) ?? 0
    this.#writeLine(eventLine(eventRaw(callIndex, eventIndex, event.payload), event.at_ms))
    this.#eventCounts.set(callIndex, eventIndex + 1)
  }

  end(callIndex: number, end: Pick<RecordedCall, 'outcome' | 'error' | 'usage'>): void {
    this.#write({ type: 'call_end', call_index: callIndex, ...endFields(end) })
  }

  /** Why the take was not adopted, for who decides on it later. */
  note(reason: string): void {
    this.#write({ type: 'note', reason })
  }

  /** Ends the take and leaves it for `npx retake accept`. Does nothing where there is no file. */
  close(): void {
    if (this.#file === null) return
    try {
      this.#write({ type: 'take_end' })
    } finally {
      this.#release()
    }
  }

  /** Ends the take and removes its file: it was adopted, or is worth nothing. */
  discard(): void {
    const path = this.path
    this.#release()
    if (path !== null) discardTake(path)
  }

  #release(): void {
    if (this.#file !== null) closeSync(this.#file.descriptor)
    this.#file = null
  }

  #write(record: object): void {
    this.#writeLine(JSON.stringify(record))
  }

  #writeLine(line: string): void {
    this.#file ??= this.#open()
    const file = this.#file
    const bytes = Buffer.from(`${line}\n`)
    try {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(file.descriptor, bytes, done, bytes.length - done, file.size + done)
      }
    } catch (error) {
      cutBack(file)
      throw TakeError.writing(file.path, error)
    }
    file.size += bytes.length
  }

  #open(): { path: string; descriptor: number; size: number } {
    const { root } = this.#target
    let path = join(root, RETAKE_FOLDER, TAKES_FOLDER)
    try {
      path = join(prepareRetakeFolder(root, TAKES_FOLDER), takeName(this.#target))
      const descriptor = openSync(unborn(path), 'wx', 0o600)
      this.#file = { path: unborn(path), descriptor, size: 0 }
    } catch (error) {
      throw TakeError.writing(path, error)
    }
    try {
      this.#write(headRecord(this.#target))
      renameSync(this.#file.path, path)
      this.#file.path = path
    } catch (error) {
      this.discard()
      throw error
    }
    return this.#file
  }
}

/** A take has its name once its first line is written: one without would be of no test, and nobody could decide on it. */
function unborn(path: string): string {
  return `${path}.new`
}

function headRecord({ root, cassettePath, header, attempt, expectBefore }: TakeTarget): object {
  return {
    type: 'take',
    take_version: 1,
    cassette: relative(root, cassettePath).split(sep).join('/'),
    expect_before: expectBefore,
    attempt,
    process: process.pid,
    redaction: header.redaction,
    test: header.test,
    recorded_at: header.recorded_at,
    fingerprint: header.fingerprint,
  }
}

/** Readable, sorted by time, unique: `20261130-222221-agent.test.ts-calls the tool-1f0c9a2b.jsonl`. */
function takeName({ cassettePath, header }: TakeTarget): string {
  const time = header.recorded_at.slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '-')
  const stem = [...basename(cassettePath, '.jsonl')].slice(0, 40).join('')
  const file = [...basename(header.test.file)].slice(-30).join('')
  return `${time}-${file}-${stem}-${randomBytes(4).toString('hex')}.jsonl`
}

/** A record that was written in part would make the take unreadable from there. */
function cutBack(file: { descriptor: number; size: number }): void {
  try {
    ftruncateSync(file.descriptor, file.size)
  } catch {
    // The reader ignores a cut-off last line.
  }
}

/** The part of a take's name that is its own: eight hex digits, by which a person can name it. */
export function takeId(path: string): string {
  return basename(path, '.jsonl').slice(-8)
}
