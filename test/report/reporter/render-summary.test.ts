import { expect, test } from 'vitest'
import { renderSummary } from '../../../src/report/reporter/render-summary.ts'
import { type RunFacts, summarise, type TalliedTask } from '../../../src/report/reporter/summarise.ts'
import { facts, now, replayed, saving, tallied } from './sample.ts'

function lines(tasks: TalliedTask[], run: Partial<RunFacts> = {}): string {
  return renderSummary(summarise(tasks, facts(run)), now).join('\n')
}

const usage = { ...saving({}).usage, input_tokens: 80_000, output_tokens: 1_200 }
const price = { dollars: 0.3712, unpriced: [] }

test('a run that made no call and found nothing prints nothing', () => {
  expect(lines([])).toBe('')
  expect(lines([tallied({})], { orphans: null })).toBe('')
})

test('a run that replayed says what it saved', () => {
  const tasks = [tallied(replayed(40, { usage, ms: 96_400 })), tallied(replayed(2))]
  expect(lines(tasks, { price })).toBe(
    ' Retake  42 calls replayed in 2 tests · misses=0 · saved 81.2k tokens, $0.37, about 96 s',
  )
})

test('one call is one call', () => {
  expect(
    lines([tallied(replayed(1, { usage: { ...usage, input_tokens: 1, output_tokens: 0 }, ms: 420 }))]),
  ).toBe(' Retake  1 call replayed in 1 test · misses=0 · saved 1 token, $0, about 0.4 s')
})

test('what has no price is said, not guessed', () => {
  const unpriced = ['a', 'b'].map((model) => ({ provider: 'openai', model }))
  const tasks = [tallied(replayed(2, { usage }))]
  expect(lines(tasks, { price: { dollars: 0, unpriced } })).toContain(
    'saved 81.2k tokens, price of 2 models unknown, about',
  )
  expect(lines(tasks, { price: { dollars: 0.1, unpriced: unpriced.slice(1) } })).toContain(
    'at least $0.10 (price of 1 model unknown)',
  )
})

test('calls that reported no usage are no guess either', () => {
  const some = [tallied(replayed(3, { usage, without_usage: 1 }))]
  expect(lines(some, { price })).toContain('saved 81.2k tokens in 2 calls that counted them, at least $0.37,')
  expect(lines([tallied(replayed(3, { without_usage: 3, ms: 1_000 }))])).toContain(
    'misses=0 · saved about 1 s',
  )
})

test('a run that did more than replay counts what it did', () => {
  const tasks = [
    tallied(replayed(38)),
    tallied({ recorded: 3 }),
    tallied({ calls: 1, misses: 1, strict_violations: 1 }),
  ]
  expect(lines(tasks).split('\n')[0]).toBe(
    ' Retake  3 recorded · 38 replayed · misses=1 · 1 strict violation',
  )
  expect(lines([tallied({ forwarded: 2 })])).toBe(' Retake  2 sent to the live model · misses=0')
})

test('what deserves attention stands below, each with its command', () => {
  const ageLimits = new Map([['/project', { days: 90, isError: true }]])
  const task = tallied({ ...replayed(1), unused: 2, recorded_at: '2026-01-01T00:00:00Z' })
  const text = lines([task], {
    takes: ['/project/.retake/takes/a'],
    orphans: ['/project/b', '/project/c'],
    ageLimits,
  })
  expect(text.split('\n').slice(1)).toEqual([
    '         1 take awaits a decision: npx retake accept',
    '         2 recorded calls in 1 recording were never made: npx retake record -- npx vitest run src/a.test.ts -t asks',
    '         2 recordings belong to no test any more: npx retake prune --orphans',
    '         1 recording is older than 90 days (by now 333 days), which fails the run: npx retake record -- npx vitest run src/a.test.ts -t asks',
  ])
})

test('orphans are news also in a run without calls', () => {
  expect(lines([], { orphans: ['/project/b'] })).toBe(
    ' Retake  1 recording belongs to no test any more: npx retake prune --orphans',
  )
})

test('tests without recordings are summed up once, with the command that records them', () => {
  const missing = { calls: 1, misses: 1, strict_violations: 1, no_recording: true }
  const tasks = [1, 2, 3].map((n) => tallied(missing, { testFile: `/project/src/${n % 2}.test.ts` }))
  expect(lines(tasks)).toBe(
    [
      ' Retake  misses=3 · 3 strict violations',
      '         3 tests in 2 files have no recording yet. Record them once, with your key:',
      '',
      '           npx retake missing -- npx vitest run',
    ].join('\n'),
  )
  expect(lines(tasks.slice(0, 1))).toContain('1 test in 1 file has no recording yet. Record it once')
  const hooks = [tallied(missing, { kind: 'file' })]
  expect(lines(hooks)).toContain('the hooks of 1 file have no recording yet. Record them once')
})

test('names cannot drive the terminal', () => {
  const task = tallied({ ...replayed(1), unused: 1 }, { testFile: '/project/src/\u001b[2Ja.test.ts' })
  expect(lines([task])).not.toContain('\u001b')
})

test('what was recorded and where tests part from their recordings can be opened, the first few by name', () => {
  const recorded = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    tallied({ recorded: 1, cassette: `src/${name}.jsonl` }),
  )
  expect(lines(recorded).split('\n').slice(1)).toEqual([
    '         what was recorded is to be read in:',
    '           src/a.md',
    '           src/b.md',
    '           src/c.md',
    '           and 2 more',
  ])
  const parted = tallied(
    { calls: 1, misses: 1, strict_violations: 1, read_at: 'src/a.md:3' },
    { outcome: 'mismatch' },
  )
  const shown = renderSummary(summarise([parted], facts()), now, {
    recordKey: 'e',
    link: (text, place) => `<${place}|${text}>`,
  })
  expect(shown.slice(1)).toEqual([
    '         1 test parts from its recording at:',
    '           <src/a.md:3|src/a.md:3>',
    '',
    '         press e to record again the tests that mismatched or have no recording',
  ])
})

test('recordings that a test only warned about, and takes that were not adopted, are not to be opened', () => {
  const warned = tallied({ ...replayed(1), unused: 1, read_at: 'src/a.md:3' })
  const kept = tallied({ recorded: 1, take: '/project/.retake/takes/a' })
  expect(lines([warned, kept])).not.toContain('.md')
})

test('a rerun of watch mode that holds a recording mode back says so', () => {
  expect(lines([tallied({ ...replayed(1), held_back: 'record' })])).toContain(
    '         mode record applied to the first run of watch mode; reruns replay',
  )
})

test('ids that were made outside of what was recorded are named, the first few of them', () => {
  const outside = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ field: 'previous_response_id', value: `resp_${at + 1}` }))
  expect(lines([tallied({ recorded: 1, take: 'x', outside_state: outside(1) })])).toContain(`
         1 recorded id was made outside of the recording, and may be gone at the next record. Make it in the test or its beforeAll:
           asks: previous_response_id resp_1
`)
  const many = lines([tallied({ recorded: 1, take: 'x', outside_state: outside(5) }, { kind: 'file' })])
  expect(many).toContain('5 recorded ids were made outside of the recording')
  expect(many).toContain('           src/a.test.ts: previous_response_id resp_3\n           and 2 more')
})
