import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { TakeWriter } from '../../src/cassette/take.ts'
import { listTakes, readTake } from '../../src/cassette/take-read.ts'
import { TakeError } from '../../src/errors/take-error.ts'
import { sampleCalls, sampleHeader } from './sample.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'retake-take-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const target = () => ({
  root,
  cassettePath: join(root, 'src/__recordings__/agent.test.ts/calls the tool.jsonl'),
  header: sampleHeader,
  attempt: 1,
  expectBefore: 'none',
})

function record(take: TakeWriter, calls: RecordedCall[]): void {
  for (const call of calls) take.request(call.call_index, call.request, call.digest, call.parents)
  for (const call of [...calls].reverse()) {
    if (call.response) take.response(call.call_index, call.response)
    for (const event of call.events) take.event(call.call_index, event)
    take.end(call.call_index, call)
  }
}

const pathOf = (take: TakeWriter) => take.path as string

describe('a take', () => {
  test('gives the calls back in call order, however their answers interleaved', () => {
    const take = new TakeWriter(target())
    record(take, sampleCalls())
    take.note('the test failed: expected 1 to be 2')
    const path = pathOf(take)
    take.close()
    expect(readTake(path, root)).toMatchObject({
      cassettePath: target().cassettePath,
      attempt: 1,
      expectBefore: 'none',
      header: { test: sampleHeader.test, redaction: 1 },
      calls: sampleCalls().map((call) => ({ ...call, ended: true })),
      reasons: ['the test failed: expected 1 to be 2'],
      state: 'closed',
    })
    expect(listTakes(root).takes.map((found) => found.path)).toEqual([path])
  })

  test('is private, ignored by git, and not there before the first call', () => {
    const take = new TakeWriter(target())
    take.close()
    expect(existsSync(join(root, '.retake'))).toBe(false)
    record(take, sampleCalls())
    expect(readFileSync(join(root, '.retake/.gitignore'), 'utf8')).toBe('*\n')
    expect(statSync(pathOf(take)).mode & 0o777).toBe(0o600)
    expect(statSync(join(root, '.retake')).mode & 0o777).toBe(0o700)
    expect(statSync(join(root, '.retake/takes')).mode & 0o777).toBe(0o700)
    take.discard()
    expect(readdirSync(join(root, '.retake/takes'))).toEqual([])
    take.discard()
  })

  test('that was cut off anywhere keeps every record before', () => {
    const take = new TakeWriter(target())
    record(take, sampleCalls())
    const path = pathOf(take)
    take.close()
    const whole = readFileSync(path)
    const head = whole.indexOf('\n') + 1
    for (let size = whole.length; size >= head; size--) {
      truncateSync(path, size)
      const { calls } = readTake(path, root)
      for (const call of calls.filter(({ ended }) => ended)) {
        expect(call).toEqual({ ...sampleCalls()[call.call_index], ended: true })
      }
    }
    expect(readTake(path, root).calls).toEqual([])
  })

  test('has its name with its first line: where a process was killed before, there is none to decide on', () => {
    const take = new TakeWriter(target())
    record(take, sampleCalls())
    const path = pathOf(take)
    take.close()
    const [name = ''] = readdirSync(join(root, '.retake/takes'))
    expect(path.endsWith(name)).toBe(true)
    renameSync(path, `${path}.new`)
    truncateSync(`${path}.new`, 0)
    expect(listTakes(root)).toEqual({ takes: [], damaged: [] })
  })

  test('marks the calls that did not end', () => {
    const take = new TakeWriter(target())
    const [first, second] = sampleCalls() as [RecordedCall, RecordedCall]
    record(take, [first])
    take.request(1, second.request, second.digest)
    const found = readTake(pathOf(take), root)
    expect(found.calls.map(({ call_index, ended, outcome }) => ({ call_index, ended, outcome }))).toEqual([
      { call_index: 0, ended: true, outcome: 'complete' },
      { call_index: 1, ended: false, outcome: 'aborted' },
    ])
    expect(found.state).toBe('recording')
    take.discard()
  })

  test('of a killed process holds everything that had arrived', async () => {
    const child = spawn(process.execPath, [
      '--import',
      'tsx',
      fileURLToPath(new URL('take-killed.ts', import.meta.url)),
      root,
    ])
    await new Promise((done) => child.stdout.once('data', done))
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
    const [found] = listTakes(root).takes
    expect(found?.calls.map(({ ended }) => ended)).toEqual([true, true, true, true])
    expect(found?.state).toBe('left')
  }, 20_000)

  test('that is damaged says where, and hides no other take', () => {
    const one = new TakeWriter(target())
    record(one, sampleCalls())
    const path = pathOf(one)
    one.close()
    appendFileSync(path, '{"type":"event","call_index":9}\n')
    const two = new TakeWriter(target())
    record(two, sampleCalls())
    two.close()
    expect(() => readTake(path, root)).toThrow(/, line \d+: the take is damaged/)
    const { takes, damaged } = listTakes(root)
    expect(takes).toHaveLength(1)
    expect(damaged.map((error) => error.path)).toEqual([path])
  })

  test('in a place where no folder can be made says what to do', () => {
    writeFileSync(join(root, '.retake'), 'a file in the way')
    expect(() => record(new TakeWriter(target()), sampleCalls())).toThrow(TakeError)
    rmSync(join(root, '.retake'))
    if (process.getuid?.() === 0) return
    chmodSync(root, 0o500)
    expect(() => record(new TakeWriter(target()), sampleCalls())).toThrow('may not write there')
    chmodSync(root, 0o700)
  })

  test('has a name that fits, however long the names of file and test', () => {
    const take = new TakeWriter({
      ...target(),
      cassettePath: join(root, `${'雨'.repeat(60)}.jsonl`),
      header: { ...sampleHeader, test: { file: `${'雨'.repeat(80)}.test.ts`, name: null } },
    })
    record(take, sampleCalls())
    expect(Buffer.byteLength(pathOf(take).split('/').at(-1) as string)).toBeLessThanOrEqual(255)
    take.discard()
  })
})
