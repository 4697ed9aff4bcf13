import { setTimeout as pause } from 'node:timers/promises'
import { constants, gzipSync } from 'node:zlib'
import { awsChunk, awsEvent, awsException } from '../../examples/provider/aws-frames.ts'
import { seededRandom } from '../support/random.ts'

/** A stream as a server writes it: what, and where it is cut. */
export interface OddStream {
  name: string
  /** The body as a client must see it. */
  body: Buffer
  /** What is written, with a pause after each; compressed where `gzip`. Empty pieces are no bytes on the wire. */
  pieces: Buffer[]
  gzip: boolean
  /** Cut the framing of HTTP too: chunk headers arrive in parts. */
  splitsFrames: boolean
}

/** Texts whose bytes are easily cut in a wrong place. */
const bodies: Record<string, Buffer> = {
  'chat completions': sse([
    ...['Grüße', ', 日本', '語 ', '👩‍👩‍👧', ' e\u0301', ' \u2028 ', '\\n"'].map((content) => ({
      choices: [{ index: 0, delta: { content } }],
    })),
    '[DONE]',
  ]),
  messages: sse(
    [
      { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [] } },
      { type: 'ping' },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"città": "Zür' },
      },
      { type: 'message_stop' },
    ],
    true,
  ),
  'carriage returns': Buffer.from('event: a\r\ndata: {"é":1}\r\n\r\ndata: zwei\r\ndata: Zeilen\r\n\r\n'),
  'lone carriage returns': Buffer.from('data: ä\r\rdata: 🙂\r\r'),
  'comments, ids and retries': Buffer.from(
    ': warm\n\nid: 1\nevent: x\nretry: 10\ndata:no space\n\n:\n\ndata\n\ndata: \n\n: ☕ OPENROUTER PROCESSING\n\ndata: {"a": 1}\n\n',
  ),
  'no end': Buffer.from('data: {"text":"angefangen und nicht zu Ende gebrach'),
  'byte order mark': Buffer.from('\ufeffdata: {"a":"ü"}\n\n\n\n\ndata: [DONE]\n\n'),
  'no UTF-8': Buffer.concat([
    sse([{ a: 'é' }]),
    Buffer.from([0xff, 0xc3, 0x28, 0x00, 0xed, 0xa0, 0x80, 0xf0, 0x9f]),
    sse(['[DONE]']),
  ]),
  'text that starts like a key': sse(
    ['I', ' keep sk', '-', ' and Bearer', ' of good', ' news, -----BEGIN', ' of all'].map((content) => ({
      choices: [{ index: 0, delta: { content } }],
    })),
  ),
  'frames of AWS': Buffer.concat([
    awsEvent('messageStart', { role: 'assistant' }),
    ...['Grüße', ', 日本', '語 ☂', ' sk', '-', ' of good'].map((text) =>
      awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text }, p: 'abcdef' }),
    ),
    awsChunk({ completion: 'Zürich ☂', stop_reason: null }),
    awsException('throttlingException', 'Zu viele Anfragen'),
  ]),
  'a damaged frame of AWS': damaged(
    Buffer.concat([
      awsEvent('messageStart', { role: 'assistant' }),
      awsEvent('messageStop', { stopReason: 'é' }),
    ]),
  ),
  'a frame of AWS that is cut off': awsEvent('messageStart', { role: 'assistant' }).subarray(0, -9),
  'one large event': sse([{ choices: [{ index: 0, delta: { content: 'Ärger mit Größen, '.repeat(400) } }] }]),
}

/** Ways to cut a body. Each gives pieces whose concatenation is the body. */
const cuts: Record<string, (body: Buffer) => Buffer[]> = {
  'one byte at a time': (body) => cutAt(body, range(Math.min(body.length, 400))),
  'inside every character': (body) =>
    cutAt(
      body,
      range(body.length).filter((at) => isContinuation(body[at])),
    ),
  'inside every field': (body) =>
    cutAt(
      body,
      positions(body, ':').flatMap((at) => [at - 1, at + 1, at + 2]),
    ),
  'between carriage return and line feed': (body) => cutAt(body, positions(body, '\n')),
  'in the middle of the empty line': (body) =>
    cutAt(
      body,
      positions(body, '\n\n').map((at) => at + 1),
    ),
  'events, many at once': (body) =>
    cutAt(
      body,
      positions(body, '\n\n')
        .filter((_, nth) => nth % 3 === 2)
        .map((at) => at + 2),
    ),
  'all at once': (body) => [body],
  'with empty writes': (body) =>
    cutAt(body, [7, 40, 41]).flatMap((piece) => [Buffer.alloc(0), piece, Buffer.alloc(0)]),
  'at seeded places': (body) => {
    const random = seededRandom(body.toString('latin1'))
    return cutAt(
      body,
      range(body.length).filter(() => random() < 0.15),
    )
  },
}

/** Every body in every cut; some compressed, some with split frames. In a slice some of them, of few pieces. */
export function oddStreams(slice: boolean): OddStream[] {
  const streams: OddStream[] = []
  for (const [what, body] of Object.entries(bodies)) {
    for (const [how, cut] of Object.entries(cuts)) {
      const at = streams.length
      const pieces = cut(body)
      const name = `${what}, ${how}`
      streams.push({ name, body, pieces, gzip: false, splitsFrames: at % 4 === 1 })
      if (at % 5 === 0)
        streams.push({
          name: `${name}, compressed`,
          body,
          pieces: flushed(pieces),
          gzip: true,
          splitsFrames: false,
        })
    }
  }
  return slice ? streams.filter(({ pieces }, at) => at % 7 === 0 && pieces.length < 150) : streams
}

/** Milliseconds that the server waits after a piece, from a fixed sequence of none to a few. */
export async function waitAfterPiece(nth: number): Promise<void> {
  await pause([1, 4, 0, 2, 7, 1][nth % 6])
}

function damaged(frames: Buffer): Buffer {
  const at = frames.length - 30
  frames[at] = (frames[at] as number) ^ 1
  return frames
}

function sse(messages: readonly unknown[], named = false): Buffer {
  const lines = messages.map((message) => {
    const event = named ? `event: ${(message as { type: string }).type}\n` : ''
    return `${event}data: ${typeof message === 'string' ? message : JSON.stringify(message)}\n\n`
  })
  return Buffer.from(lines.join(''))
}

/** Each piece as a gzip member's worth of bytes, so that a client can inflate it as it comes. */
function flushed(pieces: Buffer[]): Buffer[] {
  return pieces
    .filter((piece) => piece.length > 0)
    .map((piece) => gzipSync(piece, { finishFlush: constants.Z_FINISH }))
}

function cutAt(body: Buffer, places: number[]): Buffer[] {
  const cut = [...new Set([0, ...places, body.length])]
    .filter((at) => at >= 0 && at <= body.length)
    .sort((a, b) => a - b)
  return cut.slice(1).map((end, index) => body.subarray(cut[index], end))
}

function positions(body: Buffer, text: string): number[] {
  const found: number[] = []
  for (let at = body.indexOf(text); at !== -1; at = body.indexOf(text, at + 1)) found.push(at)
  return found
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

function range(length: number): number[] {
  return [...Array(length).keys()]
}
