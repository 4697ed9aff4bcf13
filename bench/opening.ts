import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCassette } from '../src/cassette/open.ts'
import type { RecordedCall } from '../src/cassette/records.ts'
import { adoptCalls } from '../src/cassette/store.ts'
import { digestRequest } from '../src/match/digest.ts'
import { answer, question } from './exchanges.ts'

/** Milliseconds, a pair for every round. */
export interface Opening {
  /** Reading and verifying the cassette. */
  open: number[]
  /** `JSON.parse` of each of its lines, the values kept. */
  parse: number[]
}

/** Measures opening a cassette of so many calls with 2 kB answers, against parsing its lines in the same round. */
export function measureOpening(calls: number, rounds: number): Opening {
  const root = mkdtempSync(join(tmpdir(), 'retake-bench-'))
  const path = join(root, '__recordings__', 'a.test.ts', 'many calls.jsonl')
  try {
    const header = {
      redaction: 1,
      test: { file: 'a.test.ts', name: ['many calls'] },
      recorded_at: '',
      fingerprint: {},
    }
    adoptCalls({ root, cassettePath: path, header, calls: manyCalls(calls), transcript: '# many calls\n' })
    const result: Opening = { open: [], parse: [] }
    for (let round = 0; round < rounds; round++) {
      result.open.push(timed(() => readCassette(path)))
      result.parse.push(
        timed(() =>
          readFileSync(path, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line)),
        ),
      )
    }
    return result
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function timed(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

function manyCalls(count: number): RecordedCall[] {
  return Array.from({ length: count }, (_, call_index) => {
    const json = JSON.parse(JSON.stringify(question(call_index, false)))
    const request = {
      provider: 'openai',
      dialect: 'openai-chat',
      model: 'gpt-4o-mini',
      method: 'POST',
      url: 'https://api.openai.com/v1/chat/completions',
      headers: [],
      body: { json },
    }
    return {
      call_index,
      request,
      digest: digestRequest(request),
      parents: [],
      response: { status: 200, headers: [['content-type', 'application/json']] },
      events: [{ payload: { json: JSON.parse(answer(question(call_index, false)).join('')) }, at_ms: 1 }],
      outcome: 'complete',
      error: null,
      usage: null,
    }
  })
}
