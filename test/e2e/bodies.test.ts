import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBrotliCompress, createGzip, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readCassette } from '../../src/cassette/open.ts'
import { UserProject } from '../support/user-project.ts'
import { zstdFrame } from '../support/zstd-frame.ts'

const text = 'Grüße aus Köln. '.repeat(20)
let server: Server
let origin: string
let requests: { url: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[] = []
const projects: UserProject[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { url = '/', headers } = request
    requests.push({ url, headers, body: Buffer.concat(pieces) })
    const answer = answers[url]
    if (answer) answer(response)
    else response.setHeader('content-type', 'application/json').end('{"text":"hello"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})
afterEach(() => {
  requests = []
  for (const project of projects.splice(0)) project.remove()
})

const answers: Record<string, (response: ServerResponse) => void> = {
  '/gzip': (response) => {
    response.setHeader('content-encoding', 'gzip')
    createGzip()
      .on('error', () => {})
      .end(text)
      .pipe(response)
  },
  '/br': (response) => {
    response.setHeader('content-encoding', 'br')
    createBrotliCompress().end(text).pipe(response)
  },
  '/zstd': (response) =>
    void response.writeHead(200, { 'content-encoding': 'zstd' }).end(zstdFrame(Buffer.from(text))),
  '/204': (response) => void response.writeHead(204).end(),
  '/205': (response) => void response.writeHead(205).end(),
  '/304': (response) => void response.writeHead(304).end(),
  '/hints': (response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' })
    response.end(text)
  },
  '/cookies': (response) => void response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] }).end(text),
  '/old': (response) => void response.writeHead(308, { location: '/new?token=secret-value-17' }).end(),
  '/new?token=secret-value-17': (response) => void response.end(text),
}

/** A project that takes the server for a provider; `body` stands in its test file. */
async function create(body: string): Promise<UserProject> {
  const project = await UserProject.create({
    'src/a.test.ts': `import { expect, test } from 'vitest'
const url = (path: string) => '${origin}' + path
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(url('/v1/audio/transcriptions'), { method: 'POST', body, headers }).then((answer) => answer.json())
${body}
`,
    'retake.config.ts': `import { defineConfig, defineProvider } from 'retake'
export default defineConfig({
  responseHeaders: ['set-cookie'],
  providers: [defineProvider({ name: 'ours', hosts: ['${new URL(origin).host.replace('127.0.0.1', 'localhost')}'] })],
})
`,
  })
  projects.push(project)
  return project
}

const replay = (project: UserProject) => project.vitest()
const record = (project: UserProject) => project.vitest([], { env: { RETAKE: 'record' } })

test('a form is recorded part by part, replays whatever its boundary, and a mismatch names the part', async () => {
  const body = (file: string, prompt = 'Names: Ada') => `
    import { gzipSync } from 'node:zlib'
    test('transcribes', async () => {
      const form = new FormData()
      form.append('model', 'whisper-1')
      form.append('prompt', '${prompt}')
      form.append('api_key', 'a secret of nobody')
      form.append('file', new Blob([${file}], { type: 'audio/wav' }), 'a.wav')
      expect(await post(form)).toEqual({ text: 'hello' })
    })`
  const bytes = 'Uint8Array.from({ length: 20_000 }, (_, at) => at % 251 + 3)'
  const project = await create(body(bytes))
  const recorded = await record(project)
  expect(recorded.code, recorded.output).toBe(0)
  expect(requests[0]?.body.toString('latin1')).toContain('a secret of nobody')

  const [path] = project.cassettes() as [string]
  expect(project.read(path)).not.toContain('a secret of nobody')
  expect(project.files('src/__recordings__').filter((file) => file.includes('_side'))).toHaveLength(1)
  expect(readCassette(project.path(path)).calls[0]?.request).toMatchObject({
    dialect: 'openai-audio',
    model: 'whisper-1',
    headers: [['content-type', 'multipart/form-data']],
    body: {
      multipart: [
        { name: 'model', text: 'whisper-1' },
        { name: 'prompt', text: 'Names: Ada' },
        { name: 'api_key', text: '[secret removed]' },
        { name: 'file', filename: 'a.wav', content_type: 'audio/wav', base64: expect.any(String) },
      ],
    },
  })
  expect(project.read(path.replace('.jsonl', '.md'))).toContain('file a.wav: audio/wav, 20,000 bytes')
  const replayed = await replay(project)
  expect(replayed.code, replayed.output).toBe(0)
  expect(requests).toHaveLength(1)

  project.write({
    'src/a.test.ts': project.read('src/a.test.ts').replace('at % 251 + 3', 'at === 17 ? 200 : at % 251 + 3'),
  })
  const other = await replay(project)
  expect(other.code).toBe(1)
  expect(other.output).toContain('ReplayMismatch: the content of part 4 of the form (file) changed')
  expect(other.output).toContain('multipart[3].base64')
  expect(other.output).toMatch(/20,000 bytes, sha256 [0-9a-f]{12}, from byte 17: 14 15 16/)

  project.write({ 'src/a.test.ts': project.read('src/a.test.ts').replace('Names: Ada', 'Names: Bob') })
  const prompt = await replay(project)
  expect(prompt.output).toContain('ReplayMismatch: form field prompt changed: Names: Ada → Names: Bob')
}, 60_000)

test('bodies of every kind replay; what is compressed is compared without it', async () => {
  const project = await create(`
    import { gzipSync } from 'node:zlib'
    const json = { 'content-type': 'application/json' }
    const level = process.env.RETAKE ? 9 : 1
    test('sends', async () => {
      await post('{"a":   ' + (process.env.RETAKE ? '\\n' : '') + '1}', json)
      await post(new URLSearchParams({ a: '1 2', b: 'ä' }))
      await post(Uint8Array.of(0xff, 0, 1))
      await post(gzipSync('{"model":"m","long":"' + 'x'.repeat(500) + '"}', { level }), { ...json, 'content-encoding': 'gzip' })
      await post('')
      await post(Buffer.from('not gzip'), { 'content-encoding': 'gzip' })
      const body = new ReadableStream({ start(c) { c.enqueue(Buffer.from('{"b":')); c.enqueue(Buffer.from('2}')); c.close() } })
      await fetch(url('/v1/x'), { method: 'POST', body, duplex: 'half', headers: json } as RequestInit)
      await post('--x\\r\\nhello', { 'content-type': 'multipart/form-data; boundary=y' })
    })`)
  const recorded = await record(project)
  expect(recorded.code, recorded.output).toBe(0)
  const compressed = requests[3]
  expect(compressed?.body).toEqual(gzipSync(`{"model":"m","long":"${'x'.repeat(500)}"}`, { level: 9 }))
  expect(compressed?.headers['content-encoding']).toBe('gzip')
  const { calls } = readCassette(project.path(project.cassettes()[0] as string))
  expect(calls.map(({ request }) => request.body)).toEqual([
    { json: { a: 1 } },
    { text: 'a=1+2&b=%C3%A4' },
    { base64: '/wAB' },
    { json: { model: 'm', long: 'x'.repeat(500) } },
    null,
    { text: 'not gzip' },
    { json: { b: 2 } },
    { text: '--x\r\nhello' },
  ])
  const replayed = await replay(project)
  expect(replayed.code, replayed.output).toBe(0)
  expect(requests).toHaveLength(8)
}, 60_000)

test('answers replay decoded, with their redirects, cookies and empty bodies', async () => {
  const project = await create(`
    const text = ${JSON.stringify(text)}
    test.each(['/gzip', '/br', '/zstd', '/hints'])('reads %s', async (path) => {
      const answer = await fetch(url(path))
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(await answer.text()).toBe(text)
    })
    test.each([204, 205, 304])('gets a %d', async (status) => {
      const answer = await fetch(url('/' + status))
      expect([answer.status, answer.body, await answer.text()]).toEqual([status, null, ''])
    })
    test('keeps cookies apart', async () => {
      expect((await fetch(url('/cookies'))).headers.getSetCookie()).toHaveLength(2)
    })
    test('follows', async () => {
      const answer = await fetch(url('/old'), { method: 'POST', body: 'x' })
      expect(answer.redirected).toBe(true)
      expect(answer.url).toContain(url('/new?token='))
      expect(await answer.text()).toBe(text)
    })
    test('does not follow', async () => {
      const answer = await fetch(url('/old'), { redirect: 'manual' })
      expect([answer.status, answer.redirected]).toEqual([308, false])
      expect(answer.headers.get('location')).toContain('/new')
    })`)
  const recorded = await record(project)
  expect(recorded.code, recorded.output).toBe(0)
  const path = project.cassettes().find((file) => file.includes('/follows')) as string
  expect(readCassette(project.path(path)).calls[0]?.response).toMatchObject({
    redirects: [{ status: 308, url: 'http://127.0.0.1/new?token=[secret removed]' }],
    status: 200,
  })
  const made = requests.length
  const replayed = await replay(project)
  expect(replayed.code, replayed.output).toBe(0)
  expect(requests).toHaveLength(made)
}, 60_000)
