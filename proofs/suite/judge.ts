import type { Summary } from '../../src/report/reporter/summary.ts'
import type { Suite } from './project.ts'

/** What a run must come to. */
export interface Expected {
  scope: Summary['scope']
  /** Whether a test of the suite was in the run. */
  ran: (file: string, name: string) => boolean
  /** Where the run was cut short, its counts are bounds. Default: they are exact. */
  atMost?: boolean
}

/** Vitest's own JSON report, as far as it is read. */
export interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
}

/** Compares the counts and the findings of a run with what is known of the suite. */
export function compare(suite: Suite, { scope, ran, atMost = false }: Expected, summary: Summary): string[] {
  const faults: string[] = []
  const calling = [...suite.calling].filter(([test]) => ran(test.file, test.name))
  const unused = suite.unused.filter((path) => ran(...ownerOf(path)))
  const same = (what: string, found: number, wanted: number) => {
    if (atMost ? found > wanted : found !== wanted) faults.push(`${what} is ${found}, not ${wanted}`)
  }
  if (summary.scope !== scope) faults.push(`scope is ${summary.scope}, not ${scope}`)
  same('tests', summary.tests, calling.length)
  same(
    'hits',
    summary.hits,
    calling.reduce((sum, [, calls]) => sum + calls, 0),
  )
  if (summary.calls !== summary.hits) faults.push(`calls is ${summary.calls}, hits is ${summary.hits}`)
  for (const count of ['misses', 'strict_violations', 'recorded', 'forwarded'] as const)
    if (summary[count] !== 0) faults.push(`${count} is ${summary[count]}`)
  if (summary.takes.paths.length > 0 || summary.no_recording.tests > 0)
    faults.push('it found takes or missing recordings')
  faults.push(
    ...compareSets(
      'unused',
      summary.unused.recordings.map(({ cassette }) => cassette),
      unused,
      atMost,
    ),
  )
  same('unused calls', summary.unused.calls, unused.length)
  if (scope !== 'full') {
    if (summary.orphans !== null) faults.push('it judges orphans')
  } else faults.push(...compareSets('orphans', summary.orphans?.cassettes ?? [], suite.orphans, false))
  return faults
}

function compareSets(
  what: string,
  found: readonly string[],
  wanted: readonly string[],
  atMost: boolean,
): string[] {
  const missing = atMost ? [] : wanted.filter((path) => !found.includes(path))
  const extra = found.filter((path) => !wanted.includes(path))
  return [
    ...missing.map((path) => `${what}: ${path} is not found`),
    ...extra.map((path) => `${what}: ${path} is none`),
  ]
}

/** Test file and test name of a cassette of the suite. */
function ownerOf(cassette: string): [string, string] {
  const match = /^(.*)\/__recordings__\/(.*)\/(.*)\.jsonl$/.exec(cassette) as unknown as [
    string,
    string,
    string,
    string,
  ]
  return [`${match[1]}/${match[2]}`, match[3]]
}
