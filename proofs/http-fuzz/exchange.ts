// Runs in the proof and, copied, inside a generated project: it imports nothing but Node's own.

/** One random HTTP exchange: what is asked, what the server answers, what the client does with it. */
export interface Exchange {
  n: number
  method: string
  /** With a body of this kind; `null`: without one. */
  sends:
    | 'json'
    | 'form'
    | 'urlencoded'
    | 'text'
    | 'binary'
    | 'gzip'
    | 'br'
    | 'deflate'
    | 'stream'
    | 'empty'
    | null
  sendLength: number
  redirect: 'follow' | 'manual'
  /** Statuses of the redirects before the answer. */
  hops: number[]
  informational: boolean
  status: number
  headers: [name: string, value: string][]
  /** In which the answer is sent. */
  coding: 'gzip' | 'br' | 'deflate' | 'zstd' | null
  kind: 'json' | 'sse' | 'ndjson' | 'text' | 'binary'
  length: number
  /** How many pieces the answer is written in; where is drawn from the seed. */
  pieces: number
  end: 'complete' | 'breaks' | 'never answers'
  /** How many pieces the client reads before it leaves; `null`: all. */
  reads: number | null
}

/** Seeded random numbers (mulberry32), and what is drawn from them. */
export class Draw {
  #state = 0

  constructor(seed: string) {
    for (const character of seed) this.#state = (Math.imul(this.#state, 31) + character.charCodeAt(0)) | 0
  }

  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.unit() * limit)
  }

  chance(share: number): boolean {
    return this.unit() < share
  }

  of<T>(...choices: T[]): T {
    return choices[this.below(choices.length)] as T
  }

  /** Mostly short; one of a hundred is up to 8 MB. */
  length(): number {
    const most = this.unit()
    return this.below(
      most < 0.1 ? 2 : most < 0.7 ? 2_000 : most < 0.93 ? 64_000 : most < 0.99 ? 500_000 : 8_388_608,
    )
  }
}

const bodilessMethods = ['GET', 'HEAD']
const statuses = [
  ...[200, 200, 200, 200, 200, 201, 202, 203, 204, 205, 206, 299, 300, 302, 304, 308],
  ...[400, 401, 403, 404, 407, 408, 409, 410, 413, 422, 425, 429, 451, 500, 502, 503, 529, 599, 600, 999],
]

/** The n-th exchange of a seed. */
export function exchange(seed: string, n: number): Exchange {
  const draw = new Draw(`${seed} ${n}`)
  const method = draw.of('GET', 'HEAD', 'POST', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')
  const sends = bodilessMethods.includes(method)
    ? null
    : draw.of(
        'json',
        'json',
        'form',
        'form',
        'urlencoded',
        'text',
        'binary',
        'gzip',
        'br',
        'deflate',
        'stream',
        'empty',
        null,
      )
  const kind = draw.of('json', 'sse', 'sse', 'ndjson', 'text', 'binary')
  const end = draw.chance(0.02) ? draw.of('breaks', 'never answers') : 'complete'
  // A stream cannot be sent again by `fetch` itself, with or without Retake.
  const hops =
    sends !== 'stream' && draw.chance(0.08)
      ? Array.from({ length: 1 + draw.below(3) }, () => draw.of(301, 302, 303, 307, 308))
      : []
  const coding = draw.chance(0.4) ? draw.of('gzip', 'br', 'deflate', 'zstd') : null
  const pieces = draw.chance(0.5) ? 1 : 1 + draw.below(10)
  return {
    n,
    method,
    sends,
    sendLength: draw.length() % 1_000_000,
    redirect: draw.chance(0.1) ? 'manual' : 'follow',
    hops,
    informational: draw.chance(0.1),
    status: draw.of(...statuses),
    headers: drawHeaders(draw, kind),
    coding,
    kind,
    length: draw.length(),
    pieces,
    end,
    reads: end === 'complete' && kind === 'sse' && draw.chance(0.05) ? 1 : null,
  }
}

function drawHeaders(draw: Draw, kind: Exchange['kind']): [string, string][] {
  const type = {
    json: 'application/json',
    sse: draw.of('text/event-stream', 'text/event-stream; charset=utf-8'),
    ndjson: 'application/x-ndjson',
    text: draw.of('text/plain; charset=utf-8', 'text/html'),
    binary: draw.of('application/octet-stream', 'audio/mpeg', 'image/png'),
  }[kind]
  const headers: [string, string][] = draw.chance(0.95) ? [['content-type', type]] : []
  if (draw.chance(0.5)) headers.push(['X-Request-Id', `req_${draw.below(1e9)}`])
  if (draw.chance(0.1)) headers.push(['retry-after', '0'])
  if (draw.chance(0.2))
    for (let count = 1 + draw.below(3); count > 0; count--) headers.push(['x-fuzz', `v${count}`])
  if (draw.chance(0.1)) headers.push(['x-empty', ''], ['x-latin', 'caf\xe9'])
  return headers
}

const words =
  'the cassette holds what came: Grüße, 日本語, 🙂, e\u0301, "quotes", back\\slash, \u2028 and\ttabs'.split(
    ' ',
  )

/** Text of about so many characters. */
function textOf(draw: Draw, length: number, separator: string): string {
  const parts: string[] = []
  for (let size = 0; size < length; ) {
    const part = draw.of(...words)
    parts.push(part)
    size += part.length + separator.length
  }
  return parts.join(separator)
}

/** A body of a kind, of about a length; the same for the same seed. */
export function bodyOf(kind: Exchange['kind'], length: number, seed: string): Buffer {
  const draw = new Draw(seed)
  if (kind === 'binary') return binary(draw, length)
  if (length === 0) return Buffer.alloc(0)
  // Long texts repeat themselves: drawing them word by word would be most of the work.
  const some = textOf(draw, Math.min(length, 5_000), ' ')
  const long = some.repeat(Math.ceil(length / some.length))
  if (kind === 'text') return Buffer.from(long)
  const space = draw.of(undefined, undefined, 2)
  if (kind === 'json')
    return Buffer.from(
      JSON.stringify({ model: 'm', list: [draw.unit(), null, true], text: long }, null, space),
    )
  const events: string[] = []
  for (let at = 0; at < long.length; at += 1 + Math.floor(long.length / 50)) {
    const text = long.slice(at, at + 1 + Math.floor(long.length / 50))
    const end = draw.of('\n', '\n', '\n', '\r\n')
    const line = JSON.stringify({ at, text })
    if (kind === 'ndjson') events.push(line + end)
    else events.push(`${draw.chance(0.3) ? `event: e${end}` : ''}data: ${line}${end}${end}`)
  }
  if (kind === 'sse' && draw.chance(0.1)) events.push('data: cut o')
  return Buffer.from(events.join(''))
}

function binary(draw: Draw, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const block = Buffer.from(Array.from({ length: Math.min(length, 4_096) }, () => draw.below(256)))
  for (let at = 0; at < length; at += block.length) block.copy(bytes, at)
  return bytes
}

/** Whether a client can see a body: not of a HEAD, and not with a status that has none. */
export function hasBody({ method, status, hops }: Exchange): boolean {
  return methodAfter(method, hops) !== 'HEAD' && ![204, 205, 304].includes(status)
}

/** The method of the last request, after the redirects: https://fetch.spec.whatwg.org/#http-redirect-fetch */
function methodAfter(method: string, hops: readonly number[]): string {
  let now = method
  for (const status of hops)
    if ((status === 303 && now !== 'HEAD') || (status < 303 && now === 'POST')) now = 'GET'
  return now
}
