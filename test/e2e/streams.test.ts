import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readCassette } from '../../src/cassette/open.ts'
import { UserProject } from '../support/user-project.ts'

let server: Server
let port: number
let requests = 0
const projects: UserProject[] = []

const chunk = (content: string) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`

/** By the first message of the request. */
const answers: Record<string, (response: ServerResponse) => Promise<unknown> | unknown> = {
  never: () => {},
  endless: async (response) => {
    while (!response.destroyed) {
      response.write(chunk('more'))
      await pause(5)
    }
  },
  // The connection stays open after the last event.
  done: (response) => response.write(`${chunk('all')}data: [DONE]\n\n`),
  short: (response) => response.end(`${chunk('Grü')}${chunk('ße 🙂')}data: [DONE]\n\n`),
  error: (response) =>
    response.end(`${chunk('a')}data: {"error":{"message":"the model broke","type":"server_error"}}\n\n`),
  slow: async (response) => {
    for (const word of ['one', 'two', 'three']) {
      response.write(chunk(word))
      await pause(150)
    }
    response.end('data: [DONE]\n\n')
  },
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests++
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    response.on('error', () => {})
    const answer = answers[JSON.parse(body).messages[0].content]
    if (body.includes('"never"')) return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    await answer?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
afterEach(() => {
  requests = 0
  for (const project of projects.splice(0)) project.remove()
})

async function create(body: string): Promise<UserProject> {
  const project = await UserProject.create({
    'src/a.test.ts': `import { configure } from 'retake'
import OpenAI from 'openai'
import { expect, test, vi } from 'vitest'
const client = new OpenAI({ baseURL: 'http://127.0.0.1:${port}/v1' })
const ask = (content: string, options = {}) =>
  client.chat.completions.create({ model: 'm', stream: true, messages: [{ role: 'user', content }] }, options)
const raw = (content: string, init = {}) => fetch('http://127.0.0.1:${port}/v1/chat/completions', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content }] }),
  ...init,
})
const read = async (stream: AsyncIterable<any>) => {
  let text = ''
  for await (const event of stream) text += event.choices[0]?.delta.content ?? ''
  return text
}
${body}
`,
  })
  projects.push(project)
  return project
}

const key = { OPENAI_API_KEY: 'sk-e2e-0123456789abcdefghij' }
const record = (project: UserProject) => project.vitest([], { env: { RETAKE: 'record', ...key } })

async function recordAndReplay(project: UserProject): Promise<void> {
  const recorded = await record(project)
  expect(recorded.code, recorded.output).toBe(0)
  const made = requests
  const replayed = await project.vitest()
  expect(replayed.code, replayed.output).toBe(0)
  expect(requests).toBe(made)
}

function outcomes(project: UserProject): Record<string, string | undefined> {
  const entries = project.cassettes().map((path) => {
    const name = path.split('/').at(-1)?.replace('.jsonl', '') ?? ''
    return [name, readCassette(project.path(path)).calls[0]?.outcome]
  })
  return Object.fromEntries(entries)
}

test('clients that abort, leave, do not read or are told of an error get the same again', async () => {
  const project = await create(`
    test('aborts before', async () => {
      const abort = new AbortController()
      setTimeout(() => abort.abort(), 50)
      await expect(ask('never', { signal: abort.signal })).rejects.toThrow('aborted')
    })
    test('aborts during', async () => {
      const stream = await ask('endless')
      let events = 0
      for await (const _ of stream) if (++events === 3) stream.controller.abort()
      expect(events).toBeGreaterThanOrEqual(3)
    })
    test('aborts after', async () => {
      const abort = new AbortController()
      const answer = await raw('short', { signal: abort.signal })
      expect(await answer.text()).toContain('DONE')
      abort.abort()
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
    test('returns early', async () => {
      for await (const event of await ask('endless')) {
        expect(event.choices[0]?.delta.content).toBe('more')
        break
      }
    })
    test('closes after the last event', async () => {
      const reader = (await raw('done')).body!.getReader()
      const decoder = new TextDecoder()
      for (let text = ''; !text.includes('[DONE]'); ) text += decoder.decode((await reader.read()).value)
      await reader.cancel()
    })
    test('does not read', async () => { expect((await raw('short')).status).toBe(200) })
    test('is told of an error', async () => {
      await expect(ask('error').then(read)).rejects.toThrow('the model broke')
    })`)
  await recordAndReplay(project)
  expect(outcomes(project)).toEqual({
    'aborts before': 'aborted',
    'aborts during': 'aborted',
    'aborts after': 'complete',
    'returns early': 'aborted',
    'closes after the last event': 'complete',
    'does not read': 'complete',
    'is told of an error': 'complete',
  })
}, 60_000)

test('the recorded pace comes back on request, under fake timers too, and by a factor', async () => {
  const project = await create(`
    const real = performance.now.bind(performance)
    const time = async () => {
      const start = real()
      expect(await read(await ask('slow'))).toBe('onetwothree')
      return real() - start
    }
    const isReplay = !process.env.RETAKE
    test('instant', async () => {
      // The first call loads the engine.
      await time()
      const ms = await time()
      if (isReplay) expect(ms).toBeLessThan(290)
    })
    test('recorded', async () => {
      configure({ pace: 'recorded' })
      vi.useFakeTimers({ now: 0 })
      const ms = await time()
      vi.useRealTimers()
      expect(ms).toBeGreaterThan(290)
    })
    test('a factor', async () => {
      configure({ pace: 2 })
      const ms = await time()
      if (isReplay) expect(ms).toBeGreaterThan(580)
    })
    test('aborts while it waits', async () => {
      configure({ pace: 1_000 })
      const abort = new AbortController()
      if (!isReplay) return void (await time())
      setTimeout(() => abort.abort(), 30)
      await expect(ask('slow', { signal: abort.signal }).then(read)).rejects.toThrow('aborted')
    })`)
  await recordAndReplay(project)
}, 60_000)

test('fragmented answers are the same to an SDK, and break a parser that trusts the network', async () => {
  const project = await create(`
    configure({ fragment: true })
    test('the SDK reads on', async () => { expect(await read(await ask('short'))).toBe('Grüße 🙂') })
    test('a naive parser does not', async () => {
      let text = ''
      for await (const piece of (await raw('short')).body!)
        for (const line of new TextDecoder().decode(piece).split('\\n'))
          if (line.startsWith('data: {')) text += JSON.parse(line.slice(6)).choices[0].delta.content
      expect(text).toBe('Grüße 🙂')
    })`)
  const recorded = await record(project)
  expect(recorded.code, recorded.output).toBe(0)
  const replayed = await project.vitest()
  expect(replayed.code).toBe(1)
  expect(replayed.output).toMatch(/1 failed \| 1 passed/)
  expect(replayed.output).toMatch(/FAIL .* a naive parser does not/)
  expect(replayed.output).not.toContain('ReplayMismatch')
}, 60_000)
