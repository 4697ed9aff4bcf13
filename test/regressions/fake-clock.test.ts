import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readTake } from '../../src/cassette/take-read.ts'
import { FileScope } from '../../src/session/file-scope.ts'
import { processState } from '../../src/session/process-state.ts'
import { workOf } from '../../src/session/work.ts'
import { stillRunner } from '../session/still-runner.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'retake-clock-'))
  writeFileSync(join(root, 'package.json'), '{}')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

test('a recording made while the test fakes the date is dated by the real clock', () => {
  vi.stubEnv('CI', '') // there nothing is recorded
  const state = processState()
  const before = new Date().toISOString()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-02-03T04:05:06Z') })
  const file = new FileScope(join(root, 'a.test.ts'), stillRunner(root))
  const session = file.open({ suitePath: [], name: 'asks', occurrence: 0 })
  session.options = { mode: 'record' }
  const { recording } = workOf(state, session)
  recording?.take.note('anything, so that the file is there')
  const path = recording?.take.path as string
  const { recorded_at } = readTake(path, root).header
  recording?.take.discard()
  expect(recorded_at >= before).toBe(true)
  expect(basename(path).startsWith('2001')).toBe(false)
})
