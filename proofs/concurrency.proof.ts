import { rmSync } from 'node:fs'
import { readCassette } from '../src/cassette/open.ts'
import { UserProject } from '../test/support/user-project.ts'
import { concurrencyFiles } from './concurrency/project.ts'
import type { Proof } from './proof.ts'
import { startEcho } from './support/echo-provider.ts'

const proof: Proof = {
  name: 'concurrency',
  promise:
    'concurrent tests, and concurrent clients of one server, each get and record their own calls, in the same order each time',
  async run({ slice, log }) {
    const [tests, clients] = slice ? [40, 20] : [200, 50]
    const pools = slice ? ['threads'] : ['forks', 'threads']
    const times = slice ? 1 : 3
    const echo = await startEcho(() => Math.random() * 40)
    const project = await UserProject.create(concurrencyFiles(tests, clients))
    const faults: string[] = []
    let attributed = 0
    let compared = 0
    let before: Map<string, { bytes: string; lasting: string; head: string }> | null = null
    const run = async (pool: string, env: Record<string, string>) => {
      const result = await project.vitest([`--pool=${pool}`], { env, timeout: 300_000 })
      if (result.code !== 0) faults.push(`${pool}, ${env.RETAKE}: ${result.output.slice(0, 2000)}`)
      log(`${pool}, ${env.RETAKE}: ${(result.ms / 1000).toFixed(1)} s`)
    }
    const live = {
      PROVIDER_URL: echo.url,
      OPENAI_API_KEY: 'sk-concurrency-0123456789abcdef',
      RETAKE: 'record',
    }
    try {
      for (const pool of pools) {
        // Made anew from nothing each time, so that there is something to compare; then once more over what stands.
        for (let time = 0; time <= times; time++) {
          rmSync(project.path('src/__recordings__'), { recursive: true, force: true })
          await run(pool, live)
          const { calls, wrong } = attributions(project)
          attributed += calls
          faults.push(...wrong)
          if (calls !== tests * 5 + clients * 3) faults.push(`${calls} calls are recorded`)
          const now = cassettesOf(project)
          if (before) {
            compared += now.size
            for (const [path, cassette] of now)
              if (cassette.head !== before.get(path)?.head || cassette.lasting !== before.get(path)?.lasting)
                faults.push(`${path} is not what it was`)
          }
          before = now
        }
        await run(pool, live)
        for (const [path, { bytes }] of cassettesOf(project))
          if (bytes !== before?.get(path)?.bytes) faults.push(`${path} was written though nothing changed`)
        const asked = echo.requests
        await run(pool, { PROVIDER_URL: 'http://127.0.0.1:9', RETAKE: 'replay' })
        if (echo.requests !== asked) faults.push('replay asked the provider')
      }
    } finally {
      project.remove()
      echo.close()
    }
    for (const fault of faults.slice(0, 20)) log(`FAULT ${fault}`)
    return {
      figure: `${tests} concurrent tests of 5 calls and ${clients} clients of one server, ${pools.join(' and ')}: ${attributed} calls, ${faults.length} wrong attributions or differences; ${compared} re-recorded cassettes compared`,
      ok: faults.length === 0 && attributed > 0 && compared > 0,
    }
  },
}

export default proof

/** Compares whose each call is by its text with whose cassette it is in, its place, and its answer. */
function attributions(project: UserProject): { calls: number; wrong: string[] } {
  const wrong: string[] = []
  let calls = 0
  for (const path of project.cassettes()) {
    const owner = / (\d+)\.jsonl$/.exec(path)?.[1]
    for (const call of readCassette(project.path(path)).calls) {
      calls += 1
      const text = `Owner ${owner} call ${call.call_index}.`
      const asked = JSON.stringify(call.request.body).includes(`"${text}"`)
      const told = JSON.stringify(call.events).includes(`You asked: ${text}`)
      if (!asked || !told) wrong.push(`${path}, call ${call.call_index} is not its own`)
    }
  }
  return { calls, wrong }
}

function cassettesOf(project: UserProject): Map<string, { bytes: string; lasting: string; head: string }> {
  return new Map(
    project.cassettes().map((path) => {
      const bytes = project.read(path)
      return [
        path,
        { bytes, lasting: withoutEnvelope(bytes), head: readCassette(project.path(path)).seal.head },
      ]
    }),
  )
}

/** A cassette's lines without what tells one execution from an equal one. */
function withoutEnvelope(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { recorded_at, fingerprint, at_ms, file, check, ...lasting } = JSON.parse(line)
      return JSON.stringify(lasting)
    })
    .join('\n')
}
