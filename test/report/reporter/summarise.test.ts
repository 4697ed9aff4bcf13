import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { summarise, type TalliedTask } from '../../../src/report/reporter/summarise.ts'
import { facts, replayed, saving, tallied } from './sample.ts'

test('counts are sums over tests and hooks, and hits and misses make calls', () => {
  const count = fc.nat(50)
  const tally = fc.record({ hits: count, misses: count, recorded: count, forwarded: count })
  fc.assert(
    fc.property(fc.array(tally), (tallies) => {
      const tasks = tallies.map((values) =>
        tallied({ ...values, calls: values.hits + values.misses, strict_violations: values.misses }),
      )
      const summary = summarise(tasks, facts())
      for (const name of ['hits', 'misses', 'recorded', 'forwarded'] as const)
        expect(summary[name]).toBe(tallies.reduce((sum, values) => sum + values[name], 0))
      expect(summary.calls).toBe(summary.hits + summary.misses)
      expect(summary.strict_violations).toBe(summary.misses)
    }),
    { numRuns: 50 },
  )
})

test('shards add up to the same summary as one run', () => {
  const tasks = [1, 2, 3, 4, 5, 6].map((n) =>
    tallied(replayed(n, { ms: n, usage: saving({}).usage }), { testFile: `/project/src/${n}.test.ts` }),
  )
  const parts = [tasks.slice(0, 2), tasks.slice(2)].map((part) => summarise(part, facts()))
  const whole = summarise(tasks, facts())
  expect(parts.reduce((sum, part) => sum + part.hits, 0)).toBe(whole.hits)
  expect(parts.reduce((sum, part) => sum + part.tests, 0)).toBe(whole.tests)
  expect(parts.reduce((sum, part) => sum + part.saved.ms, 0)).toBe(whole.saved.ms)
})

test('tests without calls do not count, and hooks count as hooks', () => {
  const summary = summarise(
    [tallied({}), tallied(replayed(2)), tallied(replayed(1), { kind: 'file' })],
    facts(),
  )
  expect(summary).toMatchObject({ tests: 1, files_with_calls_in_hooks: 1, hits: 3 })
})

describe('recorded calls that were never made', () => {
  test('count where the test went to its end', () => {
    const unused = { ...replayed(1), unused: 2 }
    const tasks = [tallied(unused), tallied(unused, { outcome: 'mismatch' })]
    expect(summarise(tasks, facts()).unused).toMatchObject({
      calls: 4,
      command: 'npx retake record -- npx vitest run src/a.test.ts -t asks',
    })
  })

  test('do not count where the test failed on its way or its request changed', () => {
    const tasks = [
      tallied({ ...replayed(1), unused: 2 }, { outcome: 'failed' }),
      tallied({ calls: 1, misses: 1, unused: 2 }, { outcome: 'mismatch' }),
    ]
    expect(summarise(tasks, facts()).unused.calls).toBe(0)
  })

  test('count for hooks only in a full run', () => {
    const task = tallied({ ...replayed(1), unused: 1 }, { kind: 'file' })
    expect(summarise([task], facts({ scope: 'filtered' })).unused.calls).toBe(0)
    expect(summarise([task], facts()).unused.calls).toBe(1)
  })
})

test('a recording is stale from its recording on, by the limit of its project', () => {
  const ageLimits = new Map([['/project', { days: 90, isError: false }]])
  const tasks = ['2026-08-31T12:00:00Z', '2026-09-02T12:00:00Z'].map((recorded_at) =>
    tallied({ ...replayed(1), recorded_at }),
  )
  const { stale } = summarise(tasks, facts({ ageLimits }))
  expect(stale.recordings.map(({ recorded_at }) => recorded_at)).toEqual(['2026-08-31T12:00:00Z'])
  expect(summarise(tasks, facts()).stale.recordings).toEqual([])
})

test('a take that a test left and the disk has too counts once', () => {
  const take = '/project/.retake/takes/a.jsonl'
  const { takes } = summarise([tallied({ take })], facts({ takes: [take, '/project/.retake/takes/b.jsonl'] }))
  expect(takes).toEqual({
    paths: ['.retake/takes/a.jsonl', '.retake/takes/b.jsonl'],
    command: 'npx retake accept',
  })
})

test('more files than fit one line are recorded by the command for all', () => {
  const tasks = [1, 2, 3, 4].map((n) =>
    tallied({ ...replayed(1), unused: 1 }, { testFile: `/project/src/${n}.test.ts` }),
  )
  expect(summarise(tasks, facts()).unused.command).toBe('npx retake record -- npx vitest run')
})

test('few tests are recorded by their names, more by their files, and hooks by their whole file', () => {
  const commandFor = (...tasks: Partial<TalliedTask>[]) =>
    summarise(
      tasks.map((task) => tallied({ ...replayed(1), unused: 1 }, task)),
      facts(),
    ).unused.command
  const all = 'npx retake record -- npx vitest run src/a.test.ts'
  expect(commandFor({ fullName: 'b' }, { fullName: 'a' })).toBe(`${all} -t a -t b`)
  expect(commandFor(...['a', 'b', 'c', 'd'].map((fullName) => ({ fullName })))).toBe(all)
  expect(commandFor({ fullName: 'a' }, { kind: 'file' })).toBe(all)
})
