import { existsSync, readFileSync } from 'node:fs'
import { readCassette } from '../../src/cassette/open.ts'
import { safeName } from '../../src/cassette/path.ts'
import type { UserProject } from '../../test/support/user-project.ts'
import { type Evidence, judgeRow, type RowFinding } from './judge.ts'
import type { Kits } from './kits.ts'
import { createMatrixProject } from './project.ts'
import { MatrixProviders } from './providers.ts'
import { type MatrixColumn, type MatrixRow, matrixColumns, type NodeMajor } from './rows.ts'
import { type MatrixRun, type RunReport, runMatrix } from './runs.ts'

/** Which part of the matrix is tried. */
export interface Extent {
  runs: readonly MatrixRun[]
  /** Default: all columns. */
  only?: MatrixColumn
}

/**
 * Carries out the runs of the rows under one Node, in a project of their own, and judges them.
 *
 * @param kits `null`: the packages of the repository, under the Node that runs
 */
export async function tryRows(
  rows: readonly MatrixRow[],
  major: NodeMajor,
  kits: Kits | null,
  { runs, only }: Extent,
  log: (line: string) => void,
): Promise<Map<string, RowFinding>> {
  const providers = new MatrixProviders(rows)
  // Their ports are known from the first start.
  await providers.start()
  await providers.stop()
  const project = await createMatrixProject(rows, providers.origins, kits && ((row) => kits.modulesOf(row)))
  try {
    const reports: Partial<Record<MatrixRun, RunReport>> = {}
    for (const run of runs)
      reports[run] = await runMatrix(project, rows, run, {
        only: only ?? null,
        providers,
        bin: kits?.nodeBin(major) ?? null,
      })
    const times = runs.map((run) => `${run} ${((reports[run]?.ms ?? 0) / 1000).toFixed(1)} s`)
    log(`Node ${major}, ${rows.length} rows: ${times.join(', ')}`)
    const evidence = evidenceOf(project, reports)
    return new Map(rows.map((row) => [row.id, judgeRow(row, evidence, only ? [only] : matrixColumns)]))
  } finally {
    await providers.stop()
    project.remove()
  }
}

function evidenceOf(project: UserProject, reports: Evidence['reports']): Evidence {
  return {
    reports,
    seen(run, test) {
      const file = project.path(`seen/${run}/${test}.json`)
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
    },
    endings(test) {
      const [row, name] = test.split('/')
      const file = project.path(`sdks/${row}/__recordings__/${row}.test.ts/${safeName(name as string)}.jsonl`)
      return existsSync(file) ? readCassette(file).calls.map(({ outcome }) => outcome) : []
    },
  }
}
