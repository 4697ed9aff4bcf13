import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { examplesFolder, findExamples } from '../../scripts/examples.ts'
import { UserProject } from '../../test/support/user-project.ts'
import { type InsideWorld, worldAddress } from '../support/loopback-world.ts'
import { modelHosts } from '../support/model-hosts.ts'
import { MissingRequirement } from '../support/requirement.ts'
import { type Canary, startCanary } from './canary.ts'
import { isLocal, readConnects, type SeenConnect, tracingConnects } from './connect-trace.ts'
import { answered, hermeticFiles, transports } from './project.ts'

/** What a traced command came to. */
interface Watched {
  code: number
  output: string
  /** All connection attempts that the kernel saw. */
  connects: SeenConnect[]
  /** Connections that reached the canary. */
  caught: number
}

const run: InsideWorld = async ({ slice, log, args }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'retake-hermetic-'))
  const canary = await startCanary([80, 443])
  const watch = watcher(canary, folder)
  const project = await UserProject.create(hermeticFiles)
  const faults: string[] = []
  let connects = 0
  const judge = (what: string, watched: Watched) => {
    connects += watched.connects.length
    if (watched.caught > 0) faults.push(`${what}: ${watched.caught} connections reached the canary`)
    for (const { address, port } of watched.connects.filter((one) => !isLocal(one)))
      faults.push(`${what}: strace saw a connect to ${address}:${port}`)
  }
  try {
    await control(project, watch)
    const examples = findExamples(args)
    if (examples.length === 0) throw new MissingRequirement('an example with a test, in examples/')
    const chosen = slice ? examples.slice(0, 3) : examples
    for (const name of chosen) {
      const copy = await UserProject.create({})
      try {
        cpSync(path.join(examplesFolder, name), copy.folder, { recursive: true, filter: isSource })
        const watched = await watch(['npm', 'test', '--silent'], copy.folder)
        judge(`example ${name}`, watched)
        if (watched.code !== 0) faults.push(`example ${name} fails:\n${watched.output}`)
        log(`example ${name}: ${watched.connects.length} connects, exit ${watched.code}`)
      } finally {
        copy.remove()
      }
    }
    const refused = await watch(['vitest', 'run'], project.folder)
    judge('refused requests', refused)
    faults.push(...missingRefusals(refused))
    log(
      `${Object.keys(transports).length} transports and ${modelHosts.length} hosts tried, exit ${refused.code}`,
    )
    for (const fault of faults) log(fault)
    return {
      figure: `${chosen.length} examples replayed, ${Object.keys(transports).length} transports and unrecorded calls to ${modelHosts.length} hosts refused, ${faults.length === 0 ? `0 connections to the canary (strace: ${connects} connects, all local)` : `${faults.length} faults`}`,
      ok: faults.length === 0,
    }
  } finally {
    project.remove()
    rmSync(folder, { recursive: true, force: true })
    await canary.close()
  }
}

export default run

function isSource(file: string): boolean {
  return !['node_modules', '.retake'].includes(path.basename(file))
}

type Watch = (command: string[], cwd: string, env?: Record<string, string>) => Promise<Watched>

/** Without Retake the same tests do reach the canary, and the trace shows it: so silence means something. */
async function control(project: UserProject, watch: Watch): Promise<void> {
  const { caught, connects, output } = await watch(['vitest', 'run'], project.folder, {
    RETAKE: 'off',
    RETAKE_ALLOW_LIVE: '1',
  })
  const seen = connects.filter(
    ({ address, port }) => address === worldAddress && (port === 443 || port === 80),
  )
  const wanted = Object.keys(transports).length + modelHosts.length
  if (caught < wanted || seen.length < wanted)
    throw new Error(
      `without Retake the canary caught ${caught} and strace saw ${seen.length} of ${wanted} connections:\n${output}`,
    )
}

function missingRefusals({ code, output }: Watched): string[] {
  const faults: string[] = []
  if (code !== 1) faults.push(`the tests that reach model hosts end with ${code}`)
  const failed = new Set(
    [...output.matchAll(/^ FAIL {2}(\S+) > (.*)$/gm)].map(([, file, name]) => `${file} > ${name}`),
  )
  for (const name of Object.keys(transports)) {
    const wanted = answered.has(name)
      ? 'ReplayMismatch: this test has no recording'
      : `TransportNotIntercepted: .*${name} reached `
    const pattern = new RegExp(`^ FAIL {2}src/raw\\.test\\.ts > ${name}\\n${wanted}`, 'm')
    if (!pattern.test(output)) faults.push(`${name} does not fail with "${wanted}"`)
  }
  for (const host of modelHosts)
    if (!failed.has(`src/unrecorded.test.ts > asks ${host}`))
      faults.push(`an unrecorded call to ${host} does not fail its test`)
  if (!failed.has('src/unread.test.ts > posts to an address of nobody'))
    faults.push('an unrecorded call by shape does not fail its test')
  if (faults.length > 0) faults.push(output)
  return faults
}

/** Runs commands in a bare environment (no keys, no RETAKE) under strace. */
function watcher(canary: Canary, folder: string): Watch {
  const home = path.join(folder, 'home')
  mkdirSync(home)
  let runs = 0
  return async (command, cwd, added = {}) => {
    const trace = path.join(folder, `${runs++}.trace`)
    const before = canary.connections
    const bin = path.join(cwd, 'node_modules', '.bin')
    const env = { PATH: `${bin}:${process.env.PATH}`, HOME: home, CI: 'true', NO_COLOR: '1', ...added }
    const [program = '', ...words] = tracingConnects(trace, command)
    const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 240_000 })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const code = await new Promise<number>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (status) => resolve(status ?? 137))
    })
    return { code, output, connects: readConnects(trace), caught: canary.connections - before }
  }
}
