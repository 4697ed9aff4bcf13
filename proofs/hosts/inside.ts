import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readCassette } from '../../src/cassette/open.ts'
import { providerTable } from '../../src/providers/table.ts'
import type { CommandResult, UserProject } from '../../test/support/user-project.ts'
import type { PlannedRequest } from '../clients/fetch-client.ts'
import type { InsideWorld } from '../support/loopback-world.ts'
import { createPlayProject, readSeen, recordingKey } from '../support/play-project.ts'
import { corpConfig, type DialectId, type HostAddress, hostAddresses, unknownAddresses } from './addresses.ts'
import { lookAlikes } from './look-alikes.ts'
import { type HostServers, makeCertificate, startHostServers } from './servers.ts'

/** Ports of local model servers, of a gateway of nobody's, and of a user's own application. */
const localPorts = [11434, 8000, 1234, 8080, 4000, 3000]

const run: InsideWorld = async ({ slice, log }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'retake-hosts-'))
  const addresses = [...hostAddresses, ...unknownAddresses].filter(
    ({ url }, at, all) => !slice || isFirstOfHost(url, at, all),
  )
  const names = [...addresses, ...lookAlikes].map(({ url }) => new URL(url).hostname)
  const certificate = makeCertificate(folder, [...new Set(names)])
  const servers = await startHostServers(certificate, localPorts)
  const project = await createPlayProject(plansOf(addresses), {
    client: 'fetch-client.ts',
    testFiles: slice ? 1 : 4,
    config: corpConfig,
  })
  const faults = uncovered()
  const play = (mode: string, seen: string) =>
    project.vitest([], {
      env: { NODE_EXTRA_CA_CERTS: certificate.file, RETAKE: mode, SEEN: seen, OPENAI_API_KEY: recordingKey },
      timeout: 200_000,
    })
  try {
    faults.push(...failing('the recording run', await play('record', 'seen/record')))
    faults.push(
      ...expectSeen(
        servers,
        [...addresses.flatMap(({ url }) => [`POST ${url}`, `POST ${url}`]), ...lookAlikeLines(true)],
        'record',
      ),
    )
    for (const [at, address] of addresses.entries())
      faults.push(...judgeCassette(project, nameOf(at), address))
    for (const cassette of project.cassettes().filter((file) => /look-alike/.test(file)))
      faults.push(`recorded: ${cassette}`)

    servers.seen.length = 0
    faults.push(...failing('the replaying run', await play('replay', 'seen/replay')))
    faults.push(...expectSeen(servers, lookAlikeLines(false), 'replay'))
    await servers.close()
    const dead = await project.vitest(['-t', '^(call|mixed)-'], {
      env: { NODE_EXTRA_CA_CERTS: certificate.file, SEEN: 'seen/dead' },
      timeout: 200_000,
    })
    faults.push(...failing('the replaying run without a server', dead))
    for (const [at, { url }] of addresses.entries())
      for (const run of ['replay', 'dead']) faults.push(...sameAnswers(project, nameOf(at), url, run))
  } finally {
    await servers.close().catch(() => {})
    project.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const fault of faults) log(fault.slice(0, 4_000))
  const providers = new Set(addresses.map(({ provider }) => provider)).size
  return {
    figure: `${addresses.length} addresses of ${providers} providers recognised, recorded, replayed; ${lookAlikes.length} look-alikes untouched${faults.length > 0 ? `; ${faults.length} faults` : ''}`,
    ok: faults.length === 0 && addresses.length > 0,
  }
}

export default run

const bodies: Record<DialectId, Record<string, unknown>> = {
  'openai-chat': { model: 'm', messages: [{ role: 'user', content: 'Hello' }] },
  'openai-responses': { model: 'm', input: 'Hello' },
  'anthropic-messages': { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] },
  gemini: { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] },
  cohere: { model: 'm', messages: [{ role: 'user', content: 'Hello' }] },
  ollama: { model: 'm', messages: [{ role: 'user', content: 'Hello' }] },
  'openai-embeddings': { model: 'm', input: 'Hello' },
  plain: { model: 'm', text: 'Hello' },
}

/** A test for each address, which asks twice: for JSON, and for a stream. One for each look-alike, and a mixed one. */
function plansOf(addresses: readonly HostAddress[]): Map<string, PlannedRequest[]> {
  const plans = new Map<string, PlannedRequest[]>()
  for (const [at, { url, dialect }] of addresses.entries()) {
    const body = bodies[dialect] ?? bodies.plain
    plans.set(nameOf(at), [request(url, body), request(url, { ...body, stream: true })])
  }
  for (const [at, { method, url, body }] of lookAlikes.entries())
    plans.set(`look-alike-${at}`, [request(url, body, method)])
  plans.set('mixed-0', [
    request(mixedUrl, bodies['openai-chat']),
    ...lookAlikes.filter(({ telemetry }) => telemetry).map(({ url, body }) => request(url, body)),
    request(mixedUrl, { ...bodies['openai-chat'], n: 2 }),
  ])
  return plans
}

const mixedUrl = 'https://api.openai.com/v1/chat/completions'

function request(url: string, body: unknown, method = 'POST'): PlannedRequest {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers: [string, string][] = [['content-type', 'application/json']]
  return { url, method, headers, body_base64: Buffer.from(text).toString('base64') }
}

function nameOf(at: number): string {
  return `call-${at}`
}

/** What the servers see of look-alikes; telemetry comes again in the mixed test. */
function lookAlikeLines(live: boolean): string[] {
  const telemetry = lookAlikes.filter((one) => one.telemetry).map(({ url }) => `POST ${url}`)
  const others = lookAlikes.filter((one) => !one.telemetry).map(({ method, url }) => `${method} ${url}`)
  return live ? [...others, ...telemetry, ...telemetry, `POST ${mixedUrl}`, `POST ${mixedUrl}`] : others
}

function expectSeen(servers: HostServers, wanted: string[], run: string): string[] {
  const rest = [...wanted]
  const faults: string[] = []
  for (const line of servers.seen) {
    const at = rest.indexOf(line)
    if (at === -1) faults.push(`${run}: ${line} reached its server`)
    else rest.splice(at, 1)
  }
  return [...faults, ...rest.map((line) => `${run}: ${line} did not reach its server`)]
}

function judgeCassette(
  project: UserProject,
  name: string,
  { provider, dialect, url }: HostAddress,
): string[] {
  const path = project.cassettes().find((file) => file.endsWith(`/${name}.jsonl`))
  if (!path) return [`${url}: not recorded`]
  const { calls } = readCassette(project.path(path))
  if (calls.length !== 2) return [`${url}: ${calls.length} calls recorded, not 2`]
  return calls.flatMap(({ request, response, outcome }) => {
    const read = `${request.provider} ${request.dialect}`
    const faults =
      read === `${provider} ${dialect}` ? [] : [`${url}: read as ${read}, not ${provider} ${dialect}`]
    if (response?.status !== 200 || outcome !== 'complete')
      faults.push(`${url}: no whole answer was recorded`)
    return faults
  })
}

function sameAnswers(project: UserProject, name: string, url: string, run: string): string[] {
  const bodies = (of: string) =>
    readSeen(project, of as 'record', name)?.map(({ pieces_base64 }) => pieces_base64)
  const recorded = JSON.stringify(bodies('record'))
  return recorded !== undefined && recorded === JSON.stringify(bodies(run))
    ? []
    : [`${url}: another answer in ${run}`]
}

function failing(what: string, { code, output }: CommandResult): string[] {
  return code === 0 ? [] : [`${what} ends with ${code}:\n${output}`]
}

/** Hosts of the table that no address here stands for: a row added later must be proved too. */
function uncovered(): string[] {
  return providerTable.flatMap(({ name, hosts }) =>
    hosts
      .filter((host) => {
        const pattern = new RegExp(`^${host.replace(/[.]/g, '\\.').replaceAll('*', '.+')}$`)
        return !hostAddresses.some(({ provider, url }) => {
          const { hostname, host: withPort } = new URL(url)
          return provider === name && (pattern.test(hostname) || pattern.test(withPort))
        })
      })
      .map((host) => `${host} of ${name} is not in host-addresses.ts`),
  )
}

function isFirstOfHost(url: string, at: number, all: readonly HostAddress[]): boolean {
  return all.findIndex((other) => new URL(other.url).host === new URL(url).host) === at
}
