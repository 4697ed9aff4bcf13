import { describe, expect, test } from 'vitest'
import type { Answer } from '../../src/providers/dialect.ts'
import { dialectById } from '../../src/providers/dialects.ts'
import { recogniseCall } from '../../src/providers/recognise.ts'
import { renderTranscript } from '../../src/report/transcript.ts'
import { callOf, hasCorpus, readCorpus } from './corpus.ts'
import { plainReading } from './plain-reading.ts'

const skipped = hasCorpus ? '' : ' (skipped: ../shared/corpus is not there)'
const dialectOf: Record<string, string> = {
  'chat.completions': 'openai-chat',
  responses: 'openai-responses',
  messages: 'anthropic-messages',
}
/** Endpoints whose answers the proof `transcripts` reads a second time. */
const otherDialects: Record<string, string> = {
  'vertex.rawPredict': 'anthropic-messages',
  'gemini.generate': 'gemini',
  'gemini.stream-sse': 'gemini',
  'gemini.stream-json-array': 'gemini',
  'gemini.embed/predict': 'gemini',
  'gemini.interactions': 'gemini-interactions',
  'ollama.chat': 'ollama',
  'ollama.generate': 'ollama',
  completions: 'openai-completions',
  images: 'openai-images',
  moderations: 'openai-moderations',
  'audio.speech': 'openai-audio',
  'audio.transcription': 'openai-audio',
  'bedrock.converse': 'bedrock-converse',
  'bedrock.converse-stream': 'bedrock-converse',
  'bedrock.invoke': 'bedrock-invoke',
  'bedrock.invoke-stream': 'bedrock-invoke',
}
const exchanges = readCorpus()
const readable = exchanges.filter(({ endpoint }) => endpoint in dialectOf)

describe(`real exchanges${skipped}`, () => {
  test.skipIf(!hasCorpus)('are recognised by their URL, with the dialect of their endpoint', () => {
    const wanted = { ...dialectOf, ...otherDialects }
    const wrong = exchanges.filter(({ request, endpoint }) => {
      const found = recogniseCall(new URL(request.url), request.method, request.body)
      return endpoint in wanted && (found?.telemetry !== false || found.dialect.id !== wanted[endpoint])
    })
    expect(wrong.map(({ file }) => file)).toEqual([])
    expect(readable.length).toBeGreaterThan(100)
  })

  test.skipIf(!hasCorpus)('that upload traces are telemetry', () => {
    const uploads = exchanges.filter(({ request }) => request.url.includes('/v1/traces/'))
    const found = uploads.map(({ request }) =>
      recogniseCall(new URL(request.url), request.method, request.body),
    )
    expect(uploads.length).toBeGreaterThan(0)
    expect(found.every((recognition) => recognition?.telemetry === true)).toBe(true)
  })

  test.skipIf(!hasCorpus).each(readable.map((exchange) => [exchange.file, exchange] as const))(
    '%s says what a plain reading says',
    (_file, exchange) => {
      const dialect = dialectById(dialectOf[exchange.endpoint] as string)
      const answer = dialect.readAnswer(callOf(exchange, dialect.id, 7))
      const wanted = plainReading(exchange.endpoint, exchange.response.text)
      expect(textOf(answer)).toBe(wanted.text)
      expect(callsOf(answer)).toEqual(wanted.calls.map(normalCall))
      expect(answer.choices.flatMap(({ stop }) => stop ?? [])).toEqual(wanted.stops)
      if (exchange.response.status >= 400) expect(answer.error?.message).toBeTruthy()
      if (exchange.response.status < 400 && wanted.stops.length > 0)
        expect(answer.usage?.output_tokens ?? 0).toBeGreaterThanOrEqual(0)
    },
  )

  test.skipIf(!hasCorpus)(
    'of every format make a transcript, the same in whatever pieces the answer came',
    () => {
      for (const exchange of exchanges) {
        const { url, method, body } = exchange.request
        const found = recogniseCall(new URL(url), method, body)
        const dialect = found?.telemetry === false ? found.dialect.id : 'plain'
        const transcripts = [1000, 1_000_000].map((size) =>
          renderTranscript({
            test: { file: 'corpus', name: [exchange.file] },
            calls: [callOf(exchange, dialect, size)],
          }),
        )
        expect(transcripts[0]).toBe(transcripts[1])
      }
    },
  )
})

function textOf({ choices }: Answer): string {
  return choices.flatMap(({ parts }) => parts.map((part) => (part.kind === 'text' ? part.text : ''))).join('')
}

function callsOf({ choices }: Answer): string[] {
  const parts = choices.flatMap((choice) => choice.parts)
  return parts.flatMap((part) =>
    part.kind === 'tool_call' ? [`${part.name} ${JSON.stringify(part.arguments)}`] : [],
  )
}

function normalCall(call: string): string {
  const [name = '', ...rest] = call.split(' ')
  try {
    return `${name} ${JSON.stringify(JSON.parse(rest.join(' ')))}`
  } catch {
    return `${name} ${JSON.stringify(rest.join(' '))}`
  }
}
