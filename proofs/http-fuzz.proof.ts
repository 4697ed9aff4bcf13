import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserProject } from '../test/support/user-project.ts'
import type { Seen } from './http-fuzz/client.ts'
import { type Exchange, exchange } from './http-fuzz/exchange.ts'
import { answerOf, type FuzzServer, startFuzzServer } from './http-fuzz/server.ts'
import type { Proof } from './proof.ts'

const perTest = 25
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
    for (let from = 0; from < total; from += perRound) {
      const started = performance.now()
      await playRound(seed, from, Math.min(total, from + perRound), tally)
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

async function playRound(seed: string, from: number, to: number, tally: Tally): Promise<void> {
  const server = await startFuzzServer()
  const project = await UserProject.create(filesOf(seed, from, to, server))
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
    for (let n = from; n < to; n++) judge(exchange(seed, n), seed, project, tally)
  } finally {
    await server.close()
    project.remove()
  }
}

function judge(one: Exchange, seed: string, project: UserProject, tally: Tally): void {
  const name = testOf(one.n)
  const [recorded, replayed] = ['record', 'replay'].map((run) => {
    const file = project.path(`seen/${run}/${name}.json`)
    return existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Record<number, Seen>)[one.n]
      : undefined
  })
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

function testOf(n: number): string {
  return `exchanges-${Math.floor(n / perTest)}`
}

function filesOf(seed: string, from: number, to: number, server: FuzzServer): Record<string, string> {
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
  const tests: string[] = []
  for (let at = from; at < to; at += perTest) {
    const args = [testOf(at), seed].map((text) => JSON.stringify(text))
    tests.push(
      `test(${args[0]}, { timeout: 120_000 }, () => play(${args}, ${at}, ${Math.min(to, at + perTest)}))`,
    )
  }
  const half = Math.ceil(tests.length / 2)
  for (const [part, own] of [tests.slice(0, half), tests.slice(half)].entries())
    if (own.length > 0)
      files[`src/part-${part}.test.ts`] =
        `import { test } from 'vitest'\nimport { play } from './client.ts'\n${own.join('\n')}\n`
  return files
}

function source(name: string): string {
  return readFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), 'http-fuzz', name), 'utf8')
}
