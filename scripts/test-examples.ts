/**
 * `npm run test:examples [-- NAME…]`: runs the tests of every example against the packed package, as a user in CI would:
 * in a copy outside this repository, in replay mode, without a key in the environment.
 */
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

const timeoutMs = 120_000
const only = process.argv.slice(2)
const examples = find().filter((name) => only.length === 0 || only.includes(name))
if (examples.length === 0) {
  console.error(
    only.length > 0 ? `no example named ${only.join(', ')}` : 'examples/ has no example with a test',
  )
  process.exit(2)
}

const temporary = mkdtempSync(path.join(tmpdir(), 'retake-examples-'))
let failures = 0
try {
  const unpacked = path.join(temporary, 'unpacked')
  unpack(pack(path.join(temporary, 'pack')), unpacked)
  // Everything but `retake` itself is found here, by walking up from the copy of an example.
  symlinkSync(path.join(root, 'node_modules'), path.join(temporary, 'node_modules'), 'junction')
  mkdirSync(path.join(temporary, 'home'))

  for (const name of examples) {
    const started = performance.now()
    const problem = runExample(name, unpacked)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    if (problem === undefined) {
      console.log(`ok    ${name} (${seconds} s)`)
    } else {
      failures += 1
      console.log(`FAIL  ${name} (${seconds} s)\n${problem}`)
    }
  }
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
console.log(`${examples.length - failures} of ${examples.length} examples passed`)
process.exitCode = failures > 0 ? 1 : 0

function find(): string[] {
  const folder = path.join(root, 'examples')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, 'package.json')))
    .filter((name) => manifestOf(path.join(folder, name)).scripts?.test !== undefined)
    .sort()
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}

/** What went wrong, or nothing. */
function runExample(name: string, unpacked: string): string | undefined {
  const copy = path.join(temporary, 'examples', name)
  cpSync(path.join(root, 'examples', name), copy, {
    recursive: true,
    filter: (source) => !['node_modules', '.retake'].includes(path.basename(source)),
  })
  cpSync(unpacked, path.join(copy, 'node_modules', 'retake'), { recursive: true })

  const manifest = manifestOf(copy)
  const missing = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    (dependency) => dependency !== 'retake' && !existsSync(path.join(root, 'node_modules', dependency)),
  )
  if (missing.length > 0)
    return `it needs ${missing.join(', ')}: add it to the devDependencies of the repository`

  const done = spawn.sync('npm', ['test', '--silent'], {
    cwd: copy,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: timeoutMs,
  })
  if (done.status === 0) return undefined
  const reason = done.error?.message ?? `ended with ${done.status ?? done.signal}`
  return `${done.stdout ?? ''}${done.stderr ?? ''}\n${reason}`
}

/** Only what a process needs to run: no keys, no RETAKE, no NODE_OPTIONS. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'Path', 'SystemRoot', 'ComSpec', 'PATHEXT', 'TMPDIR', 'TEMP', 'TMP', 'LANG']
  const env: NodeJS.ProcessEnv = { CI: 'true', HOME: path.join(temporary, 'home') }
  for (const name of kept) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return env
}
