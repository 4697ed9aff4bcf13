import { expect, test } from 'vitest'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

/** Nothing listens there; at the fixture's port undici's `fetch` would not even try. */
const dead = { ...fixture.dead, PROVIDER_URL: 'http://127.0.0.1:5' }

/** How each client of Node's sends a body and gives the answer back: whole, or in pieces of text as they come. */
const clients: Record<string, string> = {
  'node:http': `
    import http from 'node:http'
    function send(url, headers, body) {
      return new Promise((resolve, reject) => {
        http.request(url, { method: 'POST', headers }, resolve).on('error', reject).end(body)
      })
    }
    export async function whole(url, headers, body) {
      let text = ''
      for await (const piece of await send(url, headers, body)) text += piece
      return text
    }
    export const pieces = send`,
  axios: `
    import axios from 'axios'
    const http = axios.create({ adapter: 'http', validateStatus: () => true })
    export const whole = async (url, headers, body) =>
      (await http.post(url, body, { headers, responseType: 'text', transformResponse: (text) => text })).data
    export const pieces = async (url, headers, body) =>
      (await http.post(url, body, { headers, responseType: 'stream' })).data`,
  got: `
    import got from 'got'
    const options = (headers, body) => ({ method: 'POST', headers, body, throwHttpErrors: false })
    export const whole = (url, headers, body) => got(url, options(headers, body)).text()
    export const pieces = async (url, headers, body) => got.stream(url, options(headers, body))`,
  'node-fetch': `
    import fetch from 'node-fetch'
    export const whole = async (url, headers, body) => (await fetch(url, { method: 'POST', headers, body })).text()
    export const pieces = async (url, headers, body) => (await fetch(url, { method: 'POST', headers, body })).body`,
  undici: `
    import { Agent, request } from 'undici'
    const dispatcher = new Agent({ connections: 1 })
    const send = async (url, headers, body, options) =>
      (await request(url, { method: 'POST', headers, body, ...options })).body
    export const whole = async (url, headers, body) => (await send(url, headers, body)).text()
    export const pieces = (url, headers, body) => send(url, headers, body, { dispatcher })`,
  'undici fetch': `
    import { fetch } from 'undici'
    export const whole = async (url, headers, body) => (await fetch(url, { method: 'POST', headers, body })).text()
    export const pieces = async (url, headers, body) => (await fetch(url, { method: 'POST', headers, body })).body`,
  'a keep-alive agent': `
    import http from 'node:http'
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const send = (url, headers, body) => new Promise((resolve, reject) => {
      http.request(url, { method: 'POST', headers, agent }, resolve).on('error', reject).end(body)
    })
    export async function whole(url, headers, body) {
      let text = ''
      for await (const piece of await send(url, headers, body)) text += piece
      return text
    }
    export const pieces = send`,
}

const fileOf = (client: string) => client.replace(/\W+/g, '-')

const testsOf = (client: string, question: string) => `
  import { expect, test } from 'vitest'
  import { pieces, whole } from './by-${fileOf(client)}.js'

  const url = process.env.PROVIDER_URL + '/v1/chat/completions'
  const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY }
  const body = (stream) =>
    JSON.stringify({ model: 'gpt-5-mini', stream, messages: [{ role: 'user', content: ${JSON.stringify(question)} }] })

  test('gets an answer whole', async () => {
    const text = await whole(url, headers, body(false))
    expect(JSON.parse(text).choices[0].message.content).toContain('Anyone there')
  })
  test('gets an answer in pieces', async () => {
    let text = ''
    for await (const piece of await pieces(url, headers, body(true))) text += Buffer.from(piece)
    expect(text).toContain('data: [DONE]')
  })
`

const testFiles = (question: string) =>
  Object.fromEntries(
    Object.keys(clients).map((client) => [`src/${fileOf(client)}.test.ts`, testsOf(client, question)]),
  )

const clientFiles = Object.fromEntries(
  Object.entries(clients).map(([client, code]) => [`src/by-${fileOf(client)}.js`, code]),
)

test('clients of node:http and undici record, replay without a provider, and fail with what changed', async () => {
  const count = Object.keys(clients).length
  const user = await fixture.project('test("calls nothing", () => {})', {
    ...clientFiles,
    ...testFiles('Anyone there?'),
  })
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(fixture.provider.requests).toHaveLength(2 * count)
  expect(user.cassettes()).toHaveLength(2 * count)

  const replayed = await user.vitest([], { env: dead })
  expect(replayed.code, replayed.output).toBe(0)

  user.write(testFiles('Anyone there today?'))
  const changed = await user.vitest([], { env: dead })
  expect(changed.code).toBe(1)
  expect(changed.output.match(/ReplayMismatch: /g)?.length, changed.output).toBeGreaterThanOrEqual(2 * count)
  expect(changed.output).toContain('message 1 (user) changed')
  expect(changed.output).toContain('src/by-node-http.js:')
})
