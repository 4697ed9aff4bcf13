/** What is common to running and recording the examples: each runs in a copy, against the packed package. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import spawn from 'cross-spawn'
import { pack, root, unpack } from './pack.ts'

interface Manifest {
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export const examplesFolder = path.join(root, 'examples')

const timeoutMs = 120_000

/** Names of the examples that have tests, or of those among them that are asked for. */
export function findExamples(only: readonly string[]): string[] {
  if (!existsSync(examplesFolder)) return []
  return readdirSync(examplesFolder)
    .filter((name) => only.length === 0 || only.includes(name))
    .filter((name) => existsSync(path.join(examplesFolder, name, 'package.json')))
    .filter((name) => manifestOf(path.join(examplesFolder, name)).scripts?.test !== undefined)
    .sort()
}

/** A folder outside this repository in which examples run as their users would run them. */
export interface Workshop {
  /** Copies an example and installs the packed package in it; returns the copy's folder. */
  copy(name: string): string
  /** Runs a copy's tests with a bare environment and what is added to it. Resolves to what went wrong, or nothing. */
  test(copy: string, env: Record<string, string>): Promise<string | undefined>
  remove(): void
}

/** Packs the package once, for every example. */
export function openWorkshop(): Workshop {
  const folder = mkdtempSync(path.join(tmpdir(), 'retake-examples-'))
  const unpacked = path.join(folder, 'unpacked')
  unpack(pack(path.join(folder, 'pack')), unpacked)
  // Everything but `retake` itself is found here, by walking up from the copy of an example.
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const home = path.join(folder, 'home')
  mkdirSync(home)
  return {
    copy(name) {
      const copy = path.join(folder, 'examples', name)
      cpSync(path.join(examplesFolder, name), copy, {
        recursive: true,
        filter: (source) => !['node_modules', '.retake'].includes(path.basename(source)),
      })
      cpSync(unpacked, path.join(copy, 'node_modules', 'retake'), { recursive: true })
      return copy
    },
    test: async (copy, env) => missingPackages(copy) ?? runTests(copy, { ...bareEnvironment(home), ...env }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}

function missingPackages(copy: string): string | undefined {
  const { dependencies, devDependencies } = manifestOf(copy)
  const missing = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => name !== 'retake' && !existsSync(path.join(root, 'node_modules', name)),
  )
  if (missing.length === 0) return undefined
  return `it needs ${missing.join(', ')}: add it to the devDependencies of the repository`
}

function runTests(copy: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const child = spawn('npm', ['test', '--silent'], {
    cwd: copy,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) =>
      resolve(code === 0 ? undefined : `${output}\nended with ${code ?? signal}`),
    )
  })
}

/** Only what a process needs to run: no keys, no RETAKE, no NODE_OPTIONS. */
function bareEnvironment(home: string): NodeJS.ProcessEnv {
  const kept = ['PATH', 'Path', 'SystemRoot', 'ComSpec', 'PATHEXT', 'TMPDIR', 'TEMP', 'TMP', 'LANG']
  const env: NodeJS.ProcessEnv = { HOME: home }
  for (const name of kept) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return env
}
