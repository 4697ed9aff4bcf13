import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findCassette, readCassette } from '../../src/cassette/open.ts'
import { transcriptPath } from '../../src/cassette/path.ts'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { stampOf } from '../../src/cassette/stamp.ts'
import { type Adoption, adoptCalls, deleteCassette } from '../../src/cassette/store.ts'
import { CassetteError } from '../../src/errors/cassette-error.ts'
import { ConcurrentRecordingError } from '../../src/errors/concurrent-recording-error.ts'
import { RecordingsNotWritableError } from '../../src/errors/recordings-not-writable-error.ts'
import { sampleCall, sampleCalls, sampleHeader } from './sample.ts'

let root = ''
let path = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'retake-store-'))
  path = join(root, 'src/__recordings__/agent.test.ts/weather/calls the tool.jsonl')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

const adopt = (change: Partial<Adoption> = {}) =>
  adoptCalls({
    root,
    cassettePath: path,
    header: sampleHeader,
    calls: sampleCalls(),
    transcript: '# weather\n',
    ...change,
  })
const later = { ...sampleHeader, recorded_at: '2027-01-01T00:00:00.000Z' }

/** A process id that no process has: that of one which has ended. */
const goneProcess = () => spawnSync(process.execPath, ['-e', '']).pid

describe('adopting calls', () => {
  test('writes the cassette, its transcript and the attributes for git', () => {
    expect(adopt()).toBe('created')
    const cassette = readCassette(path)
    expect(cassette.calls).toEqual(sampleCalls())
    expect(cassette.header).toEqual(sampleHeader)
    expect(readFileSync(transcriptPath(path), 'utf8')).toBe('# weather\n')
    expect(cassette.seal.transcript).toBe(createHash('sha256').update('# weather\n').digest('hex'))
    expect(readFileSync(join(root, 'src/__recordings__/.gitattributes'), 'utf8')).toBe(
      '*.jsonl -text -merge linguist-generated\n*.md -text\n',
    )
    expect(readdirSync(dirname(path)).sort()).toEqual(['calls the tool.jsonl', 'calls the tool.md'])
    expect(readdirSync(join(root, '.retake/locks'))).toEqual([])
  })

  test('sorts and numbers them anew where some were left out', () => {
    const calls: RecordedCall[] = [
      sampleCall(7, { c: 1 }, { parents: [5, 2] }),
      sampleCall(2, { a: 1 }),
      sampleCall(5, { b: 1 }, { parents: [3] }),
    ]
    adopt({ calls })
    expect(
      readCassette(path).calls.map(({ call_index, parents, request }) => [call_index, parents, request.body]),
    ).toEqual([
      [0, [], { json: { a: 1 } }],
      [1, [], { json: { b: 1 } }],
      [2, [1, 0], { json: { c: 1 } }],
    ])
  })

  test('names the providers that the calls asked', () => {
    const [one, two] = [sampleCall(0, {}), sampleCall(1, {})]
    two.request.provider = 'anthropic'
    adopt({ calls: [one, two] })
    expect(readCassette(path).header.providers).toEqual(['anthropic', 'openai'])
  })

  test('makes the transcript from the content', () => {
    adopt({ transcript: ({ test, calls }) => `${test.name?.join(' > ')}: ${calls.length}\n` })
    expect(readFileSync(transcriptPath(path), 'utf8')).toBe('weather > calls the tool: 4\n')
  })

  test('leaves a cassette untouched that differs in nothing but times and names', () => {
    adopt()
    const before = stampOf(path)
    expect(
      adopt({
        header: later,
        calls: sampleCalls().map((call) => ({
          ...call,
          events: call.events.map((event) => ({ ...event, at_ms: 77 })),
        })),
      }),
    ).toBe('unchanged')
    expect(stampOf(path)).toBe(before)
    expect(adopt({ calls: sampleCalls().slice(0, 2) })).toBe('replaced')
    expect(stampOf(path)).not.toBe(before)
  })

  test('puts a transcript right that is missing or was edited', () => {
    adopt()
    const before = stampOf(path)
    writeFileSync(transcriptPath(path), 'edited')
    expect(adopt()).toBe('unchanged')
    rmSync(transcriptPath(path))
    expect(adopt()).toBe('unchanged')
    expect(readFileSync(transcriptPath(path), 'utf8')).toBe('# weather\n')
    expect(stampOf(path)).toBe(before)
  })

  test('only seals anew where the transcript is written in another way', () => {
    adopt()
    expect(adopt({ header: later, transcript: '# Weather\n' })).toBe('resealed')
    expect(readCassette(path).header.recorded_at).toBe(sampleHeader.recorded_at)
    expect(readCassette(path).seal.transcript).toBe(createHash('sha256').update('# Weather\n').digest('hex'))
  })

  test('replaces a cassette that cannot be read', () => {
    adopt()
    writeFileSync(path, '<<<<<<< ours\n')
    expect(adopt()).toBe('replaced')
    expect(readCassette(path).calls).toEqual(sampleCalls())
  })

  test('overwrites nothing that another process wrote meanwhile', () => {
    const expectBefore = stampOf(path)
    adopt({ expectBefore })
    const before = readFileSync(path)
    expect(() => adopt({ expectBefore, calls: [], transcript: 'other' })).toThrow(ConcurrentRecordingError)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readFileSync(transcriptPath(path), 'utf8')).toBe('# weather\n')
    expect(adopt({ expectBefore: stampOf(path), calls: [] })).toBe('replaced')
  })

  test('takes over the lock of a process that is gone', () => {
    adopt()
    const lock = join(
      root,
      '.retake/locks',
      `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.lock`,
    )
    writeFileSync(lock, JSON.stringify({ process: goneProcess(), host: hostname(), id: 'x' }))
    expect(adopt({ calls: [] })).toBe('replaced')
    expect(existsSync(lock)).toBe(false)
  })

  test('gives up where another process holds the lock', () => {
    adopt()
    const lock = join(
      root,
      '.retake/locks',
      `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.lock`,
    )
    writeFileSync(lock, JSON.stringify({ process: process.pid, host: hostname(), id: 'x' }))
    expect(() => adopt({ calls: [] })).toThrow('is being written by another process')
    expect(readCassette(path).calls).toHaveLength(4)
  }, 15_000)

  test('removes what a crash left in the folder, and only that', () => {
    mkdirSync(dirname(path), { recursive: true })
    const left = [
      `.retake-${goneProcess()}-0123abcd.tmp`,
      `.retake-${process.pid}-0123abcd.tmp`,
      `.retake-${process.pid}-0123abce.tmp`,
      'own.tmp',
    ]
    for (const name of left) writeFileSync(join(dirname(path), name), '')
    utimesSync(join(dirname(path), left[1] as string), 0, 0)
    adopt()
    expect(readdirSync(dirname(path)).sort()).toEqual([
      left[2],
      'calls the tool.jsonl',
      'calls the tool.md',
      'own.tmp',
    ])
  })

  test("keeps the user's own lines in .gitattributes, and writes it once", () => {
    const attributes = join(root, 'src/__recordings__/.gitattributes')
    mkdirSync(dirname(attributes), { recursive: true })
    writeFileSync(attributes, '*.jsonl diff')
    adopt()
    expect(readFileSync(attributes, 'utf8')).toBe(
      '*.jsonl diff\n*.jsonl -text -merge linguist-generated\n*.md -text\n',
    )
    const before = statSync(attributes, { bigint: true }).mtimeNs
    adopt({ calls: [] })
    expect(statSync(attributes, { bigint: true }).mtimeNs).toBe(before)
  })

  test('in a place that cannot be written says what to do, and keeps the old cassette', () => {
    mkdirSync(join(root, 'src'))
    writeFileSync(join(root, 'src/__recordings__'), 'a file in the way')
    expect(() => adopt()).toThrow(RecordingsNotWritableError)
    expect(() => adopt()).toThrow('a file stands where a folder is needed')
  })

  test('signs where a key is set, and reading demands the same key', () => {
    adopt()
    vi.stubEnv('RETAKE_HMAC_KEY', 'one')
    expect(() => readCassette(path)).toThrow(CassetteError)
    expect(adopt()).toBe('resealed')
    expect(adopt()).toBe('unchanged')
    expect(readCassette(path).seal.hmac).toMatch(/^[0-9a-f]{64}$/)
    vi.stubEnv('RETAKE_HMAC_KEY', 'two')
    expect(() => readCassette(path)).toThrow('the signature is not that of RETAKE_HMAC_KEY')
  })
})

describe('deleting a cassette', () => {
  test('takes its transcript and the folders with it that are empty then', () => {
    adopt()
    const other = join(root, 'src/__recordings__/agent.test.ts/other.jsonl')
    adopt({ cassettePath: other })
    deleteCassette(path, root)
    expect(existsSync(dirname(path))).toBe(false)
    expect(findCassette(other)).not.toBeNull()
    deleteCassette(other, root)
    expect(existsSync(join(root, 'src/__recordings__'))).toBe(false)
    expect(existsSync(join(root, 'src'))).toBe(true)
    deleteCassette(other, root)
  })
})

describe('reading a cassette from disk', () => {
  test('tells what is missing from what cannot be read, and shows the path relative to the project', () => {
    expect(findCassette(path)).toBeNull()
    expect(() => readCassette(path, { root })).toThrow(
      'src/__recordings__/agent.test.ts/weather/calls the tool.jsonl does not exist',
    )
    mkdirSync(path, { recursive: true })
    expect(() => findCassette(path, { root })).toThrow('cannot be read (EISDIR)')
    expect(() => readCassette(path, { root: join(root, 'elsewhere') })).toThrow(path)
  })
})
