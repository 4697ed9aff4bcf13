/**
 * `npm run proof -- NAME [--slice] [args]`, `npm run proof -- --all [--slice]`, `npm run proof -- --list`.
 * Exit codes: 0 held; 1 fell short, failed or lacked something; 2 usage.
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Proof } from './proof.ts'
import { MissingRequirement } from './support/requirement.ts'

type Outcome = { state: 'held' | 'fell short' | 'missing' | 'failed'; text: string }

const self = fileURLToPath(import.meta.url)
const folder = path.dirname(self)
const suffix = '.proof.ts'
/** How `--all` gets the outcome of the process that it starts for each proof. */
const outcomeVariable = 'RETAKE_PROOF_OUTCOME'

/** How many proofs run at once under `--all`: they spend much of their time waiting for processes to start. */
const atOnce = Math.min(2, availableParallelism())

process.exit(await main(process.argv.slice(2)))

async function main(argv: string[]): Promise<number> {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .sort()
  const slice = argv.includes('--slice')
  const [first, ...rest] = argv.filter((argument) => argument !== '--slice')

  if (first === '--list') {
    console.log(await list(names))
    return 0
  }
  if (first === '--all') return runAll(names, slice)
  if (first === undefined || !names.includes(first)) {
    const problem = first === undefined ? 'Name a proof.' : `There is no proof named ${first}.`
    console.error(
      `${problem} Usage: npm run proof -- NAME [--slice] | --all [--slice] | --list\n${await list(names)}`,
    )
    return 2
  }
  const outcome = await runOne(first, slice, rest)
  const file = process.env[outcomeVariable]
  if (file !== undefined) writeFileSync(file, JSON.stringify(outcome))
  console.log(outcome.text)
  return outcome.state === 'held' ? 0 : 1
}

async function load(name: string): Promise<Proof> {
  const module: { default?: Proof } = await import(pathToFileURL(path.join(folder, name + suffix)).href)
  const proof = module.default
  if (typeof proof?.run !== 'function' || typeof proof.promise !== 'string' || proof.name !== name) {
    throw new Error(`${name}${suffix} must export default { name: '${name}', promise, run }`)
  }
  return proof
}

async function list(names: string[]): Promise<string> {
  const width = Math.max(0, ...names.map((name) => name.length))
  const lines: string[] = []
  for (const name of names) {
    const promise = await load(name).then(
      (proof) => proof.promise,
      (error: unknown) => `cannot be loaded: ${messageOf(error)}`,
    )
    lines.push(`  ${name.padEnd(width)}  ${promise}`)
  }
  return lines.length > 0 ? lines.join('\n') : '  (no proofs yet)'
}

async function runOne(name: string, slice: boolean, args: string[]): Promise<Outcome> {
  try {
    const proof = await load(name)
    console.log(`${name}: ${proof.promise}${slice ? ' (slice)' : ''}`)
    const result = await proof.run({ slice, args, log: (line) => console.log(line) })
    if (typeof result?.figure !== 'string' || typeof result.ok !== 'boolean') {
      throw new Error(`${name}${suffix} must return { figure, ok }`)
    }
    return { state: result.ok ? 'held' : 'fell short', text: result.figure }
  } catch (error) {
    if (error instanceof MissingRequirement) return { state: 'missing', text: `missing: ${error.what}` }
    console.error(error)
    return { state: 'failed', text: `failed: ${messageOf(error)}` }
  }
}

/** Each proof in a process of its own, one after the other, so that none disturbs the next. */
async function runAll(names: string[], slice: boolean): Promise<number> {
  if (names.length === 0) {
    console.error('There are no proofs to run.')
    return 2
  }
  const temporary = mkdtempSync(path.join(tmpdir(), 'retake-proofs-'))
  const rows: { name: string; outcome: Outcome; seconds: number }[] = []
  const timed = new Set<string>()
  if (slice) for (const name of names) if ((await load(name).catch(() => null))?.timed) timed.add(name)
  if (timed.size > 0) console.log(`on demand only: ${[...timed].join(', ')}`)
  const waiting = names.filter((name) => !timed.has(name))
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const started = performance.now()
      const file = path.join(temporary, `${name}.json`)
      const { code, output } = await runApart(name, slice, file)
      console.log(output)
      rows.push({
        name,
        outcome: readOutcome(file, code),
        seconds: (performance.now() - started) / 1000,
      })
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }

  const width = Math.max(...names.map((name) => name.length))
  rows.sort((a, b) => a.name.localeCompare(b.name))
  for (const { name, outcome, seconds } of rows) {
    const time = `${seconds.toFixed(1)} s`
    console.log(`${outcome.state.padEnd(10)}  ${name.padEnd(width)}  ${time.padStart(8)}  ${outcome.text}`)
  }
  const held = rows.filter((row) => row.outcome.state === 'held').length
  console.log(`${held} of ${rows.length} proofs held`)
  return held === rows.length ? 0 : 1
}

/** Runs one proof in a process of its own. Its output is kept together, since another runs at the same time. */
function runApart(
  name: string,
  slice: boolean,
  file: string,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...process.execArgv, self, name, ...(slice ? ['--slice'] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, [outcomeVariable]: file },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

function readOutcome(file: string, status: number | null): Outcome {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { state: 'failed', text: `its process ended with ${status ?? 'a signal'} and no outcome` }
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
