import { outcomeDifference } from '../support/outcome-difference.ts'
import type { CellOutcome, MissOutcome } from './inside/cells.ts'
import type { MatrixColumn, MatrixRow } from './rows.ts'
import { type MatrixRun, matrixRuns, type RunReport } from './runs.ts'

/** What became of a cell: it works, is refused with the remedy, or neither. */
export type CellState = 'works' | 'refused' | 'fails'

/** What the runs of a row came to. */
export interface RowFinding {
  cells: Record<MatrixColumn, CellState>
  /** What does not hold, each in one line. */
  faults: string[]
  /** Of each call that no recording had: milliseconds until the SDK gave up. */
  missMs: number[]
  /** Requests that such calls made beyond their first. */
  retries: number
}

/** What the runs left behind. */
export interface Evidence {
  /** Of the runs that were made. */
  reports: Partial<Record<MatrixRun, RunReport>>
  /** What the code saw in a run, by test; `null` where it did not come so far. */
  seen(run: MatrixRun, test: string): unknown
  /** How the calls of a test's recording ended; empty without a recording. */
  endings(test: string): string[]
}

/** The tests behind a column. */
const testsOf = (column: MatrixColumn) =>
  column === 'mismatch' ? ['mismatch', 'mismatch, streamed'] : [column]

/** A refusal that comes later than this, in milliseconds, is a client that hangs. */
const refusedWithin = 10_000

/** The runs that were made, in their order. */
const runsOf = (reports: Evidence['reports']) => matrixRuns.filter((run) => reports[run])

/** Judges the cells of a row in the columns that were tried. */
export function judgeRow(row: MatrixRow, evidence: Evidence, columns: readonly MatrixColumn[]): RowFinding {
  const finding: RowFinding = {
    cells: {} as Record<MatrixColumn, CellState>,
    faults: [],
    missMs: [],
    retries: 0,
  }
  for (const column of columns) {
    const faults = testsOf(column).flatMap((test) =>
      row.refusedAt ? refusalFaults(row, test, evidence) : workingFaults(row, test, evidence),
    )
    if (column === 'mismatch' && !row.refusedAt)
      for (const test of testsOf(column)) faults.push(...missFaults(row, test, evidence, finding))
    finding.cells[column] = faults.length > 0 ? 'fails' : row.refusedAt ? 'refused' : 'works'
    finding.faults.push(...faults)
  }
  const sent = evidence.reports.replay?.requests.get(row.id) ?? 0
  if (sent > 0) finding.faults.push(`${row.id}: ${sent} requests left in replay`)
  return finding
}

/** What a test saw is the same in each run, and its recording is there. */
function workingFaults({ id }: MatrixRow, test: string, { reports, seen, endings }: Evidence): string[] {
  const name = `${id}/${test}`
  const isMiss = test.startsWith('mismatch')
  const runs = runsOf(reports).filter((run) => !isMiss || run !== 'replay')
  const faults: string[] = []
  const wanted = withoutTimes(seen(runs[0] as MatrixRun, name))
  for (const run of runs) {
    const { status, failures = [] } = reports[run]?.tests.get(name) ?? reports[run]?.tests.get(`${id}/`) ?? {}
    const difference = outcomeDifference(wanted, withoutTimes(seen(run, name)))
    if (status !== 'passed') faults.push(`${name}, ${run}: ${status ?? 'not run'}: ${failures.join('; ')}`)
    else if (difference) faults.push(`${name}, ${run}: ${difference}`)
  }
  if (/^(?:json|stream|tools)$/.test(test)) {
    // Errors may be equal, too.
    const { error, events } = (wanted ?? { error: 'no outcome', events: [] }) as CellOutcome
    const told = error ?? events.find((event) => (event as { type?: unknown } | null)?.type === 'error')
    if (told) faults.push(`${name}: ends in an error: ${JSON.stringify(told).slice(0, 300)}`)
  }
  const ended = endings(name)
  if (ended.length === 0) faults.push(`${name}: nothing is recorded`)
  else if (test === 'abort' && !ended.includes('aborted')) faults.push(`${name}: was not aborted: ${ended}`)
  return faults
}

/** The test fails at once while recording and in replay, with the error that says what to do. */
function refusalFaults({ id }: MatrixRow, test: string, { reports }: Evidence): string[] {
  return (['record', 'replay'] as const).flatMap((run) => {
    const told = reports[run]?.tests.get(`${id}/${test}`)
    const text = told?.failures.join('\n') ?? ''
    if (!/TransportNotIntercepted/.test(text) || !/Give the client/.test(text))
      return [`${id}/${test}, ${run}: ${told?.status ?? 'not run'}, not refused: ${text}`]
    return (told?.ms ?? 0) > refusedWithin ? [`${id}/${test}, ${run}: refused only after ${told?.ms} ms`] : []
  })
}

/** A changed call is attempted once, its SDK hands on the mismatch, and the test fails with it though the code caught it. */
function missFaults(
  { id }: MatrixRow,
  test: string,
  { reports, seen }: Evidence,
  finding: RowFinding,
): string[] {
  const name = `${id}/${test}`
  const told = reports.replay?.tests.get(name)
  const misses = (seen('replay', name) ?? []) as MissOutcome[]
  const faults: string[] = []
  if (!told?.failures.some((text) => text.startsWith('ReplayMismatch: ')))
    faults.push(`${name}, asked something else: ${told?.status ?? 'not run'}: ${told?.failures.join('; ')}`)
  if (misses.length === 0) faults.push(`${name}, asked something else: saw nothing`)
  for (const { ms, attempts, outcome } of misses) {
    finding.missMs.push(ms)
    finding.retries += Math.max(0, attempts - 1)
    if (attempts !== 1) faults.push(`${name}, asked something else: ${attempts} attempts`)
    if (!JSON.stringify(outcome).includes('ReplayMismatch'))
      faults.push(`${name}, asked something else: the SDK says only ${JSON.stringify(outcome).slice(0, 300)}`)
  }
  return faults
}

/** Of calls that were meant to miss, the outcomes alone. */
function withoutTimes(seen: unknown): unknown {
  return Array.isArray(seen) && seen.every(isMiss) ? seen.map(({ outcome }) => outcome) : seen
}

function isMiss(item: unknown): item is MissOutcome {
  return typeof item === 'object' && item !== null && 'attempts' in item
}
