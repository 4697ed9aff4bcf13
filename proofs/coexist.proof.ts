import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startProvider } from '../examples/provider/provider.ts'
import { root } from '../scripts/pack.ts'
import { UserProject } from '../test/support/user-project.ts'
import { faultsOf, recordingFaults } from './coexist/judge.ts'
import { addMswCopy, installMswCopy, mswExports, mswThree } from './coexist/peers.ts'
import { arrangementsOf, contentOf, fileOf, supportFiles } from './coexist/project.ts'
import type { Proof, ProofContext } from './proof.ts'
import { MissingRequirement } from './support/requirement.ts'

interface Outcome {
  arrangements: number
  faults: string[]
  leaks: number
}

const proof: Proof = {
  name: 'coexist',
  promise:
    "a user's own mocks and servers answer first and are never recorded, Retake answers the rest, nothing leaks",
  async run(context) {
    const { slice, log } = context
    if (!existsSync(join(root, 'node_modules', 'nock'))) throw new MissingRequirement('nock 14 (npm ci)')
    const outcomes = [
      await carryOut(
        context,
        'msw 2 (the same copy, another copy), nock 14, mock functions',
        async (project) => ({
          copies: {
            same: '../msw-same.js',
            ...(slice ? {} : { other: addMswCopy(project, 'other', join(root, 'node_modules')) }),
          },
          nock: true,
        }),
      ),
    ]
    const three = slice ? null : await mswThree()
    if (three)
      outcomes.push(
        await carryOut(context, 'msw 3 on Node 22', async (project) => {
          const copies = { three: addMswCopy(project, 'three', three.modules) }
          installMswCopy(project, 'three')
          return { copies, nock: false, node: three.node }
        }),
      )
    const arrangements = outcomes.reduce((sum, outcome) => sum + outcome.arrangements, 0)
    const faults = outcomes.flatMap((outcome) => outcome.faults)
    const leaks = outcomes.reduce((sum, outcome) => sum + outcome.leaks, 0)
    for (const fault of faults) log(`FAULT ${fault}`)
    log(
      `covered: msw 2${three ? ', msw 3' : ''}, nock 14, vi.fn and its kin${slice ? ' (msw 3: full proof only)' : ''}`,
    )
    if (!slice && !three)
      throw new MissingRequirement('node@22 and msw@3 from the registry; all else is covered above')
    const mocks = faults.filter((fault) => / holds a mock/.test(fault)).length
    const wrong = new Set(faults.map((fault) => /(?:msw|handlers|nock|mock)\.\S+\.test\.ts/.exec(fault)?.[0]))
      .size
    const answered = faults.length === 0 ? 'the right one answered in all' : `something wrong in ${wrong}`
    return {
      figure: `${arrangements} arrangements, ${answered}; ${mocks} recorded mocks; ${leaks} requests reached the canary`,
      ok: faults.length === 0 && leaks === 0,
    }
  },
}

export default proof

interface Surroundings {
  copies: Record<string, string>
  nock: boolean
  /** Another Node than the one at hand. */
  node?: string
}

/** Records all arrangements of a project, then replays them with further tests, while the provider is the canary. */
async function carryOut(
  { slice, log, args }: ProofContext,
  title: string,
  surround: (project: UserProject) => Promise<Surroundings>,
): Promise<Outcome> {
  const provider = await startProvider()
  const project = await UserProject.create({ 'msw-same.js': mswExports })
  try {
    const { copies, nock, node = process.execPath } = await surround(project)
    const all = arrangementsOf(Object.keys(copies), nock, slice)
    const chosen = all.filter((arrangement) => !args[0] || fileOf(arrangement).includes(args[0]))
    const lacksMocks = node !== process.execPath
    const arrangements = chosen.filter(
      ({ library }) => !(lacksMocks && library !== 'msw' && library !== 'handlers'),
    )
    if (arrangements.length === 0) return { arrangements: 0, faults: [], leaks: 0 }
    project.write(supportFiles(copies))
    project.write(Object.fromEntries(arrangements.map((each) => [fileOf(each), contentOf(each)])))
    const run = async (PHASE: 'record' | 'replay') => {
      const started = performance.now()
      const report = project.path(`${PHASE}.json`)
      const vitest = project.path('node_modules/vitest/vitest.mjs')
      const result = await project.run([node, vitest, 'run', '--reporter=json', `--outputFile=${report}`], {
        env: {
          NODE_OPTIONS: `--import=${pathToFileURL(project.path('dns.mjs')).href}`,
          PROVIDER_URL: provider.url.replace('127.0.0.1', 'api.openai.com'),
          OPENAI_API_KEY: 'sk-coexist-0123456789abcdefghij',
          PHASE,
          RETAKE: PHASE,
        },
        timeout: 900_000,
      })
      if (args[0]) log(result.output)
      if (!existsSync(report)) throw new Error(`no report of the run:\n${result.output}`)
      log(`${title}: ${PHASE} of ${arrangements.length} arrangements, ${seconds(started)}`)
      return faultsOf(project, report, arrangements, PHASE === 'replay').map((fault) => `${fault} (${PHASE})`)
    }
    const faults = await run('record')
    faults.push(...recordingFaults(project, arrangements))
    const calls = project
      .cassettes()
      .reduce((sum, path) => sum + (project.read(path).match(/^\{"type":"request"/gm) ?? []).length, 0)
    if (provider.requests.length !== calls)
      faults.push(`${title}: ${provider.requests.length} requests made ${calls} recorded calls`)
    provider.requests.length = 0
    faults.push(...(await run('replay')))
    return { arrangements: arrangements.length, faults, leaks: provider.requests.length }
  } finally {
    project.remove()
    await provider.close()
  }
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}
