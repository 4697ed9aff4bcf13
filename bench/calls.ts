import { mkdirSync, readFileSync } from 'node:fs'
import { UserProject } from '../test/support/user-project.ts'
import type { Job, Measured, PeerName, TestName } from './job.ts'
import { alternate } from './measure.ts'
import { startBenchProvider } from './provider.ts'

export interface CallsOptions {
  peers: readonly PeerName[]
  /** Calls of each test. */
  counts: Record<TestName, number>
  largeBytes: number
  /** How often each peer replays. */
  rounds: number
  log(line: string): void
}

/** What the peers did with the same calls. */
export interface CallsResult {
  /** While recording, by peer; `none` is bare `fetch`. A peer that cannot do a test says why. */
  recorded: Map<PeerName | 'none', Measured | { cannot: string }>
  /** Round by round. */
  replayed: Map<PeerName, Measured[]>
  /** What a peer said where it could not replay. */
  faults: Map<PeerName, string>
  /** Requests that the provider saw while the peers replayed. */
  requestsInReplay: number
  /** Bytes of the recording of the loop. */
  loopBytes: Map<PeerName, number>
}

/** The tests whose recordings are replayed; the others are about recording alone. */
const replays: readonly TestName[] = ['json', 'streams', 'large']

/** Records and replays with each peer in a project of a user's, in Vitest. */
export async function measureCalls(options: CallsOptions): Promise<CallsResult> {
  const { peers, rounds, log } = options
  const project = await UserProject.create({ 'vitest.config.ts': config, ...sources() })
  const provider = await startBenchProvider()
  const result: CallsResult = {
    recorded: new Map(),
    replayed: new Map(),
    faults: new Map(),
    requestsInReplay: 0,
    loopBytes: new Map(),
  }
  const run = (peer: PeerName | 'none', mode: Job['mode'], names: readonly TestName[]) =>
    runJob(project, options, { peer, mode, origin: provider.origin, names })
  try {
    for (const peer of ['none', ...peers.filter((name) => name !== 'msw')] as const) {
      log(`  recording: ${peer}`)
      const names = peer === 'none' ? (['first-byte'] as const) : testNames
      result.recorded.set(peer, await run(peer, 'record', names).catch(cannot))
      if (peer !== 'none') result.loopBytes.set(peer, loopSize(project, peer))
    }
    const before = provider.requests()
    const rest = new Set(peers)
    result.replayed = await alternate(peers, rounds, async (peer) => {
      if (!rest.has(peer)) return {}
      log(`  replaying: ${peer}`)
      try {
        return await run(peer, 'replay', replays)
      } catch (error) {
        rest.delete(peer)
        result.faults.set(peer, (error as Error).message)
        return {}
      }
    })
    result.requestsInReplay = provider.requests() - before
    return result
  } finally {
    await provider.close()
    project.remove()
  }
}

const testNames: readonly TestName[] = ['json', 'streams', 'large', 'loop', 'first-byte']

function cannot(error: Error): { cannot: string } {
  return { cannot: error.message }
}

async function runJob(
  project: UserProject,
  { counts, largeBytes }: CallsOptions,
  { peer, mode, origin, names }: Pick<Job, 'peer' | 'mode' | 'origin'> & { names: readonly TestName[] },
): Promise<Measured> {
  const job: Job = {
    peer,
    mode,
    origin,
    folder: project.path(`recordings/${peer}`),
    largeBytes,
    tests: names.map((name) => ({ name, calls: counts[name] })),
    result: project.path('result.json'),
  }
  mkdirSync(job.folder, { recursive: true })
  project.write({ 'result.json': '{}' })
  const run = await project.vitest(['-t', names.join('|')], {
    env: { BENCH_JOB: JSON.stringify(job), RETAKE: mode },
    timeout: 900_000,
  })
  const measured = JSON.parse(project.read('result.json')) as Measured
  const missing = names.filter((name) => !measured[name])
  // A test that failed after its calls (a peer that could not stop, say) has measured all the same.
  if (missing.length > 0) throw new Error(`${peer} failed at ${missing.join(', ')}: ${reasonIn(run.output)}`)
  return measured
}

function reasonIn(output: string): string {
  const line = output
    .split('\n')
    .find((text) => /^\s*(\w*(Error|Mismatch|Refused)|Secret\w+)\b.*:/.test(text))
  return (line ?? output.slice(-300)).trim().slice(0, 300)
}

function loopSize(project: UserProject, peer: PeerName): number {
  const folder = peer === 'retake' ? '__recordings__' : `recordings/${peer}`
  const files = project.files(folder).filter((file) => /[/_]loop[/_.]/.test(file) && !file.endsWith('.md'))
  return files.reduce((sum, file) => sum + readFileSync(project.path(file)).length, 0)
}

function sources(): Record<string, string> {
  const names = ['exchanges', 'job', 'peers/peer', 'peers/none', 'peers/retake', 'peers/msw', 'peers/nock']
  names.push('peers/polly', 'peers/msw-snapshot', 'peers/aimock')
  const source = (name: string) => readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8')
  return {
    ...Object.fromEntries(names.map((name) => [`${name}.ts`, source(name)])),
    'calls.test.ts': source('inside'),
  }
}

/** Retake is there for Retake's own runs alone. */
const config = `import { defineConfig } from 'vitest/config'
const peer = JSON.parse(process.env.BENCH_JOB).peer
export default defineConfig({
  test: { setupFiles: peer === 'retake' ? ['retake/vitest'] : [], testTimeout: 300_000 },
})
`
