import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserProject } from '../test/support/user-project.ts'
import type { Seen } from './http-fuzz/client.ts'
import { type Exchange, exchange } from './http-fuzz/exchange.ts'
import { answerOf, type FuzzServer, startFuzzServer } from './http-fuzz/server.ts'
import type { Proof } from './proof.ts'

const perTest = 25
/** Longest body of the slice, of a request or an answer, in bytes. */
const longestOfSlice = 50_000
/** Exchanges of one project; their recordings are removed before the next. */
const perRound = 1_000

const proof: Proof = {
  name: 'http-fuzz',
  promise:
    'random HTTP exchanges (methods, statuses, headers, codings, redirects, pieces, up to 8 MB) replay as they were recorded',
  async run({ slice, log, args }) {
    const [seed = 'retake', count = slice ? '100' : '10000'] = args
    const total = Number(count)
    log(`seed ${seed}; again: npm run proof -- http-fuzz ${seed} ${total}`)
    const tally: Tally = { exchanges: 0, bytes: 0, differences: [] }
    const numbers = numbersOf(seed, total, slice ? longestOfSlice : Number.POSITIVE_INFINITY)
    for (let from = 0; from < total; from += perRound) {
      const started = performance.now()
      await playRound(seed, numbers.slice(from, from + perRound), tally)
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      if (!slice) log(`${tally.exchanges} exchanges, ${tally.differences.length} differences (${seconds} s)`)
    }
    for (const line of tally.differences.slice(0, 30)) log(line.slice(0, 4_000))
    const size = `${(tally.bytes / 1e6).toFixed(0)} MB of answers`
    return {
      figure: `${tally.exchanges} exchanges (seed ${seed}, ${size}): ${tally.differences.length} differences`,
      ok: tally.exchanges === total && tally.differences.length === 0,
    }
  },
}

export default proof

interface Tally {
  exchanges: number
  bytes: number
  differences: string[]
}

function numbersOf(seed: string, total: number, longest: number): number[] {
  const numbers: number[] = []
  for (let n = 0; numbers.length < total; n++) {
    const { length, sendLength } = exchange(seed, n)
    if (length <= longest && sendLength <= longest) numbers.push(n)
  }
  return numbers
}

async function playRound(seed: string, numbers: number[], tally: Tally): Promise<void> {
  const server = await startFuzzServer()
  const tests = new Map<string, number[]>()
  for (const [at, n] of numbers.entries()) {
    const name = `exchanges-${Math.floor(at / perTest)}`
    tests.set(name, [...(tests.get(name) ?? []), n])
  }
  const project = await UserProject.create(filesOf(seed, tests, server))
  try {
    const run = (name: string, env: Record<string, string>) =>
      project.vitest([], {
        env: { FUZZ_ORIGIN: server.origin, SEEN: `seen/${name}`, ...env },
        timeout: 900_000,
      })
    const recorded = await run('record', { RETAKE: 'record' })
    const { requests } = server
    await server.close()
    const replayed = await run('replay', {})
    for (const { code, output } of [recorded, replayed])
      if (code !== 0) tally.differences.push(output.slice(-4_000))
    if (server.requests !== requests) tally.differences.push('the replay reached the server')
    for (const [name, own] of tests) {
      const seen = (run: string) => readSeen(project, `seen/${run}/${name}.json`)
      const [before, after] = [seen('record'), seen('replay')]
      for (const n of own) judge(exchange(seed, n), seed, before[n], after[n], tally)
    }
  } finally {
    await server.close()
    project.remove()
  }
}

function readSeen(project: UserProject, file: string): Record<number, Seen> {
  return project.exists(file) ? (JSON.parse(project.read(file)) as Record<number, Seen>) : {}
}

function judge(
  one: Exchange,
  seed: string,
  recorded: Seen | undefined,
  replayed: Seen | undefined,
  tally: Tally,
): void {
  const difference = differ(one, seed, recorded, replayed)
  tally.exchanges++
  tally.bytes += recorded?.bytes ?? 0
  if (difference) tally.differences.push(`exchange ${one.n}: ${difference}; ${JSON.stringify(one)}`)
}

function differ(one: Exchange, seed: string, recorded?: Seen, replayed?: Seen): string | null {
  if (!recorded || !replayed) return 'nothing was seen'
  const body = answerOf(one, seed)
  // Where the client follows itself, the first redirect is the answer.
  const isAnswered = one.redirect === 'follow' || one.hops.length === 0
  const isWhole = isAnswered && one.end === 'complete' && one.reads === null && recorded.error === null
  if (isWhole && recorded.body !== createHash('sha256').update(body).digest('hex'))
    return `the recording client did not get what the server sent: ${recorded.bytes} bytes for ${body.length}`
  if (isWhole && recorded.status !== one.status) return `status ${recorded.status}`
  if (isAnswered && one.end !== 'complete' && recorded.error === null && body.length > 1)
    return 'no error came of a broken connection'
  for (const field of ['status', 'path', 'redirected', 'headers', 'error'] as const) {
    const [before, after] = [recorded, replayed].map((seen) => JSON.stringify(seen[field]))
    if (before !== after) return `${field} ${after}, recorded: ${before}`
  }
  // Of a broken answer the live client may have lost what it had not read when the connection went.
  if (one.end === 'breaks') return null
  if (recorded.body !== replayed.body) return `another body, ${replayed.bytes} bytes for ${recorded.bytes}`
  const isStream = recorded.headers.some(([, value]) =>
    /^(text\/event-stream|application\/x-ndjson)/.test(value),
  )
  const pieces = [recorded, replayed].map((seen) => seen.pieces.join())
  return isStream && pieces[0] !== pieces[1] ? `pieces ${pieces[1]}, recorded: ${pieces[0]}` : null
}

function filesOf(seed: string, plan: Map<string, number[]>, server: FuzzServer): Record<string, string> {
  const files: Record<string, string> = {
    'retake.config.ts': `import { defineConfig, defineProvider } from 'retake'
export default defineConfig({
  recordErrors: true,
  responseHeaders: ['x-fuzz', 'x-empty', 'x-latin'],
  providers: [defineProvider({ name: 'fuzz', hosts: ['${new URL(server.origin).host}'] })],
})
`,
  }
  for (const name of ['exchange.ts', 'client.ts']) files[`src/${name}`] = source(name)
  const tests = [...plan].map(
    ([name, numbers]) =>
      `test('${name}', { timeout: 120_000 }, () => play('${name}', ${JSON.stringify(seed)}, ${JSON.stringify(numbers)}))`,
  )
  const half = tests.length > 10 ? Math.ceil(tests.length / 2) : tests.length
  for (const [part, own] of [tests.slice(0, half), tests.slice(half)].entries())
    if (own.length > 0)
      files[`src/part-${part}.test.ts`] =
        `import { test } from 'vitest'\nimport { play } from './client.ts'\n${own.join('\n')}\n`
  return files
}

function source(name: string): string {
  return readFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), 'http-fuzz', name), 'utf8')
}
