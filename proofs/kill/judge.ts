import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readCassette } from '../../src/cassette/open.ts'
import { decodePayload } from '../../src/cassette/payload.ts'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { listTakes } from '../../src/cassette/take-read.ts'
import type { UserProject } from '../../test/support/user-project.ts'
import { callsPerTest, killTests } from './project.ts'

export interface Judgement {
  faults: string[]
  /** By test, the version that its cassette is of. */
  versions: Map<string, number>
  /** Answers that had arrived, and where they are now. */
  arrived: { inTakes: number; inCassettes: number }
}

/**
 * Looks at what a kill left: every cassette whole and of one version, the one before or that of this round; every answer
 * that arrived in the take or the cassette of its test.
 */
export function judge(
  project: UserProject,
  marks: string,
  round: number,
  before: ReadonlyMap<string, number>,
): Judgement {
  const faults: string[] = []
  const versions = new Map<string, number>()
  const kept = new Map<string, Set<string>>()
  for (const [file, tests] of Object.entries(killTests))
    for (const test of tests) {
      const path = project.path(`src/__recordings__/${file}.test.js/${test}.jsonl`)
      try {
        const { calls } = readCassette(path)
        const found = new Set(calls.map((call) => versionOf(call, test)))
        const [version] = found
        const whole = found.size === 1 && calls.length === callsPerTest && calls.every(isComplete)
        if (!whole || version === undefined || (version !== round && version !== before.get(test)))
          faults.push(`${test}: the cassette is of ${[...found].join(' and ')} with ${calls.length} calls`)
        else versions.set(test, version)
        if (version === round) kept.set(test, new Set(calls.map(hashOf)))
      } catch (error) {
        faults.push(`${test}: ${(error as Error).message}`)
      }
    }
  const { takes, damaged } = listTakes(project.folder)
  faults.push(...damaged.map((error) => error.message))
  const taken = new Map<string, Set<string>>()
  for (const take of takes) {
    const test = basename(take.cassettePath, '.jsonl')
    if (take.state === 'recording')
      faults.push(`${test}: the take of a killed process counts as being recorded`)
    const hashes = take.calls
      .filter((call) => versionOf(call, test) === round && isComplete(call))
      .map(hashOf)
    taken.set(test, new Set([...(taken.get(test) ?? []), ...hashes]))
  }
  const arrived = { inTakes: 0, inCassettes: 0 }
  for (const { version, test, at, hash } of readMarks(marks)) {
    if (version !== round) continue
    if (taken.get(test)?.has(hash)) arrived.inTakes++
    else if (kept.get(test)?.has(hash)) arrived.inCassettes++
    else faults.push(`${test}: answer ${at} had arrived and is lost`)
  }
  return { faults, versions, arrived }
}

function readMarks(path: string): { version: number; test: string; at: number; hash: string }[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  lines.pop()
  return lines.map((line) => JSON.parse(line))
}

/** The version that a call was made in; -1 where it is another test's. */
function versionOf(call: RecordedCall, test: string): number {
  const match = new RegExp(`Version (\\d+), ${test} asks`).exec(JSON.stringify(call.request.body))
  return Number(match?.[1] ?? -1)
}

function isComplete(call: RecordedCall): boolean {
  return call.outcome === 'complete' && call.response?.status === 200
}

function hashOf(call: RecordedCall): string {
  const hash = createHash('sha256')
  for (const { payload } of call.events) hash.update(decodePayload(payload))
  return hash.digest('hex')
}
