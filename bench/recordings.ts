import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import { Polly } from '@pollyjs/core'
import FSPersister from '@pollyjs/persister-fs'
import nock from 'nock'
import type { RecordedCall } from '../src/cassette/records.ts'
import { adoptCalls } from '../src/cassette/store.ts'
import { digestRequest } from '../src/match/digest.ts'
import { answer, question } from './exchanges.ts'

/** Who keeps the calls of a test in one file that is opened as a whole. msw records nothing, msw-snapshot a file a call. */
export type OpenedBy = 'retake' | 'nock' | 'polly' | 'aimock'

const origin = 'https://api.openai.com'
const path = '/v1/chat/completions'
const name = 'many calls'

/** Writes the same calls in the form of each; returns the path of Retake's cassette. */
export function writeRecordings(folder: string, count: number): string {
  const numbers = Array.from({ length: count }, (_, at) => at)
  const cassettePath = join(folder, '__recordings__', 'a.test.ts', `${name}.jsonl`)
  const test = { file: 'a.test.ts', name: [name] }
  const header = { redaction: 1, test, recorded_at: '2026-01-01T00:00:00.000Z', fingerprint: {} }
  adoptCalls({
    root: folder,
    cassettePath,
    header,
    calls: numbers.map(retakeCall),
    transcript: `# ${name}\n`,
  })
  writeFileSync(join(folder, 'nock.json'), JSON.stringify(numbers.map(nockDefinition)))
  writeFileSync(join(folder, 'aimock.json'), JSON.stringify({ fixtures: numbers.map(aimockFixture) }))
  const recording = join(folder, 'many-calls_0')
  mkdirSync(recording)
  const creator = { name: 'Polly.JS', version: '6.0.6', comment: 'persister:fs' }
  const log = { _recordingName: name, creator, entries: numbers.map(pollyEntry), pages: [], version: '1.2' }
  writeFileSync(join(recording, 'recording.har'), JSON.stringify({ log }))
  return cassettePath
}

/** How each peer opens what {@link writeRecordings} wrote; each gives `null` where nothing was there. */
export async function openings(folder: string): Promise<Record<Exclude<OpenedBy, 'retake'>, () => unknown>> {
  const polly = new Polly(name, {
    persister: FSPersister as never,
    persisterOptions: { fs: { recordingsDir: folder } },
    mode: 'replay',
  })
  await polly.stop()
  const persister = (polly as unknown as { persister: { onFindRecording(id: string): unknown } }).persister
  return {
    nock() {
      const scopes = nock.define(nock.loadDefs(join(folder, 'nock.json')))
      nock.cleanAll()
      nock.restore()
      return scopes
    },
    polly: () => persister.onFindRecording('many-calls_0'),
    aimock: () => new LLMock({ port: 0 }).loadFixtureFile(join(folder, 'aimock.json')),
  }
}

function retakeCall(call_index: number): RecordedCall {
  const request = {
    provider: 'openai',
    dialect: 'openai-chat',
    model: 'gpt-4o-mini',
    method: 'POST',
    url: origin + path,
    headers: [],
    body: { json: JSON.parse(requestText(call_index)) },
  }
  return {
    call_index,
    request,
    digest: digestRequest(request),
    parents: [],
    response: { status: 200, headers: [['content-type', 'application/json']] },
    events: [{ payload: { json: JSON.parse(answerText(call_index)) }, at_ms: 1 }],
    outcome: 'complete',
    error: null,
    usage: null,
  }
}

function nockDefinition(at: number): object {
  return {
    scope: `${origin}:443`,
    method: 'POST',
    path,
    body: JSON.parse(requestText(at)),
    status: 200,
    response: JSON.parse(answerText(at)),
    rawHeaders: { 'content-type': 'application/json' },
  }
}

function aimockFixture(at: number): object {
  const { choices } = JSON.parse(answerText(at)) as { choices: { message: { content: string } }[] }
  return {
    match: { userMessage: question(at, false).messages.at(-1)?.content },
    response: { content: choices[0]?.message.content },
  }
}

function pollyEntry(at: number): object {
  const [asked, answered] = [requestText(at), answerText(at)]
  return {
    _id: at.toString(16).padStart(32, '0'),
    _order: 0,
    cache: {},
    request: {
      bodySize: asked.length,
      cookies: [],
      headers: [{ name: 'content-type', value: 'application/json' }],
      headersSize: 100,
      httpVersion: 'HTTP/1.1',
      method: 'POST',
      postData: { mimeType: 'application/json', params: [], text: asked },
      queryString: [],
      url: origin + path,
    },
    response: {
      bodySize: answered.length,
      content: { mimeType: 'application/json', size: answered.length, text: answered },
      cookies: [],
      headers: [{ name: 'content-type', value: 'application/json' }],
      headersSize: 100,
      httpVersion: 'HTTP/1.1',
      redirectURL: '',
      status: 200,
      statusText: 'OK',
    },
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 1,
    timings: { blocked: -1, connect: -1, dns: -1, receive: 0, send: 0, ssl: -1, wait: 1 },
  }
}

const requestText = (at: number) => JSON.stringify(question(at, false))

const answerText = (at: number) => answer(question(at, false)).join('')
