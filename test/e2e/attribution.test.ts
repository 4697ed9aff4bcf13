import { expect, test } from 'vitest'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

/** A user's chat back end that asks the model for whoever calls it. */
const backend = {
  'src/backend.ts': `
    import { createServer } from 'node:http'
    import { ask } from './ask'
    export function startBackend(): Promise<{ url: string; close(): void }> {
      const server = createServer(async (request, response) => {
        const question = new URL(request.url!, 'http://x').searchParams.get('q')!
        try { response.end(JSON.stringify({ answer: await ask(question), headers: Object.keys(request.headers) })) }
        catch (error) { response.statusCode = 500; response.end(String(error)) }
      })
      return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({
        url: 'http://127.0.0.1:' + (server.address() as any).port, close: () => { server.close(); server.closeAllConnections() } })))
    }
    import { request as httpRequest } from 'node:http'
    export const byFetch = async (url: string) => (await fetch(url)).json() as any
    export const byHttp = (url: string) => new Promise<any>((resolve, reject) => {
      httpRequest(url, (response) => { let text = ''; response.on('data', (piece) => (text += piece)); response.on('end', () => resolve(JSON.parse(text))) }).on('error', reject).end()
    })`,
}

test('fifty concurrent tests share a server of beforeAll, by fetch and by node:http, and none gets another one’s answers', async () => {
  const user = await fixture.project(
    `import { startBackend, byFetch, byHttp } from './backend'
    let server: Awaited<ReturnType<typeof startBackend>>
    beforeAll(async () => { server = await startBackend(); return () => server.close() })
    describe.concurrent('clients', () => {
      for (let n = 0; n < 50; n++)
        test('client ' + n, async () => {
          for (const turn of [1, 2]) {
            const get = (n + turn) % 2 ? byFetch : byHttp
            const { answer, headers } = await get(server.url + '/?q=' + encodeURIComponent('Client ' + n + ' turn ' + turn + '?'))
            expect(answer).toContain('Client ' + n + ' turn ' + turn)
            expect(headers).not.toContain('x-retake-session')
          }
        })
    })
    test('one alone', async () => { expect((await byFetch(server.url + '/?q=Alone')).answer).toContain('Alone') })`,
    backend,
  )
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(user.cassettes()).toHaveLength(51)
  for (const path of user.cassettes().filter((name) => name.includes('client'))) {
    const n = / (\d+)\.jsonl$/.exec(path)?.[1]
    expect(user.read(path).match(/Client (\d+) turn \d\?/g)).toContain(`Client ${n} turn 1?`)
    expect(new Set([...user.read(path).matchAll(/Client (\d+) turn/g)].map((found) => found[1]))).toEqual(
      new Set([n]),
    )
  }
  const replayed = await user.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
})

test('a server that an earlier test started belongs to the test that runs', async () => {
  const user = await fixture.project(
    `import { startBackend, byFetch, byHttp } from './backend'
    let server: Awaited<ReturnType<typeof startBackend>> | undefined
    const get = async (q: string) => byHttp((server ??= await startBackend()).url + '/?q=' + q)
    test('first', async () => { expect((await get('First')).answer).toContain('First') })
    test('second', async () => { expect((await get('Second')).answer).toContain('Second'); server!.close() })`,
    backend,
  )
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(user.cassettes()).toEqual([
    'src/__recordings__/ask.test.ts/first.jsonl',
    'src/__recordings__/ask.test.ts/second.jsonl',
  ])
  expect((await user.vitest([], { env: fixture.dead })).code).toBe(0)
})

test('a queue whose worker runs outside of every test is an error while several tests run, never a guess', async () => {
  const user = await fixture.project(`
    const jobs: { question: string; done: (answer: unknown) => void }[] = []
    let timer: NodeJS.Timeout
    beforeAll(() => {
      timer = setInterval(async () => { const job = jobs.shift(); if (job) job.done(await ask(job.question).catch((e) => e)) }, 5)
      return () => clearInterval(timer)
    })
    const enqueue = (question: string) => new Promise((done) => jobs.push({ question, done }))
    test('alone it is the running test', async () => { expect(await enqueue('Alone?')).toContain('Alone') })
    describe.concurrent('at once', () => {
      test('a', async () => { await enqueue('A?') })
      test('b', async () => { await enqueue('B?') })
    })`)
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.code).toBe(1)
  expect(result.output).toContain('UnattributedCall')
  expect(result.output).toContain('It could belong to: at once > a; at once > b')
  expect(user.cassettes()).not.toContain('src/__recordings__/ask.test.ts/at once/a.jsonl')
})
