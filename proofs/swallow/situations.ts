/** A way in which a refused call could go unnoticed. */
export interface Situation {
  name: string
  /** What stands in its test file after the imports. */
  body: string
  /** Further test files of the same run. */
  also?: Record<string, string>
  args?: string[]
  /** What the run must print, beside the error's name. Default: that the system prompt changed. */
  prints?: string
  error?: 'ReplayMismatch' | 'UnattributedCall'
  /** How many requests the code may make: an SDK that retries makes more. `null`: the code itself asks again. Default 1. */
  attempts?: number | null
  /** Where its tests are situations of their own: their names, of which each must fail. */
  tests?: string[]
  /** Whether it records and replays green as long as the prompt is unchanged; then only the prompt makes it fail. Default. */
  green?: boolean
}

const imports = `import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFailed, onTestFinished, test, vi } from 'vitest'
import { ask, clients, pause, post, sorry } from './agent'
`

/** The test file of a situation. */
export function situationFile(body: string): string {
  return imports + body
}

const sdks = [
  'openai chat',
  'openai chat stream',
  'openai responses',
  'openai responses stream',
  'anthropic messages',
  'anthropic messages stream',
  'ai generateText, openai chat',
  'ai generateText, openai responses',
  'ai generateText, anthropic',
  'ai generateObject, openai',
  'ai streamText, openai',
  'ai streamText, anthropic',
]

const detached = 'was made after its test had ended: makes it'
const caught = "await sorry(() => ask('Caught?'))"

export const situations: Situation[] = [
  {
    name: 'everything is caught and answered with sorry',
    body: `test('a', async () => { expect(await sorry(() => ask('Hello?'))).toBeTypeOf('string') })`,
  },
  {
    name: 'the code asks again until the test times out',
    body: `test('a', { timeout: process.env.SYSTEM ? 2000 : 20000 }, async () => {
      let answer = 'sorry'
      while (answer === 'sorry') { answer = await sorry(() => ask('Again?')); await pause(20) }
    })`,
    attempts: null,
  },
  {
    name: 'the code asks again until the test times out, with retry: 1',
    body: `test('a', { timeout: process.env.SYSTEM ? 2000 : 20000, retry: 1 }, async () => {
      let answer = 'sorry'
      while (answer === 'sorry') { answer = await sorry(() => ask('Again?')); await pause(20) }
    })`,
    attempts: null,
  },
  { name: 'beforeAll', body: `beforeAll(async () => { ${caught} })\ntest('a', () => {})` },
  {
    name: 'beforeAll of a describe',
    body: `describe('d', () => { beforeAll(async () => { ${caught} }); test('a', () => {}) })`,
  },
  {
    name: 'beforeAll, not caught',
    body: `beforeAll(async () => { await ask('Hello?') })\ntest('a', () => {})`,
  },
  { name: 'beforeEach', body: `beforeEach(async () => { ${caught} })\ntest('a', () => {})` },
  { name: 'afterEach', body: `afterEach(async () => { ${caught} })\ntest('a', () => {})` },
  { name: 'afterAll', body: `afterAll(async () => { ${caught} })\ntest('a', () => {})` },
  {
    name: 'a cleanup that beforeEach returns',
    body: `beforeEach(() => async () => { ${caught} })\ntest('a', () => {})`,
  },
  {
    name: 'a cleanup that beforeAll returns',
    body: `beforeAll(() => async () => { ${caught} })\ntest('a', () => {})`,
  },
  {
    name: 'set-up and tear-down of a fixture',
    body: `const it = test.extend({ agent: async ({}, use) => { ${caught}; await use('x') } })
    it('a', ({ agent }) => { expect(agent).toBe('x') })`,
  },
  { name: 'onTestFinished', body: `test('a', () => { onTestFinished(async () => { ${caught} }) })` },
  { name: 'module scope', body: `const early = ${caught}\ntest('a', () => { expect(early).toBeDefined() })` },
  {
    name: 'module scope of a file whose tests are all skipped',
    body: `${caught}\ntest.skip('a', () => {})`,
    prints: 'this test has no recording',
    green: false,
  },
  {
    name: 'module scope under a filter that no test fits',
    body: `${caught}\ntest('a', () => {})`,
    args: ['-t', 'nothing has this name'],
  },
  { name: 'the body of a describe', body: `describe('d', async () => { ${caught}; test('a', () => {}) })` },
  {
    name: 'test.fails, caught',
    body: `test.fails('a', async () => { ${caught}; throw new Error('as expected') })`,
  },
  {
    name: 'test.fails, not caught',
    body: `test.fails('a', async () => { await ask('Hello?'); throw new Error('as expected') })`,
  },
  { name: 'retry: 2', body: `test('a', { retry: 2 }, async () => { ${caught} })`, attempts: 3 },
  { name: 'repeats: 2', body: `test('a', { repeats: 2 }, async () => { ${caught} })`, attempts: 3 },
  {
    name: 'expect.soft',
    body: `test('a', async () => { expect.soft(await sorry(() => ask('Hello?'))).toBeTypeOf('string') })`,
  },
  {
    name: 'expect().rejects takes the refusal for the error it waits for',
    body: `test('a', async () => { await expect(ask('Hello?').then(() => { throw new Error('x') })).rejects.toThrow() })`,
  },
  {
    name: 'Promise.allSettled',
    body: `test('a', async () => { await Promise.allSettled([ask('One?'), ask('Two?'), ask('Three?')]) })`,
    attempts: 3,
  },
  { name: 'Promise.race', body: `test('a', async () => { await Promise.race([${caught}, pause(300)]) })` },
  {
    name: 'test.concurrent',
    body: `test.concurrent('a', async () => { ${caught} })\ntest.concurrent('b', () => pause(50))`,
  },
  {
    name: 'describe.concurrent with a neighbour that fails',
    body: `describe.concurrent('d', () => { test('a', async () => { ${caught} }); test.fails('b', () => { throw new Error('x') }) })`,
  },
  { name: 'context.skip after the call', body: `test('a', async ({ skip }) => { ${caught}; skip() })` },
  {
    name: 'a call that nobody awaits, while its test goes on',
    body: `test('a', async () => { void sorry(() => post('Hello?')); await pause(400) })`,
  },
  {
    name: 'a call that nobody awaits, and its test ends at once',
    body: `test('makes it', () => { void sorry(() => post('Hello?')) })`,
  },
  {
    name: 'a call that nobody awaits, and a later test goes on',
    body: `test('makes it', () => { void sorry(() => post('Hello?')) })\ntest('b', () => pause(300))`,
  },
  {
    name: 'a timer that calls just before the file ends',
    body: `test('makes it', () => { setTimeout(() => void sorry(() => post('Late?')), 50) })\ntest('b', () => pause(60))`,
    error: 'UnattributedCall',
    prints: detached,
    green: false,
  },
  {
    name: 'a timer that calls while a later test runs',
    body: `test('makes it', () => { setTimeout(() => void sorry(() => post('Late?')), 50) })\ntest('b', () => pause(400))`,
    error: 'UnattributedCall',
    prints: detached,
    green: false,
  },
  {
    name: 'a timer that calls after the last test, while afterAll waits',
    body: `afterAll(() => pause(400))\ntest('makes it', () => { setTimeout(() => void sorry(() => post('Late?')), 50) })`,
    error: 'UnattributedCall',
    prints: detached,
    green: false,
  },
  {
    name: 'a timer that calls in the next file of the same worker',
    body: `test('makes it', () => { setTimeout(() => void sorry(() => post('Late?')), 50) })`,
    also: { next: `test('b', () => pause(600))` },
    args: ['--no-isolate', '--maxWorkers=1', '--sequence.shuffle.files=false'],
    error: 'UnattributedCall',
    prints: detached,
    green: false,
  },
  {
    name: 'fake timers',
    body: `test('a', async () => { vi.useFakeTimers(); try { ${caught} } finally { vi.useRealTimers() } })`,
  },
  {
    name: 'fake timers that never run, and a call that is not caught',
    body: `test('a', async () => { vi.useFakeTimers(); await ask('Hello?') })\nafterEach(() => vi.useRealTimers())`,
  },
  {
    name: 'a console that is mocked',
    body: `test('a', async () => { for (const name of ['log', 'warn', 'error']) vi.spyOn(console, name).mockImplementation(() => {}); ${caught} })`,
  },
  {
    name: 'a call more than recorded, caught',
    body: `test('a', async () => { await post('One?', 'Fixed.'); if (process.env.SYSTEM) await sorry(() => post('Two?', 'Fixed.')) })`,
    prints: 'call 1 was never recorded; the recording has 1 call',
    attempts: 2,
  },
  {
    name: 'the own retries of each SDK, caught',
    body: sdks
      .map((sdk) => `test('${sdk}', async () => { await sorry(() => clients['${sdk}']('Hello?')) })`)
      .join('\n'),
    attempts: sdks.length,
    tests: sdks,
  },
  {
    name: 'the own retries of each SDK, not caught',
    body: sdks.map((sdk) => `test('${sdk}', async () => { await clients['${sdk}']('Hello?') })`).join('\n'),
    attempts: sdks.length,
    tests: sdks,
  },
]
