import type { RunFacts, TalliedTask } from '../../../src/report/reporter/summarise.ts'
import { emptyTally, type Savings, type Tally } from '../../../src/session/tally.ts'

export const now = new Date('2026-11-30T12:00:00Z')

/** A test of `/project/src/a.test.ts` whose calls came to this. */
export function tallied(tally: Partial<Tally>, task: Partial<TalliedTask> = {}): TalliedTask {
  const cassette = `src/__recordings__/a.test.ts/${Object.keys(tally).join(' ')}.jsonl`
  return {
    kind: 'test',
    testFile: '/project/src/a.test.ts',
    project: '',
    fullName: task.kind === 'file' ? null : 'asks',
    outcome: 'passed',
    ...task,
    tally: { ...emptyTally('/project', cassette), ...tally },
  }
}

/** A test that replayed calls of one model. */
export function replayed(hits: number, savings: Partial<Savings> = {}): Partial<Tally> {
  return { calls: hits, hits, savings: [saving({ calls: hits, ...savings })] }
}

export function saving(values: Partial<Savings>): Savings {
  const usage = { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, reasoning_tokens: 0 }
  return {
    provider: 'openai',
    model: 'gpt-5-mini',
    local: false,
    calls: 1,
    without_usage: 0,
    ms: 0,
    ...values,
    usage: { ...usage, ...values.usage },
  }
}

/** A full run in `/project` with nothing to find. */
export function facts(values: Partial<RunFacts> = {}): RunFacts {
  return {
    scope: 'full',
    now,
    folder: '/project',
    price: { dollars: 0, unpriced: [] },
    orphans: [],
    takes: [],
    ageLimits: new Map(),
    commands: {
      tool: (command) => `npx retake ${command}`,
      run: (mode, files, names = []) =>
        [`npx retake ${mode} -- npx vitest run`, ...files, ...names.map((name) => `-t ${name}`)].join(' '),
    },
    ...values,
  }
}
