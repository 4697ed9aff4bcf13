import { isUtf8 } from 'node:buffer'
import { recogniseCall } from '../src/providers/recognise.ts'
import { createRedactor } from '../src/redact/create.ts'
import { placeholderFor } from '../src/redact/credentials.ts'
import type { UserProject } from '../test/support/user-project.ts'
import type { PlannedRequest, SeenAnswer } from './clients/fetch-client.ts'
import type { Proof } from './proof.ts'
import { type AnswerServer, serveAnswers } from './support/answer-server.ts'
import { type CorpusExchange, loadCorpus, recordingsOf } from './support/corpus.ts'
import { otherKinds, sliceOfCorpus } from './support/corpus-slice.ts'
import { createPlayProject, type Run, readSeen, recordingKey, runProject } from './support/play-project.ts'
import { answerOf, type ExpectedAnswer } from './support/wire-answer.ts'

/** One recording of the corpus: its exchanges in order, and the server that answers them. */
interface Recording {
  name: string
  exchanges: CorpusExchange[]
  answers: ExpectedAnswer[]
  server: AnswerServer
  /** Recognised by path and body shape; otherwise its port is named in the config. */
  byShape: boolean
}

/** Kept apart from the product's own list, so that a mistake there is seen here. */
const keptNames =
  /^(content-type|retry-after(-ms)?|x-should-retry|(x-)?request-id|apim-request-id|x-ms-request-id|x-amzn-(requestid|errortype)|location|warning|deprecation|sunset|x-debug-trace-id|x-amzn-bedrock-(content-type|(cache-(read|write)-)?(input|output)-token-count))$/

/** Of the connection or of the coding on it: no client of `fetch` can use them on a decoded body. */
const wireNames = /^(connection|keep-alive|transfer-encoding|content-length|content-encoding)$/

/** Not the request's own on its way to another host. */
const connectionNames = /^(host|connection|content-length|transfer-encoding|accept-encoding|authorization)$/i

/** What the recording run must hide, and what the replaying one does. */
const credentials = [recordingKey, placeholderFor('OPENAI_API_KEY'), placeholderFor('ANTHROPIC_API_KEY')]

const proof: Proof = {
  name: 'corpus',
  promise:
    'every exchange of the corpus, recorded and replayed through a Vitest project, gives status, kept headers and body bytes as the server sent them',
  async run({ slice, log }) {
    const exchanges = slice ? sliceOfCorpus(loadCorpus(false), otherKinds) : loadCorpus(false)
    const recordings = await startRecordings(exchanges)
    const project = await createPlayProject(plansOf(recordings), {
      client: 'fetch-client.ts',
      testFiles: slice ? 1 : 6,
      config: configFor(recordings),
    })
    try {
      return await prove(project, recordings, log)
    } finally {
      await Promise.all(recordings.map(({ server }) => server.close()))
      project.remove()
    }
  },
}

export default proof

async function prove(project: UserProject, recordings: Recording[], log: (line: string) => void) {
  const exchanges = recordings.flatMap((recording) => recording.exchanges)
  const failures: string[] = []
  const redacted: string[] = []

  const recorded = await runProject(project, 'record')
  if (recorded.code !== 0) failures.push(`the recording run fails:\n${recorded.output}`)
  const served = recordings.reduce((sum, { server }) => sum + server.requests, 0)
  if (served !== exchanges.length) failures.push(`the provider saw ${served} of ${exchanges.length} requests`)
  await Promise.all(recordings.map(({ server }) => server.close()))
  const replayed = await runProject(project, 'replay')
  if (replayed.code !== 0) failures.push(`the replaying run fails:\n${replayed.output}`)

  for (const recording of recordings) {
    for (const run of ['record', 'replay'] as const) {
      const seen = readSeen(project, run, recording.name)
      for (const [at, exchange] of recording.exchanges.entries()) {
        const verdict = judge(run, exchange, recording.answers[at] as ExpectedAnswer, seen?.[at])
        if (verdict === 'redacted') redacted.push(exchange.file)
        else if (verdict) failures.push(`${run}: ${exchange.file}: ${verdict}`)
      }
    }
    failures.push(...piecesThatMoved(project, recording))
  }

  for (const line of failures.slice(0, 30)) log(line.slice(0, 6_000))
  for (const file of redacted) log(`redacted: ${file}`)
  const byShape = recordings.filter((recording) => recording.byShape).length
  log(`${byShape} recordings recognised by path and body, ${recordings.length - byShape} named in the config`)
  log(`${redacted.length} bodies equal but for what redaction removed`)
  return {
    figure: `${exchanges.length} exchanges of ${recordings.length} recordings, ${failures.length} failures`,
    ok: exchanges.length > 0 && failures.length === 0,
  }
}

/** What is wrong with what a client saw; `null` where nothing is. */
function judge(
  run: Run,
  exchange: CorpusExchange,
  { wire, decoded }: ExpectedAnswer,
  seen: SeenAnswer | undefined,
): 'redacted' | string | null {
  if (!seen) return 'the test saw no answer'
  if (seen.status !== wire.status) return `status ${seen.status}, sent was ${wire.status}`
  const sent = [...new Headers(wire.headers)].filter(([name]) => !wireNames.test(name))
  const wanted = run === 'record' ? sent : sent.filter(([name]) => keptNames.test(name))
  const got = seen.headers.filter(([name]) => !(run === 'record' && wireNames.test(name)))
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    return `headers ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`
  const body = bodyOf(seen)
  if (body.equals(decoded)) return null
  if (run === 'replay' && isUtf8(decoded) && body.equals(redact(exchange, decoded))) return 'redacted'
  return differenceOf(body, decoded)
}

function redact(exchange: CorpusExchange, decoded: Uint8Array): Buffer {
  const recognised = recogniseCall(new URL(exchange.request.url), 'POST', exchange.request.json)
  if (!recognised || recognised.telemetry) return Buffer.from(decoded)
  const { contentPaths, deltaFields } = recognised.dialect
  const redactor = createRedactor({ credentials })
  return Buffer.from(redactor.text(Buffer.from(decoded).toString('utf8'), { contentPaths, deltaFields }))
}

/** A stream is replayed in the pieces in which it was recorded; any other body is one piece. */
function piecesThatMoved(project: UserProject, { name, exchanges }: Recording): string[] {
  const [recorded, replayed] = (['record', 'replay'] as const).map((run) => readSeen(project, run, name))
  return exchanges.flatMap(({ file, response }, at) => {
    const [before, after] = [recorded?.[at]?.pieces_base64, replayed?.[at]?.pieces_base64]
    if (!before || !after) return []
    const expected = response.streaming ? before.length : Math.min(1, before.length)
    return after.length === expected ? [] : [`${file}: ${after.length} pieces replayed, ${expected} recorded`]
  })
}

async function startRecordings(exchanges: CorpusExchange[]): Promise<Recording[]> {
  const recordings: Recording[] = []
  for (const [name, inOrder] of recordingsOf(exchanges)) {
    const answers = inOrder.map((exchange) => answerOf(exchange))
    let next = 0
    const server = await serveAnswers(() => answers[next++]?.wire)
    const byShape = inOrder.every(
      ({ request }) => recogniseCall(loopback(request.url, server), request.method, request.json) !== null,
    )
    recordings.push({ name, exchanges: inOrder, answers, server, byShape })
  }
  return recordings
}

function plansOf(recordings: Recording[]): Map<string, PlannedRequest[]> {
  return new Map(
    recordings.map(({ name, exchanges, server }) => [
      name,
      exchanges.map(({ request }) => ({
        url: loopback(request.url, server).href,
        method: request.method,
        headers: request.headers.filter(([header]) => !connectionNames.test(header)),
        body_base64: Buffer.from(request.bytes).toString('base64'),
      })),
    ]),
  )
}

function configFor(recordings: Recording[]): string {
  const named = recordings
    .filter(({ byShape }) => !byShape)
    .map(({ name, server, exchanges: [first] }) => {
      // On loopback an endpoint such as `/api/chat` is Ollama's only where the config says so.
      const found =
        first && recogniseCall(new URL(first.request.url), first.request.method, first.request.json)
      const dialect = found?.telemetry === false ? found.dialect.id : 'plain'
      return `    defineProvider({ name: 'corpus-${name}', hosts: ['127.0.0.1:${server.port}'], dialect: '${dialect}' }),`
    })
  return [
    "import { defineConfig, defineProvider } from 'retake'",
    'export default defineConfig({',
    '  recordErrors: true,',
    '  providers: [',
    ...named,
    '  ],',
    '})',
    '',
  ].join('\n')
}

/** The URL with the server in place of the provider: path and query stay. */
function loopback(url: string, server: AnswerServer): URL {
  const { pathname, search } = new URL(url)
  return new URL(pathname + search, server.origin)
}

function bodyOf({ pieces_base64 }: SeenAnswer): Buffer {
  return Buffer.concat(pieces_base64.map((piece) => Buffer.from(piece, 'base64')))
}

function differenceOf(got: Buffer, wanted: Uint8Array): string {
  let at = 0
  while (at < got.length && got[at] === wanted[at]) at += 1
  const near = (bytes: Uint8Array) =>
    JSON.stringify(Buffer.from(bytes).toString('latin1', Math.max(0, at - 40), at + 80))
  return `body of ${got.length} bytes, sent were ${wanted.length}; at byte ${at} ${near(got)}, sent was ${near(wanted)}`
}
