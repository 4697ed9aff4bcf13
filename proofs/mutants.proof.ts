import { isDeepStrictEqual } from 'node:util'
import type { RecordedRequest } from '../src/cassette/records.ts'
import { type FieldPath, formatPath, valueAt } from '../src/json/path.ts'
import { isJsonObject, type JsonObject } from '../src/json/value.ts'
import { digestRequest } from '../src/match/digest.ts'
import { CallFinder } from '../src/match/finder.ts'
import { omitPaths } from '../src/match/omit-paths.ts'
import { isLoopback } from '../src/net/loopback.ts'
import { dialectById } from '../src/providers/dialects.ts'
import { createRedactor } from '../src/redact/create.ts'
import { REMOVED } from '../src/redact/redactor.ts'
import { mutantsAt, pathsOf } from './mutants/json-mutants.ts'
import type { Proof } from './proof.ts'
import {
  type CorpusExchange,
  captureWire,
  isRecorded,
  loadCorpus,
  type WireRequest,
  withJson,
} from './support/corpus.ts'
import { seededRandom, shuffled } from './support/random.ts'

/** Paths below the top level that are tried per request. */
const DEEPER = 40

const redactor = createRedactor({ credentials: [] })

const proof: Proof = {
  name: 'mutants',
  promise:
    'every request of the corpus with any one semantic field edited is a mismatch that names the edited path',
  async run({ slice, log }) {
    const exchanges = loadCorpus(slice).filter(isRecorded)
    const tally: Tally = { tried: 0, survived: [], misnamed: [], credentials: 0, incidental: 0 }
    for (const exchange of exchanges) await tryMutants(exchange, tally)
    for (const line of [...tally.survived, ...tally.misnamed].slice(0, 40)) log(line)
    return {
      figure:
        `${tally.tried} mutants of ${exchanges.length} requests: ${tally.survived.length} survived, ` +
        `${tally.misnamed.length} named another path (${tally.credentials} edits of removed secrets and ${tally.incidental} of invented ids left out)`,
      ok: exchanges.length > 0 && tally.tried > 0 && tally.survived.length + tally.misnamed.length === 0,
    }
  },
}

export default proof

interface Tally {
  tried: number
  survived: string[]
  misnamed: string[]
  credentials: number
  incidental: number
}

async function tryMutants({ file, request }: CorpusExchange, tally: Tally): Promise<void> {
  const original = await captureWire(request, redactor)
  let finder = finderOf(original)

  const attempt = async (what: string, wire: WireRequest, expected: string): Promise<void> => {
    tally.tried += 1
    const result = finder.take(await captureWire(wire, redactor, original))
    if (result.found) tally.survived.push(`survived: ${file}: ${what} at ${expected}`)
    else if (!isNamed(result.mismatch.field_path, expected)) {
      tally.misnamed.push(`misnamed: ${file}: ${what} at ${expected}: ${result.mismatch.field_path}`)
    }
    // A mutant that was found used up the call; the next one needs it again.
    if (result.found) finder = finderOf(original)
  }

  const { incidentalPaths } = dialectById(original.dialect)
  const { json } = request
  for (const path of isJsonObject(json) ? chosenPaths(file, json) : []) {
    const recorded = original.body && 'json' in original.body ? valueAt(original.body.json, path) : undefined
    if (recorded === REMOVED) {
      tally.credentials += 1
      continue
    }
    for (const mutant of mutantsAt(json as JsonObject, path)) {
      const isIncidental = isDeepStrictEqual(
        omitPaths(mutant.json, incidentalPaths),
        omitPaths(json as JsonObject, incidentalPaths),
      )
      if (isIncidental) tally.incidental += 1
      else await attempt(mutant.what, withJson(request, mutant.json), bodyPath(mutant.path))
    }
  }
  if (json === undefined)
    for (const [what, wire] of byteMutants(request, file)) await attempt(what, wire, 'body')
  for (const [what, wire, expected] of addressMutants(request, original)) await attempt(what, wire, expected)
  if (!finder.take(original).found) throw new Error(`the original itself is not found: ${file}`)
}

/** A place within the parts of a form is in its body. */
function isNamed(path: string, expected: string): boolean {
  return path === expected || (expected === 'body' && path.startsWith('multipart'))
}

function finderOf(request: RecordedRequest): CallFinder {
  const call = {
    call_index: 0,
    request,
    digest: digestRequest(request),
    parents: [],
    response: { status: 200, headers: [] },
    events: [],
    outcome: 'complete' as const,
    error: null,
    usage: null,
  }
  return new CallFinder([call], { order: 'any', incidental: (id) => dialectById(id).incidentalPaths })
}

/** Every top-level field and a seeded sample of what lies deeper. */
function chosenPaths(seed: string, body: JsonObject): FieldPath[] {
  const deeper = shuffled(pathsOf(body, 2), seededRandom(seed)).slice(0, DEEPER)
  return [...Object.keys(body).map((key) => [key]), ...deeper]
}

/** Bodies that are no JSON (forms, binary data): a byte changed, taken away, or put in, at seeded places. */
function byteMutants(wire: WireRequest, seed: string): [what: string, wire: WireRequest][] {
  const { bytes } = wire
  if (wire.method === 'GET') return []
  if (bytes.length === 0) return [['insert', { ...wire, bytes: Buffer.from('x') }]]
  const random = seededRandom(seed)
  return Array.from({ length: DEEPER }, () => Math.floor(random() * bytes.length)).flatMap((at) => {
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + 1)]
    const changed = Buffer.concat([before, Buffer.from([(bytes[at] as number) ^ 1]), after])
    // White space after the colon or semicolon of a part's header means nothing.
    const isBlank = /^[:;] $/.test(
      Buffer.from(bytes.subarray(Math.max(0, at - 1), at + 1)).toString('latin1'),
    )
    return [
      [`change of byte ${at}`, { ...wire, bytes: changed }],
      ...(isBlank ? [] : [[`removal of byte ${at}`, { ...wire, bytes: Buffer.concat([before, after]) }]]),
      [
        `insertion at byte ${at}`,
        { ...wire, bytes: Buffer.concat([before, Buffer.from('~'), bytes.subarray(at)]) },
      ],
    ] as [string, WireRequest][]
  })
}

function addressMutants(
  wire: WireRequest,
  original: RecordedRequest,
): [what: string, wire: WireRequest, path: string][] {
  const mutants: [string, WireRequest, string][] = [['change', { ...wire, method: 'PUT' }, 'method']]
  const withUrl = (what: string, path: string, edit: (url: URL) => void): void => {
    const url = new URL(wire.url)
    edit(url)
    mutants.push([what, { ...wire, url: url.href }, path])
  }
  withUrl('change', 'url.host', (url) => {
    // Loopback addresses are all one host.
    url.hostname = isLoopback(url.hostname) ? 'eu.example.com' : `eu.${url.hostname}`
  })
  withUrl('append', 'url.path', (url) => {
    url.pathname += '/more'
  })
  withUrl('cut', 'url.path', (url) => {
    url.pathname = url.pathname.slice(0, -1)
  })
  withUrl('add', 'url.query.added', (url) => url.searchParams.append('added', '1'))
  for (const name of new Set(new URL(wire.url).searchParams.keys())) {
    const path = formatPath(['url', 'query', name])
    withUrl('change', path, (url) => url.searchParams.set(name, 'mutated'))
    withUrl('repeat', path, (url) => url.searchParams.append(name, 'mutated'))
    withUrl('remove', path, (url) => url.searchParams.delete(name))
  }

  const withHeaders = (what: string, name: string, headers: WireRequest['headers']): void => {
    mutants.push([what, { ...wire, headers }, formatPath(['headers', name])])
  }
  withHeaders('add', 'x-tenant', [...wire.headers, ['X-Tenant', 'other']])
  withHeaders('add', 'idempotency-key', [...wire.headers, ['Idempotency-Key', 'order-17']])
  for (const name of new Set(original.headers.map(([name]) => name))) {
    const others = wire.headers.filter(([header]) => header.toLowerCase() !== name)
    // `text/plain` is what a string body gets from fetch; its JSON is read all the same.
    withHeaders('change', name, [...others, [name, name === 'content-type' ? 'text/plain' : 'mutated']])
    withHeaders('remove', name, others)
  }
  return mutants
}

function bodyPath(path: FieldPath): string {
  const reserved = ['method', 'url', 'headers', 'body'].includes(String(path[0]))
  return formatPath(reserved ? ['body', ...path] : path)
}
