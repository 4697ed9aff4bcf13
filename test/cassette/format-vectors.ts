import { sha256 } from '../../src/cassette/chain.ts'
import { safeName } from '../../src/cassette/path.ts'
import { encodePiece } from '../../src/cassette/payload.ts'
import type { CassetteHeader, RecordedCall, RecordedRequest } from '../../src/cassette/records.ts'
import { serialiseCassette } from '../../src/cassette/serialise.ts'
import { canonicalRequest } from '../../src/match/canonical.ts'
import { digestRequest } from '../../src/match/digest.ts'

const begin = '<!-- vectors: made by scripts/make-reference-cassettes.ts -->'
const end = '<!-- end of vectors -->'

/** The text of docs/format.md with its vectors replaced. */
export function withVectors(doc: string, vectors: string): string {
  const [before, rest] = doc.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error('docs/format.md has no place for vectors')
  return `${before}${begin}\n\n${vectors}\n${end}${after}`
}

const key = 'a key for this page'
const transcript = '# weather > asks twice\n'

const header: CassetteHeader = {
  format_version: 1,
  redaction: 1,
  capabilities: [],
  providers: ['openai'],
  test: { file: 'test/weather.test.ts', name: ['weather', 'asks twice'] },
  recorded_at: '2026-11-30T12:00:00.000Z',
  fingerprint: { retake: '1.0.0', node: '20.19.0' },
}

function request(messages: { role: string; content: string }[], stream: boolean): RecordedRequest {
  return {
    provider: 'openai',
    dialect: 'openai-chat',
    model: 'gpt-5-mini',
    method: 'POST',
    url: 'https://api.openai.com/v1/chat/completions',
    headers: [['content-type', 'application/json']],
    body: { json: { model: 'gpt-5-mini', messages, ...(stream && { stream }) } },
  }
}

function vectorCalls(): RecordedCall[] {
  const first = {
    role: 'user',
    content: 'Is it raining in Lisbon, in Oslo or anywhere else that you know of? ☂',
  }
  const stream = Buffer.from('data: {"delta":"Yes ☂"}\n\ndata: [DONE]\n\n')
  const inside = stream.indexOf('☂') + 1
  const message = stream.indexOf('\n\n') + 2
  const common = { parents: [], outcome: 'complete', error: null } as const
  const one = request([first], false)
  const two = request([first, { role: 'user', content: 'And now?' }], true)
  return [
    {
      ...common,
      call_index: 0,
      request: one,
      digest: digestRequest(one),
      parents: [],
      response: { status: 200, headers: [['content-type', 'application/json']] },
      events: [{ payload: encodePiece(Buffer.from('{"answer":"No."}'), 'json'), at_ms: 210 }],
      usage: { input_tokens: 9, output_tokens: 2 },
    },
    {
      ...common,
      call_index: 1,
      request: two,
      digest: digestRequest(two),
      parents: [],
      response: { status: 200, headers: [['content-type', 'text/event-stream']] },
      events: [stream.subarray(0, inside), stream.subarray(inside, message), stream.subarray(message)].map(
        (bytes, index) => ({ payload: encodePiece(bytes, 'sse'), at_ms: 90 + index }),
      ),
      usage: null,
    },
  ]
}

const asciiJson = (text: string) =>
  JSON.stringify(text).replace(
    /[^ -~]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const fence = (text: string) => `\`\`\`\n${text}${text.endsWith('\n') ? '' : '\n'}\`\`\`\n`

const names = [
  'calls the tool',
  'Calls the tool',
  'GET /users: "all"',
  'con',
  '',
  '..',
  'again (2)',
  '_side',
  'cafe\u0301',
  'x'.repeat(100),
]

/** Bytes 0 to 255, over and over. */
const everyByte = Buffer.from(Array.from({ length: 8193 }, (_, index) => index % 256))

/** A line whose body has a side file, and what it stands for. */
function sideVector(): string[] {
  const value = { url: `data:;base64,${everyByte.toString('base64')}#` }
  const large: RecordedRequest = { ...request([], false), model: null, body: { json: value } }
  const call = { ...(vectorCalls()[0] as RecordedCall), request: large, events: [] }
  const { text, sideFiles } = serialiseCassette({ header, calls: [call] }, sha256(transcript), undefined)
  return [
    'A request line with a side file: the 8193 bytes 0, 1, … 255, 0, 1, … that stand in',
    `\`_side/${sideFiles[0]?.name}\`, after its header:`,
    '',
    fence(text.split('\n').slice(0, 2).join('\n')),
    'Its `url` is `data:;base64,` and 10924 digits and `#`; the SHA-256 of its whole body as compact JSON is',
    `\`${sha256(JSON.stringify(value))}\`.`,
    '',
  ]
}

/** The vectors of docs/format.md, as Markdown. */
export function formatVectors(): string {
  const calls = vectorCalls()
  const { text, head } = serialiseCassette({ header, calls }, sha256(transcript), key)
  const first = calls[0] as RecordedCall
  const rows = names.map((name) => `| \`${asciiJson(name)}\` | \`${safeName(name)}\` |`)
  return [
    `A complete cassette of two calls. Its transcript is the one line \`${transcript.trim()}\` with a newline, its key`,
    `\`${key}\`; its head is \`${head}\`.`,
    '',
    fence(text),
    `The SHA-256 of the whole file is \`${sha256(text)}\`.`,
    '',
    'The canonical form of its first request, whose SHA-256 is the `digest` of line 2:',
    '',
    fence(canonicalRequest(first.request)),
    ...sideVector(),
    'Names and what they become:',
    '',
    '| name, as a JSON string | component |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n')
}
