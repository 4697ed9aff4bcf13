import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RecordedRequest } from '../../src/cassette/records.ts'
import { captureRequest, readRequest } from '../../src/intercept/capture.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/json/value.ts'
import { dialectById } from '../../src/providers/dialects.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'
import type { Redactor } from '../../src/redact/redactor.ts'
import { MissingRequirement } from './requirement.ts'

/** One exchange of the corpus, as its file tells it. See the corpus' README for what the fields mean. */
export interface CorpusExchange {
  /** Relative to the corpus. */
  file: string
  /** The recording it comes from; the turns of one are in `position` order. */
  recording: string
  position: number
  provider: string
  endpoint: string
  features: string[]
  request: WireRequest
  response: {
    status: number
    headers: [name: string, value: string][]
    contentEncodingState: 'encoded' | 'decoded' | 'identity'
    streaming: boolean
    /** What the provider declared, also where the recorder stripped the headers; `null`: nothing. */
    contentType: string | null
    bytes: Uint8Array
  }
}

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
  /** The parsed body where it is JSON. */
  json?: JsonValue
  bytes: Uint8Array
}

/** Endpoints that the SDKs of OpenAI and Anthropic and the AI SDK's packages for them ask. */
const sdkEndpoints = new Set(['chat.completions', 'responses', 'messages'])

/** Whether Retake records an exchange: it is a model call by its URL, and no upload of traces. */
export function isRecorded({ request }: CorpusExchange): boolean {
  return recogniseCall(new URL(request.url), request.method, request.json)?.telemetry === false
}

/** Whether the SDKs that the proofs use can make an exchange's call. */
export function isSdkCall({ endpoint }: CorpusExchange): boolean {
  return sdkEndpoints.has(endpoint)
}

/**
 * All exchanges, in the order of the corpus' index; in a slice every tenth.
 *
 * @throws {MissingRequirement} where the corpus is not there
 */
export function loadCorpus(slice: boolean): CorpusExchange[] {
  const folder = corpusFolder()
  const index = path.join(folder, 'index.jsonl')
  if (!existsSync(index))
    throw new MissingRequirement('the corpus: ../shared/corpus, or a folder named by RETAKE_CORPUS')
  return readFileSync(index, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as IndexRow)
    .filter((_, position) => !slice || position % 10 === 0)
    .map((row) => readExchange(folder, row))
}

/** The exchanges by recording, the turns of each in their order. */
export function recordingsOf(exchanges: CorpusExchange[]): Map<string, CorpusExchange[]> {
  const recordings = new Map<string, CorpusExchange[]>()
  for (const exchange of exchanges.toSorted((a, b) => a.position - b.position))
    recordings.set(exchange.recording, [...(recordings.get(exchange.recording) ?? []), exchange])
  return recordings
}

/** Where the corpus stands: RETAKE_CORPUS, else `../shared/corpus` beside the repository. */
export function corpusFolder(): string {
  const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
  return process.env.RETAKE_CORPUS ?? path.join(repository, '../shared/corpus')
}

/** Sends a request through the parts of Retake that turn it into what is compared and recorded. */
export async function captureWire(
  wire: WireRequest,
  redactor: Redactor,
  like?: RecordedRequest,
): Promise<RecordedRequest> {
  const url = new URL(wire.url)
  const hasBody = wire.bytes.length > 0 && wire.method !== 'GET'
  const request = new Request(url, {
    method: wire.method,
    headers: wire.headers,
    ...(hasBody ? { body: wire.bytes } : {}),
  })
  const recognised = like ? null : recogniseCall(url, wire.method, wire.json)
  if (!like && (!recognised || recognised.telemetry))
    throw new Error(`not recognised as a model call: ${wire.url}`)
  const dialect = like
    ? dialectById(like.dialect)
    : recognised?.telemetry === false
      ? recognised.dialect
      : dialectById('plain')
  const provider = like?.provider ?? recognised?.provider ?? ''
  return captureRequest(await readRequest(request, url), provider, dialect, redactor).recorded
}

/** The same request with another JSON body, written by `JSON.stringify`. */
export function withJson(wire: WireRequest, json: JsonValue, space?: number): WireRequest {
  return { ...wire, json, bytes: new TextEncoder().encode(JSON.stringify(json, null, space)) }
}

interface IndexRow {
  file: string
  provider: string
  endpoint: string
  features: string[]
}

function readExchange(folder: string, row: IndexRow): CorpusExchange {
  const file = JSON.parse(readFileSync(path.join(folder, row.file), 'utf8')) as Record<string, JsonObject>
  const { request = {}, response = {}, cassette = {} } = file
  const bytes = bytesOf(request)
  return {
    file: row.file,
    recording: String(cassette.id),
    position: Number(cassette.index),
    provider: row.provider,
    endpoint: row.endpoint,
    features: row.features,
    request: {
      method: String(request.method),
      url: String(request.url),
      headers: pairsOf(request.headers),
      bytes,
      ...(isJsonObject(request.body) ? { json: request.body } : {}),
    },
    response: {
      status: Number(response.status),
      headers: pairsOf(response.headers),
      contentEncodingState: String(response.content_encoding_state) as 'encoded',
      streaming: response.streaming === true,
      contentType: typeof response.content_type === 'string' ? response.content_type : null,
      bytes: bytesOf(response),
    },
  }
}

/** The bytes as recorded where the corpus has them, else the body written as compact JSON. */
function bytesOf(part: JsonObject): Uint8Array {
  if (typeof part.body_base64 === 'string') return Buffer.from(part.body_base64, 'base64')
  if (typeof part.body_text === 'string') return Buffer.from(part.body_text)
  return Buffer.from(part.body === undefined || part.body === null ? '' : JSON.stringify(part.body))
}

/** Header pairs; a name that no client could send (the corpus has `[ accept ]`) is left out. */
function pairsOf(headers: JsonValue | undefined): [string, string][] {
  const pairs = Array.isArray(headers)
    ? (headers as [string, JsonValue][])
    : Object.entries(isJsonObject(headers) ? headers : {})
  return pairs
    .filter(([name]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name))
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
    )
}
