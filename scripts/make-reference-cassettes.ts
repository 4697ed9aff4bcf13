/**
 * Writes `__recordings__/v1/<dialect>.jsonl` with its transcript, and the vectors in docs/format.md. Cassettes that stand
 * there are left alone, since every later version must read those of today: delete one to have it written anew.
 */

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transcriptPath } from '../src/cassette/path.ts'
import type { CassetteHeader, RecordedCall } from '../src/cassette/records.ts'
import { serialiseCassette } from '../src/cassette/serialise.ts'
import { renderTranscript } from '../src/report/transcript.ts'
import { formatVectors, withVectors } from '../test/cassette/format-vectors.ts'
import { anthropicMessagesCalls, openaiChatCalls, openaiResponsesCalls } from './reference-calls.ts'
import { referenceExchanges } from './reference-exchanges.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const cassettes: [dialect: string, calls: RecordedCall[]][] = [
  ['openai-chat', openaiChatCalls()],
  ['openai-responses', openaiResponsesCalls()],
  ['anthropic-messages', anthropicMessagesCalls()],
  ...(await referenceExchanges()),
]

mkdirSync(`${root}__recordings__/v1`, { recursive: true })
for (const [dialect, calls] of cassettes) {
  const path = `${root}__recordings__/v1/${dialect}.jsonl`
  if (existsSync(path)) continue
  const header: CassetteHeader = {
    format_version: 1,
    redaction: 1,
    capabilities: [],
    providers: [...new Set(calls.map((call) => call.request.provider))],
    test: { file: 'test/cassette/reference.test.ts', name: ['weather agent', `asks in ${dialect}`] },
    recorded_at: '2026-11-30T12:00:00.000Z',
    fingerprint: { retake: '0.0.0', node: '20.19.0' },
  }
  const transcript = renderTranscript({ test: header.test, calls })
  const digest = createHash('sha256').update(transcript).digest('hex')
  writeFileSync(transcriptPath(path), transcript)
  writeFileSync(path, serialiseCassette({ header, calls }, digest, undefined).text)
  console.log(`wrote ${path}`)
}

const doc = `${root}docs/format.md`
writeFileSync(doc, withVectors(readFileSync(doc, 'utf8'), formatVectors()))
