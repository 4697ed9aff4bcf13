import { delimiter } from 'node:path'
import type { UserProject } from '../../test/support/user-project.ts'
import type { MatrixProviders } from './providers.ts'
import type { MatrixColumn, MatrixRow } from './rows.ts'

/** Without Retake; recording; replaying with nobody there, when the tests of mismatches ask what was not recorded. */
export const matrixRuns = ['live', 'record', 'replay'] as const
export type MatrixRun = (typeof matrixRuns)[number]

/** A test as Vitest told it. */
export interface TestReport {
  status: string
  /** What it failed with, one text per error. */
  failures: string[]
  ms: number
}

export interface RunReport {
  /** By row and cell: `openai-6/json`. */
  tests: Map<string, TestReport>
  /** Requests that the provider of each row got. */
  requests: Map<string, number>
  output: string
  ms: number
}

/** What the runs of a project have in common. */
export interface Surroundings {
  providers: MatrixProviders
  /** Only the tests of this column. */
  only: MatrixColumn | null
  /** A folder to put before the PATH. */
  bin: string | null
}

/** Runs the project's tests once, with the providers that the run wants. What is to be refused never runs without Retake. */
export async function runMatrix(
  project: UserProject,
  rows: readonly MatrixRow[],
  run: MatrixRun,
  { providers, only, bin }: Surroundings,
): Promise<RunReport> {
  const isAnswered = run !== 'replay'
  if (isAnswered) await providers.start()
  const file = `seen/${run}.json`
  const env = {
    ...environments[run],
    SEEN: `seen/${run}`,
    ...(bin ? { PATH: [bin, project.path('node_modules/.bin'), process.env.PATH].join(delimiter) } : {}),
  }
  const files = rows.filter(({ refusedAt }) => !refusedAt || run !== 'live').map(({ id }) => `sdks/${id}/`)
  const filter = only ? ['-t', `^${only}`] : []
  const args = [...files, ...filter, '--reporter=json', `--outputFile=${file}`]
  const { output, ms } = await project.vitest(args, { env, timeout: 400_000 })
  const requests = new Map([...providers.origins.keys()].map((id) => [id, providers.requests(id)]))
  if (isAnswered) await providers.stop()
  if (!project.exists(file)) throw new Error(`the ${run} run says nothing:\n${output}`)
  return { tests: readTests(project.read(file)), requests, output, ms }
}

const environments: Record<MatrixRun, Record<string, string>> = {
  live: { RETAKE: 'off' },
  record: { RETAKE: 'record' },
  replay: { SUBJECT: 'winter' },
}

interface JsonReport {
  testResults: {
    name: string
    message: string
    assertionResults: {
      title: string
      status: string
      duration?: number | null
      failureMessages: string[] | null
    }[]
  }[]
}

function readTests(text: string): Map<string, TestReport> {
  const { testResults } = JSON.parse(text) as JsonReport
  const tests = new Map<string, TestReport>()
  for (const { name, message, assertionResults } of testResults) {
    const row = /([^/\\]+)\.test\.ts$/.exec(name)?.[1]
    for (const { title, status, duration, failureMessages } of assertionResults)
      tests.set(`${row}/${title}`, { status, failures: failureMessages ?? [], ms: duration ?? 0 })
    // A file that could not be loaded has no tests to tell it.
    if (message !== '') tests.set(`${row}/`, { status: 'failed', failures: [message], ms: 0 })
  }
  return tests
}
