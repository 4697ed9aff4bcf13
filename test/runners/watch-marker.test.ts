import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasRunBefore, watcherId } from '../../src/runners/watch-marker.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'retake-marker-'))
})
afterEach(() => rmSync(root, { recursive: true }))

test('a test file has run before from the second time on, for each watcher by itself', () => {
  const watcher = watcherId(process.pid, '')
  expect(hasRunBefore(root, watcher, '/a.test.ts')).toBe(false)
  expect(hasRunBefore(root, watcher, '/b.test.ts')).toBe(false)
  expect(hasRunBefore(root, watcher, '/a.test.ts')).toBe(true)
  expect(hasRunBefore(root, watcherId(process.ppid, ''), '/a.test.ts')).toBe(false)
  expect(hasRunBefore(root, watcher, '/a.test.ts')).toBe(true)
})

test('markers of watchers that have ended are removed', () => {
  const folder = join(root, '.retake', 'watch')
  mkdirSync(join(folder, '4194304-1'), { recursive: true })
  hasRunBefore(root, watcherId(process.pid, ''), '/a.test.ts')
  expect(readdirSync(folder)).toEqual([watcherId(process.pid, '')])
})

test('where nothing can be written every run is a first one', () => {
  writeFileSync(join(root, '.retake'), '')
  for (const _ of [1, 2]) expect(hasRunBefore(root, watcherId(process.pid, ''), '/a.test.ts')).toBe(false)
})

test('a process that got the id of one that has ended is another watcher', () => {
  const known = existsSync(`/proc/${process.pid}/stat`)
  expect(watcherId(process.pid, 'seed')).toMatch(known ? /^\d+-\d+$/ : /^\d+-seed$/)
  expect(watcherId(4_194_304, 'seed')).toBe('4194304-seed')
})
