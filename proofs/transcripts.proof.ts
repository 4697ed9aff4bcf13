import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { encodePiece, payloadKind } from '../src/cassette/payload.ts'
import type { RecordedCall } from '../src/cassette/records.ts'
import { digestRequest } from '../src/match/digest.ts'
import { createRedactor } from '../src/redact/create.ts'
import { renderTranscript } from '../src/report/transcript.ts'
import type { Proof } from './proof.ts'
import { type CorpusExchange, captureWire, isRecorded, loadCorpus, recordingsOf } from './support/corpus.ts'
import { answerOf } from './support/wire-answer.ts'
import { independentReading, unread } from './transcripts/independent-reading.ts'
import { readShownAnswer, type ShownAnswer, type ShownText } from './transcripts/read-transcript.ts'
import type { ReadChoice, Reading, ReadUsage } from './transcripts/reading.ts'

const redactor = createRedactor({ credentials: [] })

const proof: Proof = {
  name: 'transcripts',
  promise:
    'for every exchange of the corpus, text, tool calls, stop reason and usage in the rendered transcript equal an independent reading of the wire',
  async run({ slice, log }) {
    const recordings = recordingsOf(loadCorpus(slice).filter(isRecorded))
    const unequal: string[] = []
    const counts = { equal: 0, other: 0, unread: 0 }
    const missing = new Set<string>()
    for (const exchanges of recordings.values()) {
      const calls = await Promise.all(exchanges.map(callOf))
      const transcript = render(calls)
      for (const [at, exchange] of exchanges.entries()) {
        const reading = independentReading(exchange, answerOf(exchange).decoded)
        if (unread.has(exchange.endpoint)) {
          counts.unread += 1
          missing.add(exchange.endpoint)
          continue
        }
        if (!reading) {
          counts.other += 1
          continue
        }
        const difference = compare(transcript, calls[at] as RecordedCall, reading)
        if (difference === null) counts.equal += 1
        else unequal.push(`${exchange.file} (${calls[at]?.request.dialect}): ${difference}`)
      }
    }
    for (const line of unequal) log(line.slice(0, 1_500))
    if (counts.unread > 0) log(`no independent reading yet: ${[...missing].join(', ')}`)
    return {
      figure: `${counts.equal} answers equal, ${unequal.length} unequal, ${counts.unread} not read, ${counts.other} that no model gave`,
      // The slice guards what is read; that everything is read is what the whole run shows.
      ok: counts.equal > 0 && unequal.length === 0 && (slice || counts.unread === 0),
    }
  },
}

export default proof

/** An exchange as a cassette holds it. */
async function callOf(exchange: CorpusExchange, call_index: number): Promise<RecordedCall> {
  const request = await captureWire(exchange.request, redactor)
  const { status, contentType, streaming } = exchange.response
  const { decoded } = answerOf(exchange)
  const size = streaming ? 1_000 : Math.max(1, decoded.length)
  const pieces = Array.from({ length: Math.ceil(decoded.length / size) }, (_, at) =>
    decoded.subarray(at * size, (at + 1) * size),
  )
  return {
    call_index,
    request,
    digest: digestRequest(request),
    parents: [],
    response: { status, headers: contentType === null ? [] : [['content-type', contentType]] },
    events: pieces.map((piece) => ({ payload: encodePiece(piece, payloadKind(contentType)), at_ms: 0 })),
    outcome: 'complete',
    error: null,
    usage: null,
  }
}

function render(calls: RecordedCall[]): string {
  return renderTranscript({ test: { file: 'corpus.test.ts', name: ['corpus'] }, calls })
}

/** What is told otherwise in the transcript than on the wire; `null` where nothing is. */
function compare(transcript: string, call: RecordedCall, reading: Reading): string | null {
  // Without its request a call shows its answer alone, which must stand like this at the end of its section.
  const alone = render([{ ...call, request: { ...call.request, body: null } }])
  const answer = alone.slice(alone.indexOf('\n## Call ') + 1).replace(/^.*\n\n?/, '')
  const next = transcript.indexOf(`\n\n## Call ${call.call_index + 1} · `)
  const section = transcript.slice(0, next === -1 ? undefined : next).trimEnd()
  if (!section.endsWith(answer.trimEnd())) return 'the answer does not stand at the end of its call'
  const shown = readShownAnswer(answer)
  if (shown.failed !== reading.failed) return `an error is ${shown.failed ? '' : 'not '}told`
  return compareChoices(shown, reading, answer) ?? compareUsage(shown.usage, reading.usage)
}

function compareChoices({ choices }: ShownAnswer, reading: Reading, answer: string): string | null {
  const wanted = reading.choices.filter(
    ({ texts, calls, stop }) => texts.some(Boolean) || calls.length > 0 || stop !== null,
  )
  if (choices.length > wanted.length + reading.choices.length || choices.length < wanted.length)
    return `${choices.length} choices, on the wire ${wanted.length}`
  for (const note of reading.choices.flatMap(({ notes }) => notes))
    if (!answer.includes(note)) return `not told: ${note}`
  for (const [at, choice] of wanted.entries()) {
    const difference = compareChoice(choices[at] as ShownAnswer['choices'][number], choice)
    if (difference) return difference
  }
  return null
}

function compareChoice(shown: ShownAnswer['choices'][number], wanted: ReadChoice): string | null {
  const texts = wanted.texts.filter((text) => text !== '')
  const isCut = shown.texts.some(({ cut }) => cut !== null)
  const areSame = isCut
    ? texts.length === shown.texts.length && texts.every((text, at) => isShown(shown.texts[at], text))
    : shown.texts.map(({ text }) => text).join('\n\n') === texts.join('\n\n')
  if (!areSame) return `text ${JSON.stringify(shown.texts)}, on the wire ${JSON.stringify(texts)}`
  if (shown.stop !== wanted.stop) return `stop ${shown.stop}, on the wire ${wanted.stop}`
  if (shown.calls.length !== wanted.calls.length)
    return `${shown.calls.length} tool calls, on the wire ${wanted.calls.length}`
  for (const [at, call] of wanted.calls.entries()) {
    const { name, value } = shown.calls[at] as ShownAnswer['choices'][number]['calls'][number]
    if (name !== call.name || !isValue(value, call.arguments))
      return `call of ${name} ${value?.text}, on the wire ${call.name} ${JSON.stringify(call.arguments)}`
  }
  return null
}

/** Whether a text is shown: whole, or cut with the size and hash of the whole. */
function isShown(shown: ShownText | undefined, wanted: string): boolean {
  if (!shown) return false
  if (!shown.cut) return shown.text === wanted
  const hash = createHash('sha256').update(wanted).digest('hex')
  const { bytes, sha256 } = shown.cut
  const begins = shown.text.endsWith('…') && wanted.startsWith(shown.text.slice(0, -1))
  return begins && bytes === Buffer.byteLength(wanted) && hash.startsWith(sha256)
}

function isValue(shown: ShownText | null, wanted: unknown): boolean {
  if (shown === null) return wanted === null
  if (shown.cut || typeof wanted === 'string')
    return isShown(shown, typeof wanted === 'string' ? wanted : JSON.stringify(wanted, null, 2))
  return isDeepStrictEqual(JSON.parse(shown.text), wanted)
}

/** Zero of a part says the same as not counting it. */
function compareUsage(shown: ReadUsage, wanted: ReadUsage): string | null {
  for (const key of ['input', 'output', 'cached', 'reasoning'] as const) {
    const isPart = key === 'cached' || key === 'reasoning'
    const [got, told] = [shown[key] ?? (isPart ? 0 : undefined), wanted[key] ?? (isPart ? 0 : undefined)]
    if (got !== told) return `${key} ${got} tokens, on the wire ${told}`
  }
  return null
}
