import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TakeError } from '../errors/take-error.ts'
import { isJsonObject } from '../json/value.ts'
import { aCount, anyJson, aString, type Check, objectOf, oneOf, recordOf } from './check-fields.ts'
import {
  endChecks,
  eventCheck,
  requestChecks,
  responseChecks,
  responseOf,
  testIdentity,
} from './check-line.ts'
import type { CassetteHeader, RecordedCall } from './records.ts'
import { RETAKE_FOLDER } from './retake-folder.ts'
import { isRunning } from './running.ts'
import { TAKES_FOLDER } from './take.ts'

/** A call of a take. `ended` is false where the process was gone before the call's end was written. */
export interface TakenCall extends RecordedCall {
  ended: boolean
}

/** A take as it was found. */
export interface Take {
  /** Absolute path of the take. */
  path: string
  /** Absolute path of the cassette that it is meant to become. */
  cassettePath: string
  header: Pick<CassetteHeader, 'redaction' | 'test' | 'recorded_at' | 'fingerprint'>
  attempt: number
  /** Stamp of the cassette when the session began. */
  expectBefore: string
  /** In call order. Those that did not end have `outcome: 'aborted'`. */
  calls: TakenCall[]
  /** Why it was not adopted, in the order of the notes. */
  reasons: string[]
  /**
   * - `recording`: its process still runs and has not closed it;
   * - `closed`: it awaits a decision;
   * - `left`: its process ended without closing it.
   */
  state: 'recording' | 'closed' | 'left'
}

/**
 * Reads a take. A last line that was cut off (the process was killed while writing) is left out.
 *
 * @throws {TakeError} where it cannot be read or another line is damaged.
 */
export function readTake(path: string, root: string): Take {
  const [head, ...records] = readRecords(path)
  if (head === undefined || head.type !== 'take') throw damaged(path, 1)
  const calls = new Map<number, TakenCall>()
  const reasons: string[] = []
  let closed = false
  records.forEach((record, index) => {
    if (record.type === 'note') reasons.push(record.reason)
    else if (record.type === 'take_end') closed = true
    else if (record.type === 'take' || !addRecord(calls, record)) throw damaged(path, index + 2)
  })
  const { redaction, test, recorded_at, fingerprint } = head
  return {
    path,
    cassettePath: join(root, head.cassette),
    header: { redaction, test, recorded_at, fingerprint },
    attempt: head.attempt,
    expectBefore: head.expect_before,
    calls: [...calls.values()].sort((a, b) => a.call_index - b.call_index),
    reasons,
    state: closed ? 'closed' : isRunning(head.process) ? 'recording' : 'left',
  }
}

/** All takes of a project, oldest first. Those that cannot be read stand in `damaged` with the reason. */
export function listTakes(root: string): { takes: Take[]; damaged: TakeError[] } {
  const takes: Take[] = []
  const damaged: TakeError[] = []
  for (const name of takeNames(join(root, RETAKE_FOLDER, TAKES_FOLDER))) {
    try {
      takes.push(readTake(join(root, RETAKE_FOLDER, TAKES_FOLDER, name), root))
    } catch (error) {
      if (!(error instanceof TakeError)) throw error
      if (error.system_code !== 'ENOENT') damaged.push(error) // adopted by another process meanwhile
    }
  }
  return { takes, damaged }
}

// biome-ignore lint/suspicious/noExplicitAny: each record was checked by hand
type Checked = any

const checks: Record<string, Check> = {
  take: objectOf(
    {
      take_version: oneOf(1),
      cassette: aString,
      expect_before: aString,
      attempt: aCount,
      process: aCount,
      redaction: aCount,
      test: testIdentity,
      recorded_at: aString,
      fingerprint: recordOf(aString),
    },
    true,
  ),
  request: objectOf({ type: anyJson, ...requestChecks }),
  response: objectOf({ type: anyJson, ...responseChecks }),
  event: eventCheck,
  call_end: objectOf({ type: anyJson, call_index: aCount, ...endChecks }),
  note: objectOf({ type: anyJson, reason: aString }),
  take_end: objectOf({ type: anyJson }),
}

function readRecords(path: string): Checked[] {
  const lines = readText(path).split('\n')
  lines.pop() // what follows the last newline: nothing, or a line that was cut off
  return lines.map((line, index) => {
    let record: Checked
    try {
      record = JSON.parse(line)
    } catch {
      throw damaged(path, index + 1)
    }
    const check = isJsonObject(record) ? checks[String(record.type)] : undefined
    if (check?.(record) !== null) throw damaged(path, index + 1)
    return record
  })
}

/** Adds a record to its call. False where it has no place there. */
function addRecord(calls: Map<number, TakenCall>, record: Checked): boolean {
  const call = calls.get(record.call_index)
  if (record.type === 'request') {
    if (call !== undefined) return false
    calls.set(record.call_index, startedCall(record))
    return true
  }
  if (call === undefined || call.ended) return false
  if (record.type === 'response') {
    if (call.response !== null) return false
    call.response = responseOf(record)
  } else if (record.type === 'event') {
    if (call.response === null || record.event_index !== call.events.length) return false
    const { type, call_index, event_index, at_ms, ...payload } = record
    call.events.push({ payload, at_ms })
  } else {
    Object.assign(call, { outcome: record.outcome, error: record.error, usage: record.usage, ended: true })
  }
  return true
}

function startedCall(record: Checked): TakenCall {
  const { call_index, provider, dialect, model, method, url, headers, body, digest, parents } = record
  return {
    call_index,
    request: { provider, dialect, model, method, url, headers, body },
    digest,
    parents,
    response: null,
    events: [],
    outcome: 'aborted',
    error: null,
    usage: null,
    ended: false,
  }
}

function takeNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw unreadable(folder, error)
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw unreadable(path, error)
  }
}

function unreadable(path: string, cause: unknown): TakeError {
  const code = String((cause as NodeJS.ErrnoException).code ?? 'UNKNOWN')
  return new TakeError(path, `${path} cannot be read (${code}). Give this user the right to`, code, { cause })
}

function damaged(path: string, line: number): TakeError {
  return new TakeError(path, `${path}, line ${line}: the take is damaged. Delete it and record again`, null)
}
