import { readFileSync } from 'node:fs'
import { UserProject } from '../test/support/user-project.ts'
import { alternate } from './measure.ts'

/** An empty setup file, Retake's own, which needs no file, and in `setups/` how each peer's documentation sets it up. */
export type Setup = 'empty' | 'retake' | 'msw' | 'nock' | 'polly' | 'msw-snapshot' | 'aimock'

export interface SetupCostOptions {
  setups: readonly Setup[]
  /** Test files, each with one test that makes no call. */
  files: number
  rounds: number
}

/**
 * Measures what a setup file costs each test file, with the isolation that is Vitest's default. Milliseconds of setup,
 * import and test time together, the mean over the files of a run; one figure for every round.
 *
 * @throws where a run fails or leaves a file out.
 */
export async function measureSetupCost({
  setups,
  files,
  rounds,
}: SetupCostOptions): Promise<Map<Setup, number[]>> {
  const project = await UserProject.create({
    'vitest.config.ts': config,
    'durations.ts': reporter,
    ...Object.fromEntries(
      setups.filter((setup) => setup !== 'retake').map((setup) => [`setups/${setup}.ts`, setupFile(setup)]),
    ),
    ...Object.fromEntries(Array.from({ length: files }, (_, at) => [`src/plain-${at}.test.ts`, plainTest])),
  })
  try {
    const run = (setup: Setup) => oneRun(project, setup, files)
    // Fills the caches of Vitest and of the disk.
    for (const setup of setups) await run(setup)
    return await alternate(setups, rounds, run)
  } finally {
    project.remove()
  }
}

async function oneRun(project: UserProject, setup: Setup, files: number): Promise<number> {
  const file = setup === 'retake' ? 'retake/vitest' : `./setups/${setup}.ts`
  const run = await project.vitest([], { env: { SETUP: file }, timeout: 300_000 })
  if (run.code !== 0) throw new Error(`vitest with the setup ${setup} failed:\n${run.output}`)
  const durations = JSON.parse(project.read('durations.json')) as number[]
  if (durations.length !== files) throw new Error(`${durations.length} of ${files} files ran`)
  return durations.reduce((sum, ms) => sum + ms, 0) / files
}

function setupFile(setup: Setup): string {
  return readFileSync(new URL(`setups/${setup}.ts`, import.meta.url), 'utf8')
}

const plainTest = `import { expect, test } from 'vitest'
test('adds', () => {
  expect(1 + 1).toBe(2)
})
`

/** One worker at a time: two would measure each other. */
const config = `import { defineConfig } from 'vitest/config'
export default defineConfig({
  test: {
    setupFiles: [process.env.SETUP],
    maxWorkers: 1,
    reporters: ['./durations.ts'],
  },
})
`

const reporter = `import { writeFileSync } from 'node:fs'
export default class Durations {
  onTestRunEnd(modules) {
    const cost = (module) => {
      const { setupDuration, collectDuration, duration } = module.diagnostic()
      return setupDuration + collectDuration + duration
    }
    writeFileSync('durations.json', JSON.stringify(modules.map(cost)))
    const failed = modules.filter((module) => module.state() !== 'passed')
    for (const module of failed) console.log(module.moduleId, module.errors(), module.state())
  }
}
`
