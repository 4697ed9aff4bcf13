/**
 * Runs in the worker of a temporary project, once for each peer and mode. `BENCH_JOB` says what to do; what it measured is
 * written to the job's `result`.
 */

import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answer, type ChatRequest, largeQuestion, question, turn } from './exchanges.ts'
import type { Job, Measured } from './job.ts'
import type { Peer } from './peers/peer.ts'

const job = JSON.parse(process.env.BENCH_JOB as string) as Job
const { peer } = (await import(`./peers/${job.peer}.ts`)) as { peer: Peer }
const measured: Measured = {}

/** Longer than the slowest peer takes for 10 MB. */
const timeout = 300_000

for (const { name, calls } of job.tests) {
  test(name, { timeout }, async () => {
    const { origin, stop } = await peer.start({ ...job, test: name })
    const times: number[] = []
    let exact = 0
    try {
      for (let at = 0; at < calls; at++) {
        const { ms, same } = await call(origin, name, at)
        times.push(ms)
        if (same) exact++
      }
    } finally {
      await stop()
    }
    measured[name] = { times, exact }
    writeFileSync(job.result, JSON.stringify(measured))
  })
}

async function call(origin: string, name: string, at: number): Promise<{ ms: number; same: boolean }> {
  const timed = name === 'first-byte'
  const request = requestOf(name, at)
  const body = JSON.stringify(request)
  const started = performance.now()
  const response = await fetch(`${origin}${timed ? '/timed' : ''}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-bench' },
    body,
  })
  if (timed) return firstByte(response)
  const text = request.stream ? await readPieces(response) : await response.text()
  const ms = performance.now() - started
  expect(response.status, text.slice(0, 300)).toBe(200)
  return { ms, same: text === answer(request).join('') }
}

function requestOf(name: string, at: number): ChatRequest {
  switch (name) {
    case 'loop':
      return turn(at)
    case 'large':
      return largeQuestion(at, job.largeBytes)
    default:
      return question(at, name === 'streams' || name === 'first-byte')
  }
}

async function readPieces(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of response.body as ReadableStream<Uint8Array>)
    text += decoder.decode(piece, { stream: true })
  return text
}

/** Milliseconds from the moment the provider sent its first event until it is here. */
async function firstByte(response: Response): Promise<{ ms: number; same: boolean }> {
  let text = ''
  let read = 0n
  const decoder = new TextDecoder()
  for await (const piece of response.body as ReadableStream<Uint8Array>) {
    if (read === 0n) read = process.hrtime.bigint()
    text += decoder.decode(piece, { stream: true })
  }
  const sent = /"sent_ns":"(\d+)"/.exec(text)?.[1]
  if (sent === undefined) throw new Error(`no time in the stream: ${text.slice(0, 200)}`)
  return { ms: Number(read - BigInt(sent)) / 1e6, same: text.endsWith('data: [DONE]\n\n') }
}
