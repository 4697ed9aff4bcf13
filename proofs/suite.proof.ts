import { readFileSync, rmSync } from 'node:fs'
import type { Summary } from '../src/report/reporter/summary.ts'
import { UserProject } from '../test/support/user-project.ts'
import type { Proof } from './proof.ts'
import { compare, type Expected, type Report } from './suite/judge.ts'
import { planSuite, suiteFiles } from './suite/project.ts'
import { startEcho } from './support/echo-provider.ts'

const proof: Proof = {
  name: 'suite',
  promise:
    'the counts and the findings of a large suite are right in full, filtered, sharded, shuffled and cut-short runs',
  async run({ slice, log }) {
    const files = slice ? 30 : 1000
    const { suite, recorded, changed, deleted } = planSuite(files)
    const echo = await startEcho(() => 0)
    const project = await UserProject.create({ ...suiteFiles, ...recorded })
    const faults: string[] = []
    let runs = 0

    const run = async (name: string, args: string[], env: Record<string, string> = {}, code = 0) => {
      const result = await project.vitest(args, {
        env: { PROVIDER_URL: 'http://127.0.0.1:9', RETAKE_SUMMARY: 'summary.json', ...env },
        timeout: 900_000,
      })
      log(`${name}: ${(result.ms / 1000).toFixed(1)} s`)
      if (result.code !== code)
        faults.push(`${name}: ended with ${result.code}: ${result.output.slice(-1500)}`)
      return result
    }
    /** A run whose summary and number of passed tests are compared with what is known. */
    const check = async (
      name: string,
      args: string[],
      expected: Expected,
      passed: number | null,
      code = 0,
    ) => {
      rmSync(project.path('summary.json'), { force: true })
      await run(name, [...args, '--reporter=json', '--outputFile=report.json'], {}, code)
      const report: Report = JSON.parse(readFileSync(project.path('report.json'), 'utf8'))
      const summary: Summary = JSON.parse(readFileSync(project.path('summary.json'), 'utf8'))
      if (passed !== null && report.numPassedTests !== passed)
        faults.push(`${name}: ${report.numPassedTests} tests passed, not ${passed}`)
      faults.push(...compare(suite, expected, summary).map((fault) => `${name}: ${fault}`))
      runs++
      log(
        `  ${summary.hits} hits, ${summary.unused.recordings.length} unused, ${summary.orphans?.cassettes.length ?? 'no'} orphans`,
      )
    }

    try {
      await run('record', ['--reporter=dot'], {
        PROVIDER_URL: echo.url,
        OPENAI_API_KEY: 'sk-suite-0123456789abcdefghijkl',
        RETAKE: 'record',
      })
      project.write(changed)
      for (const file of deleted) rmSync(project.path(file))
      const asked = echo.requests
      const everything = () => true
      const all = suite.tests.length

      await check('full', [], { scope: 'full', ran: everything }, all)
      await check(
        'shuffled',
        ['--sequence.shuffle.files', '--sequence.shuffle.tests', '--sequence.seed=20261130'],
        { scope: 'full', ran: everything },
        all,
      )
      const inPart = (file: string) => file.startsWith('src/part-1')
      await check(
        'filtered by file',
        ['src/part-1'],
        { scope: 'filtered', ran: inPart },
        suite.tests.filter(({ file }) => inPart(file)).length,
      )
      const named = (_file: string, name: string) => name.startsWith('test 0')
      await check(
        'filtered by name',
        ['-t', 'test 0 of'],
        { scope: 'filtered', ran: named },
        suite.tests.filter(({ file, name }) => named(file, name)).length,
      )
      for (const shard of [1, 2, 3, 4]) {
        const { output } = await run(`shard ${shard}`, [`--shard=${shard}/4`, '--reporter=blob'])
        if (output.includes('belong to no test')) faults.push(`shard ${shard} judges orphans`)
      }
      await check('four shards merged', ['--merge-reports'], { scope: 'full', ran: everything }, all)

      const broken = suite.tests.find(({ calls }) => calls === 0)?.file as string
      const whole = project.read(broken)
      project.write({ [broken]: `${whole}test('fails', () => { throw new Error('as it should') })\n` })
      await check('bail', ['--bail=1'], { scope: 'cut_short', ran: everything, atMost: true }, null, 1)
      await check('full with a failure', [], { scope: 'full', ran: everything }, all, 1)
      if (echo.requests !== asked) faults.push('the provider was asked')
    } finally {
      project.remove()
      echo.close()
    }
    for (const fault of faults.slice(0, 20)) log(`FAULT ${fault}`)
    return {
      figure: `${files} files, ${suite.tests.length} tests, ${suite.calling.size} with calls: ${runs} runs, ${suite.unused.length} unused and ${suite.orphans.length} orphans to find, ${faults.length} wrong`,
      ok: faults.length === 0 && runs === 7,
    }
  },
}

export default proof
