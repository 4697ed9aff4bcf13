import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCassette } from '../src/cassette/open.ts'
import { decodePayload } from '../src/cassette/payload.ts'
import { listTakes } from '../src/cassette/take-read.ts'
import type { CommandResult, UserProject } from '../test/support/user-project.ts'
import type { SecretExchange } from './clients/secret-exchange.ts'
import type { Proof } from './proof.ts'
import { redactCorpus } from './secrets/corpus.ts'
import { formless } from './secrets/forms.ts'
import { LeakScan } from './secrets/leak-scan.ts'
import { createSecretsProject, makeSecretSet, runWithSecrets, type SecretSet } from './secrets/project.ts'
import { type SecretServer, serveSecrets } from './secrets/server.ts'

const proof: Proof = {
  name: 'secrets',
  promise:
    'no secret stands in any byte that is written or printed, and what only looks like one is left alone',
  async run({ slice, log }) {
    const corpus = redactCorpus(slice)
    const folder = mkdtempSync(path.join(tmpdir(), 'retake-secrets-'))
    const keys = {
      OWN_API_KEY: `own${formless()}/+`,
      OPENAI_API_KEY: formless(),
      ANTHROPIC_API_KEY: formless(),
    }
    const holds = (exchange: SecretExchange) =>
      !slice ||
      !/^form-[d-z]|^query-[b-z]|reasoning|thinking|thought|completion|by-character|(text|arguments)-in-tiny|responses.*broken/.test(
        exchange.name,
      )
    const first = makeSecretSet(folder, 'first', keys.OWN_API_KEY, holds)
    const second = makeSecretSet(folder, 'second', keys.OWN_API_KEY, holds)
    const secrets = new Set([...Object.values(keys), ...secretsOf(first), ...secretsOf(second)])
    const scan = new LeakScan()
    scan.add(secrets)
    requireSight(scan, first)
    let current = first
    const server = await serveSecrets(() => [...current.exchanges, current.endless])
    const project = await createSecretsProject(server.port)
    const story = new Story(project, server, scan, keys, log)
    try {
      await story.recordAndReplay(first)
      if (!slice) await story.recordAndReplay(first, { USER_RULES: '1' })
      await story.mismatch(second)
      current = second
      await story.keepTakes(second)
      await story.kill(second)
      await story.acceptTakes()
    } finally {
      await server.close()
      project.remove()
      rmSync(folder, { recursive: true, force: true })
    }
    for (const { where, spelling, hint } of scan.leaks.slice(0, 60))
      log(`leak: ${hint} ${spelling} in ${where}`)
    for (const fault of story.faults) log(fault.slice(0, 6_000))
    for (const change of corpus.changed) log(`corpus: ${change}`)
    log(
      `${scan.characters} characters looked through; ${corpus.byName} corpus bodies hold a field named secret`,
    )
    const places = new Set([...first.exchanges, first.endless].flatMap((exchange) => exchange.places)).size
    return {
      figure: `${secrets.size} secrets in ${places} places, ${scan.leaks.length} leaks; ${corpus.unchanged} corpus bodies unchanged, ${corpus.changed.length} changed`,
      ok:
        scan.leaks.length === 0 &&
        story.faults.length === 0 &&
        corpus.changed.length === 0 &&
        corpus.unchanged > 0 &&
        (slice || places >= 40),
    }
  },
}

export default proof

/** The runs, in order; each is looked through when it has ended. */
class Story {
  readonly faults: string[] = []
  readonly #project: UserProject
  readonly #server: SecretServer
  readonly #scan: LeakScan
  readonly #keys: Record<string, string>
  readonly #log: (line: string) => void

  constructor(
    project: UserProject,
    server: SecretServer,
    scan: LeakScan,
    keys: Record<string, string>,
    log: (line: string) => void,
  ) {
    this.#project = project
    this.#server = server
    this.#scan = scan
    this.#keys = keys
    this.#log = log
  }

  /** Records, replays with another key and with none. */
  async recordAndReplay(set: SecretSet, env: Record<string, string> = {}): Promise<void> {
    const recorded = await this.#vitest('record', set, ['src/places.test.ts'], {
      RETAKE: 'record',
      ...this.#keys,
      ...env,
    })
    if (recorded.code !== 0)
      this.faults.push(`the recording run ends with ${recorded.code}:\n${recorded.output}`)
    this.faults.push(...this.#unrecorded(set))
    const asked = this.#server.asked.length
    const others = Object.fromEntries(Object.keys(this.#keys).map((name) => [name, formless()]))
    this.#scan.add(Object.values(others))
    for (const [what, keys] of [
      ['another key', others],
      ['no key', {}],
    ] as const) {
      const replayed = await this.#vitest(`replay with ${what}`, set, ['src/places.test.ts'], {
        ...keys,
        ...env,
      })
      if (replayed.code !== 0)
        this.faults.push(`replay with ${what} ends with ${replayed.code}:\n${replayed.output}`)
    }
    if (this.#server.asked.length > asked) this.faults.push('replay asked the provider')
  }

  /** Other requests with other secrets in the fields that changed, and tests without a recording. */
  async mismatch(set: SecretSet): Promise<void> {
    const result = await this.#vitest(
      'mismatch',
      set,
      ['src/places.test.ts', 'src/never-recorded.test.ts'],
      this.#keys,
    )
    const shown = result.output.match(/^ReplayMismatch: /gm)?.length ?? 0
    const wanted = 2 * sentOf(set).length
    if (result.code !== 1 || shown < wanted)
      this.faults.push(`${shown} of ${wanted} mismatches are shown, exit ${result.code}`)
    if (!this.#project.files('.retake/last-run').length) this.faults.push('nothing was remembered of the run')
  }

  /** Tests that fail while they are recorded again. */
  async keepTakes(set: SecretSet): Promise<void> {
    const result = await this.#vitest('failing re-record', set, ['src/places.test.ts'], {
      RETAKE: 'record',
      THEN: 'throw',
      ...this.#keys,
    })
    const takes = listTakes(this.#project.folder).takes.length
    if (result.code !== 1 || takes < sentOf(set).length)
      this.faults.push(`${takes} takes kept for ${sentOf(set).length} failing tests, exit ${result.code}`)
    await this.#accept(['--list'])
  }

  /** A worker killed while an answer is still arriving. */
  async kill(set: SecretSet): Promise<void> {
    const run = this.#vitest('killed', set, ['src/endless.test.ts', '--pool=forks'], {
      RETAKE: 'record',
      ...this.#keys,
    })
    await Promise.race([this.#server.endless, sleep(60_000)])
    // A loaded machine takes a while to write what has come.
    for (let tries = 0; tries < 100 && !this.#takenOf(set).endsWith('nothing. '); tries++) await sleep(100)
    process.kill(Number(readFileSync(this.#project.path('pid'), 'utf8')), 'SIGKILL')
    await run
    const taken = this.#takenOf(set)
    if (!/^Kept for the take\. .*nothing\. $/.test(taken))
      this.faults.push(`the killed process left only this in its take: ${taken}`)
    await this.#accept(['--list'])
  }

  /** What the take of the endless answer says so far. */
  #takenOf({ endless }: SecretSet): string {
    const take = listTakes(this.#project.folder).takes.find(
      ({ header }) => header.test.name?.[0] === endless.name,
    )
    const events = take?.calls[0]?.events ?? []
    const body = Buffer.concat(events.map(({ payload }) => decodePayload(payload))).toString('utf8')
    return [...body.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join('')
  }

  async acceptTakes(): Promise<void> {
    await this.#accept([])
    this.#scanTree('accepted')
  }

  async #accept(flags: string[]): Promise<void> {
    const result = await runWithSecrets(this.#project, ['retake', 'accept', ...flags], {})
    if (!result.output.includes('places.test.ts'))
      this.faults.push(`retake accept ${flags} shows no take:\n${result.output}`)
    this.#scan.text(`output of retake accept ${flags}`, result.raw)
  }

  async #vitest(
    what: string,
    set: SecretSet,
    args: string[],
    env: Record<string, string>,
  ): Promise<CommandResult> {
    const place = { SECRETS: set.file, SERVER: `localhost:${this.#server.port}` }
    const result = await runWithSecrets(this.#project, ['vitest', 'run', ...args], { ...place, ...env })
    this.#scan.text(`output of ${what}`, result.raw)
    this.#scan.text(`output of ${what}, line breaks gone`, result.output.replaceAll(/\n\s*/g, ''))
    this.#scanTree(what)
    this.#log(`${what}: ${Math.round(result.ms)} ms, exit ${result.code}`)
    return result
  }

  #scanTree(what: string): void {
    const before = this.#scan.leaks.length
    this.#scan.tree(this.#project.folder, (file) =>
      /^(src\/[^/]*\.ts|vitest\.config\.ts|package\.json)$/.test(file),
    )
    for (const leak of this.#scan.leaks.slice(before)) leak.where = `${what}: ${leak.where}`
  }

  /** Exchanges whose call is in no cassette: then nothing was proved about them. */
  #unrecorded(set: SecretSet): string[] {
    const cassettes = this.#project.cassettes()
    return sentOf(set).flatMap(({ name, transportError }) => {
      const cassette = cassettes.find((file) => file.endsWith(`places.test.ts/${name}.jsonl`))
      if (!cassette) return [`${name}: not recorded`]
      const [call] = readCassette(this.#project.path(cassette)).calls
      const whole = transportError
        ? call?.outcome === 'error'
        : call?.response != null && call.events.length > 0
      return whole ? [] : [`${name}: recorded without its answer`]
    })
  }
}

/** The scan must find every secret where it is known to stand, or finding none means nothing. */
function requireSight(scan: LeakScan, set: SecretSet): void {
  const secrets = secretsOf(set)
  scan.text('control', JSON.stringify(secrets))
  const found = scan.leaks.filter(({ spelling }) => spelling === 'as it is')
  if (found.length < secrets.length)
    throw new Error(`the scan sees ${found.length} of ${secrets.length} secrets`)
  scan.leaks.length = 0
}

function secretsOf({ exchanges, endless }: SecretSet): string[] {
  return [...exchanges, endless].flatMap(({ secrets }) => secrets)
}

/** Those that become calls: `fetch` refuses URLs with user info. */
function sentOf({ exchanges }: SecretSet): SecretExchange[] {
  return exchanges.filter(({ userInfo }) => userInfo === undefined)
}
