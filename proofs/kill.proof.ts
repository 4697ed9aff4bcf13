import { rmSync } from 'node:fs'
import { UserProject } from '../test/support/user-project.ts'
import { judge } from './kill/judge.ts'
import { killFiles, killTests } from './kill/project.ts'
import { runAndKill } from './kill/round.ts'
import type { Proof } from './proof.ts'
import { startEcho } from './support/echo-provider.ts'

const proof: Proof = {
  name: 'kill',
  promise:
    'kill -9 while recording leaves every cassette wholly old or wholly new, and loses no answer that had arrived',
  async run({ slice, log }) {
    const kills = slice ? 6 : 200
    const echo = await startEcho(() => Math.random() * 25)
    const project = await UserProject.create(killFiles)
    const marks = project.path('marks.jsonl')
    const tests = Object.values(killTests).flat()
    const faults: string[] = []
    const sums = { killed: 0, inTakes: 0, inCassettes: 0, old: 0, new: 0 }
    let versions = new Map<string, number>()
    const play = (round: number, after: number | null, mode = 'record') => {
      const asked = echo.requests
      const env = {
        PATH: process.env.PATH,
        HOME: project.folder,
        NO_COLOR: '1',
        OPENAI_API_KEY: 'sk-kill-0123456789abcdefghijkl',
        PROVIDER_URL: echo.url,
        MARKS: marks,
        VERSION: String(round),
        RETAKE: mode,
      }
      return runAndKill(project, env, () => echo.requests > asked, after)
    }
    const forgetTakes = () => {
      rmSync(project.path('.retake/takes'), { recursive: true, force: true })
      rmSync(marks, { force: true })
    }
    try {
      const first = await play(1, null)
      if (first.code !== 0) throw new Error(`it does not record:\n${first.output}`)
      const begun = judge(project, marks, 1, versions)
      faults.push(...begun.faults.map((fault) => `before any kill: ${fault}`))
      versions = begun.versions
      for (let round = 2; sums.killed < kills; round++) {
        if (round > 3 * kills + 10)
          throw new Error(`only ${sums.killed} of ${round} runs were still running when killed`)
        forgetTakes()
        // From the first request to the end of the run, its adoptions and its way out included.
        const { ended } = await play(round, Math.random() * first.ms)
        if (ended === 'killed') sums.killed++
        const found = judge(project, marks, round, versions)
        faults.push(...found.faults.map((fault) => `round ${round}: ${fault}`))
        sums.inTakes += found.arrived.inTakes
        sums.inCassettes += found.arrived.inCassettes
        for (const test of tests) sums[found.versions.get(test) === round ? 'new' : 'old']++
        versions = found.versions
        if (round % 20 === 0) log(`round ${round}: ${JSON.stringify(sums)}, ${faults.length} faults`)
      }
      forgetTakes()
      const last = await play(100_000, null)
      if (last.code !== 0) faults.push(`after it all it does not record:\n${last.output}`)
      const replayed = await play(100_000, null, 'replay')
      if (replayed.code !== 0) faults.push(`after it all it does not replay:\n${replayed.output}`)
      const left = project.files('src').filter((file) => file.endsWith('.tmp'))
      if (left.length > 0) faults.push(`left behind: ${left.join(', ')}`)
    } finally {
      project.remove()
      echo.close()
    }
    for (const fault of faults.slice(0, 20)) log(`FAULT ${fault}`)
    return {
      figure: `${sums.killed} kills: cassettes ${sums.old} old, ${sums.new} new, ${faults.length} faults; of ${sums.inTakes + sums.inCassettes} arrived answers ${sums.inTakes} in takes, ${sums.inCassettes} in adopted cassettes`,
      ok: faults.length === 0 && sums.inTakes > 0 && sums.new > 0,
    }
  },
}

export default proof
