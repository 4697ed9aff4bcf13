import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../scripts/pack.ts'
import { type MatrixRow, type NodeMajor, splitSpec } from './rows.ts'

/** How many installations run at once. */
const atOnce = 3

/** Where the packages of each row are, and the `bin` folder of each Node. */
export interface Kits {
  modulesOf(row: MatrixRow): string
  /** To be put before the PATH; `null`: the Node that runs is of that major. */
  nodeBin(major: NodeMajor): string | null
}

/**
 * Installs what the rows ask for below `folder`, each set of packages once and apart from the others, as its user would.
 * What stands there already is taken as it is.
 *
 * @throws {Error} with npm's own words where it fails
 */
export async function installKits(
  folder: string,
  rows: readonly MatrixRow[],
  majors: readonly NodeMajor[],
  log: (line: string) => void,
): Promise<Kits> {
  const others = majors.filter((major) => major !== runningMajor)
  const sets = new Map([
    ...rows.map(({ packages }): [string, string[]] => [slugOf(packages), packages]),
    ...others.map((major): [string, string[]] => [`node-${major}`, [`node@${major}`]]),
  ])
  const waiting = [...sets].filter(([slug]) => !existsSync(path.join(folder, slug)))
  if (waiting.length > 0) log(`installing ${waiting.length} sets of packages into ${folder}`)
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await install(path.join(folder, next[0]), next[1])
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return {
    modulesOf: ({ packages }) => path.join(folder, slugOf(packages), 'node_modules'),
    nodeBin: (major) =>
      major === runningMajor ? null : path.join(folder, `node-${major}`, 'node_modules', 'node', 'bin'),
  }
}

/** The major of the Node that runs. */
export const runningMajor = Number(process.versions.node.split('.')[0])

/** Whether this repository has the packages of a row, in the row's versions. */
export function isAtHand({ packages }: MatrixRow): boolean {
  return packages.every((spec) => {
    const [name, version] = splitSpec(spec)
    const manifest = path.join(root, 'node_modules', name, 'package.json')
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version
  })
}

/** Names of all packages in a `node_modules`, scoped ones with their scope. */
export function packagesIn(modules: string): string[] {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(path.join(modules, name)).map((own) => `${name}/${own}`) : [name],
    )
}

async function install(folder: string, packages: readonly string[]): Promise<void> {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  writeFileSync(path.join(unfinished, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error', ...packages]
  await promisify(execFile)('npm', args, { cwd: unfinished, maxBuffer: 16_000_000 })
  renameSync(unfinished, folder)
}

function slugOf(packages: readonly string[]): string {
  return packages.join('+').replaceAll(/[^\w.@+-]/g, '-')
}
