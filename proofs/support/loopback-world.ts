import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../scripts/pack.ts'
import type { ProofContext, ProofResult } from '../proof.ts'
import { MissingRequirement } from './requirement.ts'

/** Where the names of a world lead: loopback, but apart from 127.0.0.1, so that a trace tells them from local servers. */
export const worldAddress = '127.7.7.7'

/** What the half of a proof that runs inside a world exports as `default`. */
export type InsideWorld = (context: ProofContext) => Promise<ProofResult>

/** How the inside tells its outcome. */
export type WorldOutcome = { result: ProofResult } | { missing: string } | { failed: string }

/**
 * Carries out a part of a proof in a network of its own, which holds nothing but loopback, and where `names` lead to
 * {@link worldAddress}. All ports are free there, those below 1024 too.
 *
 * @param script the file, from `proofs/`, whose default export is an {@link InsideWorld}
 * @throws {MissingRequirement} where a tool or the permission is missing
 */
export async function runInLoopbackWorld(
  script: string,
  names: readonly string[],
  { slice, log, args }: ProofContext,
): Promise<ProofResult> {
  requireTools('unshare', 'ip', 'mount')
  const folder = mkdtempSync(path.join(tmpdir(), 'retake-world-'))
  const hosts = path.join(folder, 'hosts')
  const outcome = path.join(folder, 'outcome.json')
  writeFileSync(
    hosts,
    [`127.0.0.1 localhost`, ...names.map((name) => `${worldAddress} ${name}`), ''].join('\n'),
  )
  try {
    requireNamespaces(hosts)
    const inside = path.join(root, 'proofs', 'support', 'inside-world.ts')
    const context = JSON.stringify({ script, slice, args, outcome })
    await run([...enter(hosts), process.execPath, tsx, inside, context], log)
    const told = JSON.parse(readFileSync(outcome, 'utf8')) as WorldOutcome
    if ('missing' in told) throw new MissingRequirement(told.missing)
    if ('failed' in told) throw new Error(told.failed)
    return told.result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @throws {MissingRequirement} that names the programs that are not there */
export function requireTools(...names: string[]): void {
  const missing = names.filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error)
  if (missing.length > 0) throw new MissingRequirement(missing.join(', '))
}

const tsx = path.join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs')

function enter(hosts: string): string[] {
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const prepare = 'ip link set lo up && mount --bind "$0" /etc/hosts && exec "$@"'
  return ['unshare', ...asRoot, '--net', '--mount', '--kill-child', 'sh', '-c', prepare, hosts]
}

function requireNamespaces(hosts: string): void {
  const [program = '', ...words] = [...enter(hosts), 'true']
  const done = spawnSync(program, words, { encoding: 'utf8' })
  if (done.status === 0) return
  const who = process.getuid?.() === 0 ? 'root here' : 'this user, who is not root'
  throw new MissingRequirement(
    `permission for ${who} to make network and mount namespaces (${done.stderr.trim().split('\n', 1)[0]})`,
  )
}

function run([program = '', ...words]: string[], log: (line: string) => void): Promise<void> {
  const child = spawn(program, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let open = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (open + text).split('\n')
    open = lines.pop() ?? ''
    for (const line of lines) log(line)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      if (open !== '') log(open)
      resolve()
    })
  })
}
