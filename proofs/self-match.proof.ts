import type { RecordedRequest } from '../src/cassette/records.ts'
import { isJsonObject, type JsonValue } from '../src/json/value.ts'
import { firstDifference } from '../src/match/difference.ts'
import { digestRequest } from '../src/match/digest.ts'
import { CallFinder } from '../src/match/finder.ts'
import { dialectById } from '../src/providers/dialects.ts'
import { createRedactor } from '../src/redact/create.ts'
import type { Proof } from './proof.ts'
import { type ClientHeaders, measureClientHeaders } from './self-match/client-headers.ts'
import { captureWire, isRecorded, loadCorpus, type WireRequest, withJson } from './support/corpus.ts'
import { seededRandom, shuffled } from './support/random.ts'

/** Of no vendor's shape, so that only removal by value finds them. */
const recordedKey = 'recording-machine-0123456789abcdef'
const replayedKey = 'another-machine-fedcba9876543210'

const recording = createRedactor({ credentials: [recordedKey] })
const replaying = createRedactor({ credentials: [replayedKey] })

/**
 * What the callers in the corpus set themselves; everything else in a request comes from its client library. Kept apart
 * from the product's own list, so that a mistake there is seen here.
 */
const callers =
  /^(anthropic-version|anthropic-beta|openai-beta|agent-framework-version|claude-code|org-id|provider|source|x-app|x-claude-code-session-id|x-amzn-bedrock-accept|http-referer|x-title)$/i

const proof: Proof = {
  name: 'self-match',
  promise:
    'every JSON request of the corpus is found again with shuffled keys, another key, another SDK version, another client',
  async run({ slice, log }) {
    const exchanges = loadCorpus(slice).filter((one) => isRecorded(one) && isJsonObject(one.request.json))
    const clients = await measureClientHeaders()
    let tried = 0
    const missed: string[] = []
    for (const { file, request } of exchanges) {
      const keyed = withKey(request, recordedKey)
      const recorded = await captureWire(keyed, recording)
      for (const [what, wire] of variants(request, clients, file)) {
        tried += 1
        const incoming = await captureWire(wire, replaying)
        if (isFound(recorded, incoming)) continue
        missed.push(`missed: ${file}: ${what}: ${firstDifference(recorded, incoming)?.field_path}`)
      }
    }
    for (const line of missed.slice(0, 40)) log(line)
    return {
      figure: `${tried} variants of ${exchanges.length} requests, ${clients.length} real clients: ${missed.length} missed`,
      ok: tried > 0 && missed.length === 0,
    }
  },
}

export default proof

function variants(
  request: WireRequest,
  clients: ClientHeaders[],
  seed: string,
): [what: string, wire: WireRequest][] {
  const random = seededRandom(seed)
  const json = request.json as JsonValue
  const keyed = withKey(request, replayedKey)
  const keyedJson = keyed.json as JsonValue
  return [
    ['itself, with another key', keyed],
    ['keys shuffled', withJson(keyed, shuffleKeys(keyedJson, random))],
    ['keys shuffled, spaced', withJson(keyed, shuffleKeys(keyedJson, random), 2)],
    [
      'another SDK version',
      { ...keyed, headers: [...keyed.headers.filter(([name]) => !isOfSdk(name)), ...otherSdk] },
    ],
    ...clients
      .filter(({ anthropic }) => !anthropic || hasVersion(request))
      .map(({ client, headers }): [string, WireRequest] => [
        `client ${client}`,
        withKey({ ...request, json, headers: throughClient(request, headers) }, replayedKey),
      ]),
  ]
}

const otherSdk: WireRequest['headers'] = [
  ['User-Agent', 'OpenAI/JS 99.0.0'],
  ['X-Stainless-Package-Version', '99.0.0'],
  ['X-Stainless-Runtime-Version', 'v99.0.0'],
  ['X-Stainless-OS', 'Plan9'],
  ['X-Stainless-Retry-Count', '2'],
  ['X-Stainless-Helper-Method', 'stream'],
  ['X-Goog-Api-Client', 'gl-node/99'],
  ['X-Fern-SDK-Version', '99.0.0'],
  ['traceparent', '00-00000000000000000000000000000001-0000000000000001-01'],
  ['tracestate', 'dd=s:1'],
  ['baggage', 'a=b'],
  ['sentry-trace', '1-2-0'],
  ['Idempotency-Key', 'stainless-node-retry-5f2c9b1e'],
]

function isOfSdk(name: string): boolean {
  return /^(user-agent$|x-stainless-)/i.test(name)
}

function hasVersion({ headers }: WireRequest): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'anthropic-version')
}

/** The caller's own headers as another client sends them: its own come along, the caller's win. */
function throughClient({ headers }: WireRequest, client: WireRequest['headers']): WireRequest['headers'] {
  const own = headers.filter(([name]) => callers.test(name))
  const names = new Set(own.map(([name]) => name.toLowerCase()))
  return [...client.filter(([name]) => !names.has(name.toLowerCase())), ...own]
}

/** The request with a key in every place where one travels, and once in its text. */
function withKey(request: WireRequest, key: string): WireRequest {
  const others = request.headers.filter(
    ([name]) => !/^(authorization|x-api-key|api-key|cookie|openai-organization)$/i.test(name),
  )
  const json = { ...(isJsonObject(request.json) ? request.json : {}), note: `called with ${key}, as agreed` }
  return {
    ...withJson(request, json),
    headers: [
      ...others,
      ['Authorization', `Bearer ${key}`],
      ['X-Api-Key', key],
      ['Api-Key', key],
      ['Cookie', `session=${key}`],
      ['OpenAI-Organization', `org-${key}`],
    ],
  }
}

function shuffleKeys(value: JsonValue, random: () => number): JsonValue {
  if (Array.isArray(value)) return value.map((child) => shuffleKeys(child, random))
  if (!isJsonObject(value)) return value
  const entries = shuffled(Object.entries(value), random)
  return Object.fromEntries(entries.map(([key, child]) => [key, shuffleKeys(child, random)]))
}

function isFound(request: RecordedRequest, incoming: RecordedRequest): boolean {
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
  const finder = new CallFinder([call], {
    order: 'any',
    incidental: (id) => dialectById(id).incidentalPaths,
  })
  return finder.take(incoming).found
}
