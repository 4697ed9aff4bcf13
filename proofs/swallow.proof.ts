import { readFileSync, rmSync } from 'node:fs'
import { startProvider } from '../examples/provider/provider.ts'
import { type CommandResult, UserProject } from '../test/support/user-project.ts'
import type { Proof } from './proof.ts'
import { agentFiles } from './swallow/project.ts'
import { type Situation, situationFile, situations } from './swallow/situations.ts'

const key = 'sk-swallow-0123456789abcdefghij'

const inSlice =
  /with sorry|times out$|^beforeAll$|test\.fails, caught|retry: 2|nobody awaits, and its|each SDK, caught/

const proof: Proof = {
  name: 'swallow',
  promise: 'a refused call fails the run at once, whatever the code does with the refusal',
  async run({ slice, log, args }) {
    const wanted = args[0]
    const chosen = situations.filter(({ name }) =>
      wanted ? name.includes(wanted) : !slice || inSlice.test(name),
    )
    const provider = await startProvider()
    const project = await UserProject.create({ ...agentFiles, ...filesOf(chosen) })
    const env = {
      PROVIDER_URL: provider.url,
      OPENAI_API_KEY: key,
      ANTHROPIC_API_KEY: key,
      ...counters(project),
    }
    const faults: string[] = []
    try {
      const green = chosen
        .filter((situation) => situation.green !== false)
        .map((situation) => fileOf(situation))
      for (const RETAKE of green.length > 0 ? ['record', 'replay'] : []) {
        const control = await project.vitest([...green, '--testTimeout=20000'], {
          env: { ...env, RETAKE },
          timeout: 240_000,
        })
        if (control.code !== 0) throw new Error(`unchanged, they do not ${RETAKE} green:\n${control.output}`)
      }
      const asked = provider.requests.length
      for (const situation of chosen) {
        for (const file of Object.values(counters(project))) rmSync(file, { force: true })
        const result = await project.vitest(argumentsOf(situation), {
          env: { ...env, SYSTEM: 'Answer in two sentences.' },
        })
        const attempts = lines(env.ATTEMPTS, '').length
        const found = faultsOf(situation, result, attempts)
        if (provider.requests.length > asked) found.push('the provider was asked')
        provider.requests.length = asked
        log(
          `${found.length ? 'SWALLOWED' : 'shown'.padEnd(9)} ${situation.name}  (${timesOf(result, attempts, lines(env.TOOK, '\n'))})`,
        )
        for (const fault of found) faults.push(`${situation.name}: ${fault}`)
        if (found.length || wanted) log(result.output)
      }
    } finally {
      project.remove()
      await provider.close()
    }
    for (const fault of faults) log(fault)
    const swallowed = new Set(faults.map((fault) => fault.split(': ')[0])).size
    return {
      figure: `${chosen.reduce((sum, { tests }) => sum + (tests?.length ?? 1), 0)} situations, ${swallowed} swallowed`,
      ok: chosen.length > 0 && swallowed === 0,
    }
  },
}

export default proof

function faultsOf(situation: Situation, { code, output }: CommandResult, attempts: number): string[] {
  const { error = 'ReplayMismatch', attempts: allowed = 1 } = situation
  const { prints = 'the system prompt changed', tests = [] } = situation
  const faults: string[] = []
  if (code === 0) faults.push('the run exits with 0')
  if (!output.includes(`${error}: `)) faults.push(`${error} is not printed`)
  if (!output.includes(prints)) faults.push(`it does not print: ${prints}`)
  for (const test of tests)
    if (!new RegExp(`^ FAIL .* > ${test}\n(?: FAIL .*\n)*${error}: ${prints}`, 'm').test(output))
      faults.push(`${test} does not fail with it`)
  if (allowed !== null && attempts !== allowed) faults.push(`${attempts} requests were made, not ${allowed}`)
  return faults
}

function timesOf(result: CommandResult, attempts: number, took: string[]): string {
  const calls = took.length ? `, answered in ${Math.max(...took.map(Number))} ms` : ''
  return `${attempts} ${attempts === 1 ? 'request' : 'requests'}${calls}, run ${Math.round(result.ms)} ms`
}

function filesOf(chosen: Situation[]): Record<string, string> {
  const files: Record<string, string> = {}
  for (const situation of chosen) {
    files[fileOf(situation)] = situationFile(situation.body)
    for (const [name, body] of Object.entries(situation.also ?? {}))
      files[fileOf(situation, name)] = situationFile(body)
  }
  return files
}

function argumentsOf(situation: Situation): string[] {
  const others = Object.keys(situation.also ?? {}).map((name) => fileOf(situation, name))
  return [fileOf(situation), ...others, ...(situation.args ?? [])]
}

function fileOf({ name }: Situation, part = 'first'): string {
  return `src/${name.replaceAll(/\W+/g, '-')}.${part}.test.ts`
}

function counters(project: UserProject): { ATTEMPTS: string; TOOK: string } {
  return { ATTEMPTS: project.path('attempts.log'), TOOK: project.path('took.log') }
}

function lines(file: string, separator: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(separator).filter(Boolean)
  } catch {
    return []
  }
}
