import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TakeWriter } from '../../src/cassette/take.ts'
import { readTake } from '../../src/cassette/take-read.ts'
import { TakeError } from '../../src/errors/take-error.ts'
import { sampleCall, sampleHeader } from './sample.ts'

/** Bytes that the disk still takes. */
const disk = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY }))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const writeSync = (descriptor: number, bytes: Buffer, offset: number, length: number, position: number) => {
    if (disk.room === 0)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const written = fs.writeSync(descriptor, bytes, offset, Math.min(length, disk.room), position)
    disk.room -= written
    return written
  }
  return { ...fs, writeSync }
})

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'retake-full-'))
})
afterEach(() => {
  disk.room = Number.POSITIVE_INFINITY
  rmSync(root, { recursive: true, force: true })
})

const newTake = () =>
  new TakeWriter({
    root,
    cassettePath: join(root, 'a.jsonl'),
    header: sampleHeader,
    attempt: 1,
    expectBefore: 'none',
  })

describe('a take on a disk that fills up', () => {
  test('says so in a typed error, keeps what was written, and goes on when there is room again', () => {
    const take = newTake()
    const { request, digest, response, events } = sampleCall(0, { n: 1 })
    take.request(0, request, digest)
    take.response(0, { status: 200, headers: response?.headers ?? [] })
    const path = take.path as string
    const before = readFileSync(path, 'utf8')

    disk.room = 20
    const write = () => take.event(0, events[0] as (typeof events)[0])
    expect(write).toThrow(TakeError)
    expect(write).toThrow('the disk is full')
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(() => take.close()).toThrow('the disk is full')
    expect(readTake(path, root).calls[0]).toMatchObject({
      response: { status: 200 },
      events: [],
      ended: false,
    })
  })

  test('goes on when there is room again', () => {
    const take = newTake()
    const { request, digest } = sampleCall(0, { n: 1 })
    take.request(0, request, digest)
    disk.room = 3
    expect(() => take.note('first')).toThrow(TakeError)
    disk.room = Number.POSITIVE_INFINITY
    take.note('second')
    expect(readTake(take.path as string, root).reasons).toEqual(['second'])
    take.close()
  })

  test('leaves no file behind where not even its first line fits', () => {
    const take = newTake()
    const { request, digest } = sampleCall(0, { n: 1 })
    disk.room = 3
    expect(() => take.request(0, request, digest)).toThrow('the disk is full')
    expect(take.path).toBeNull()
    disk.room = Number.POSITIVE_INFINITY
    take.request(0, request, digest)
    expect(readTake(take.path as string, root).calls).toHaveLength(1)
    take.close()
  })
})
