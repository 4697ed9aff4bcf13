import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { findCassette } from '../../src/cassette/open.ts'
import { encodePiece } from '../../src/cassette/payload.ts'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { adoptCalls, deleteCassette } from '../../src/cassette/store.ts'
import { bytesLike, sampleCall, sampleHeader } from './sample.ts'

/** How many more changes of the disk are let through before the power goes; then none is, no cleaning up either. */
const power = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const guarded = <A extends unknown[], R>(change: (...parameters: A) => R) => {
    return (...parameters: A): R => {
      if (power.left-- <= 0) throw new Error('the power went')
      return change(...parameters)
    }
  }
  const { mkdirSync, renameSync, rmSync, rmdirSync, writeFileSync } = fs
  return {
    ...fs,
    mkdirSync: guarded(mkdirSync),
    renameSync: guarded(renameSync),
    rmSync: guarded(rmSync),
    rmdirSync: guarded(rmdirSync),
    writeFileSync: guarded(writeFileSync),
  }
})

let root = ''
afterEach(() => {
  power.left = Number.POSITIVE_INFINITY
  rmSync(root, { recursive: true, force: true })
})

const calls = (...contents: string[]): RecordedCall[] =>
  contents.map((content, index) =>
    sampleCall(
      index,
      { content },
      { events: [{ payload: encodePiece(bytesLike(content, 9_000), null), at_ms: 0 }] },
    ),
  )
const folder = () => join(root, '__recordings__/a.test.ts')
const path = () => join(folder(), 'one.jsonl')
const neighbour = () => join(folder(), 'two.jsonl')
const adopt = (made: RecordedCall[], cassettePath = path()) =>
  adoptCalls({ root, cassettePath, header: sampleHeader, calls: made, transcript: `# ${made.length}\n` })
const sideFiles = () => (existsSync(join(folder(), '_side')) ? readdirSync(join(folder(), '_side')) : [])

/** This process stands for one that is gone: its locks and temporary files count no more. */
function forgetProcess(): void {
  rmSync(join(root, '.retake/locks'), { recursive: true, force: true })
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.tmp')) utimesSync(join(root, name), 0, 0)
  }
}

/** Does `work` again and again, and lets the power go one change later each time, until it comes through. */
function atEveryMoment(work: () => void, check: (finished: boolean) => void): number {
  for (let moment = 0; ; moment++) {
    root = mkdtempSync(join(tmpdir(), 'retake-crash-'))
    adopt(calls('shared', 'old'))
    adopt(calls('shared'), neighbour())
    power.left = moment
    let finished = true
    try {
      work()
      finished = power.left >= 0
    } catch {
      finished = false
    }
    power.left = Number.POSITIVE_INFINITY
    forgetProcess()
    check(finished)
    rmSync(root, { recursive: true, force: true })
    if (finished) return moment
  }
}

test('whenever the power goes while a cassette is replaced, it is wholly old or new and has its side files', () => {
  const seen = new Set<string>()
  const moments = atEveryMoment(
    () => adopt(calls('new', 'shared', 'newer')),
    () => {
      const found = findCassette(path())?.calls
      const isOld = found?.length === 2
      seen.add(isOld ? 'old' : 'new')
      expect(found).toEqual(isOld ? calls('shared', 'old') : calls('new', 'shared', 'newer'))
      expect(findCassette(neighbour())?.calls).toEqual(calls('shared'))
      adopt(calls('new', 'shared', 'newer'))
      expect(sideFiles()).toHaveLength(3)
      expect(findCassette(path())?.calls).toEqual(calls('new', 'shared', 'newer'))
    },
  )
  expect([...seen]).toEqual(['old', 'new'])
  expect(moments).toBeGreaterThan(6)
})

test('whenever the power goes while a cassette is deleted, it is wholly there or gone, and its neighbour is whole', () => {
  const seen = new Set<string>()
  atEveryMoment(
    () => deleteCassette(path(), root),
    () => {
      const found = findCassette(path())
      seen.add(found === null ? 'gone' : 'there')
      if (found) expect(found.calls).toEqual(calls('shared', 'old'))
      expect(findCassette(neighbour())?.calls).toEqual(calls('shared'))
      deleteCassette(path(), root)
      expect(sideFiles()).toHaveLength(1)
      expect(readFileSync(neighbour(), 'utf8')).toContain(sideFiles()[0])
    },
  )
  expect([...seen]).toEqual(['there', 'gone'])
})
