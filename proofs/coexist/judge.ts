import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { UserProject } from '../../test/support/user-project.ts'
import { type Arrangement, fileOf, mocked, recordedTests } from './project.ts'

interface JsonReport {
  testResults: {
    name: string
    message: string
    assertionResults: { title: string; status: string; failureMessages: string[] }[]
  }[]
}

/** What of a run is not as it must be, one line each. */
export function faultsOf(
  project: UserProject,
  report: string,
  arrangements: readonly Arrangement[],
  isReplay: boolean,
): string[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport
  const byFile = new Map(testResults.map((file) => [relative(project.folder, file.name), file]))
  const faults: string[] = []
  for (const arrangement of arrangements) {
    const name = fileOf(arrangement)
    const file = byFile.get(name)
    if (!file || file.assertionResults.length === 0) {
      faults.push(`${name}: did not run: ${file?.message.split('\n')[0] ?? ''}`)
      continue
    }
    if (file.message) faults.push(`${name}: ${file.message.slice(0, 300)}`)
    for (const { title, status, failureMessages } of file.assertionResults) {
      const refusal = isReplay ? refusalOf(title) : null
      const message = failureMessages.join('\n')
      if (refusal && !(status === 'failed' && message.includes(refusal)))
        faults.push(`${name} > ${title}: ${status} without ${refusal}: ${message.slice(0, 300)}`)
      else if (!refusal && !['passed', 'skipped', 'pending'].includes(status))
        faults.push(`${name} > ${title}: ${message.slice(0, 300)}`)
    }
  }
  return faults
}

/** The error that a request without mock and recording must end in; `null` where the test passes. */
function refusalOf(title: string): string | null {
  return title.startsWith('new by ') ? 'ReplayMismatch: this test has no recording' : null
}

/** Cassettes that are missing, or that hold what a mock said. */
export function recordingFaults(project: UserProject, arrangements: readonly Arrangement[]): string[] {
  const wanted = arrangements.flatMap((arrangement) =>
    recordedTests(arrangement).map((test) => {
      const [folder, file] = fileOf(arrangement).split('/') as [string, string]
      return join(folder, '__recordings__', file, `${test}.jsonl`)
    }),
  )
  const found = project.cassettes()
  return [
    ...wanted.filter((path) => !found.includes(path)).map((path) => `${path} was not recorded`),
    ...found.filter((path) => !wanted.includes(path)).map((path) => `${path} was recorded`),
    ...found
      .filter((path) => project.read(path).includes(mocked))
      .map((path) => `${path} holds a mock's answer`),
  ]
}
