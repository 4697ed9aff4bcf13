import { expect, test } from 'vitest'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

const askByHttp = `
  import http from 'node:http'
  export function ask(content: string): Promise<string> {
    const body = JSON.stringify({ model: 'gpt-5-mini', messages: [{ role: 'user', content }] })
    const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY }
    return new Promise((resolve, reject) => {
      const url = (process.env.MODEL_URL ?? process.env.PROVIDER_URL) + '/v1/chat/completions'
      const sent = http.request(url, { method: 'POST', headers }, async (response) => {
        let text = ''
        for await (const piece of response) text += piece
        resolve(response.statusCode === 200 ? JSON.parse(text).choices[0].message.content : text)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
`

const tests = `
  import { http, HttpResponse } from 'msw'
  import { setupServer } from 'msw/node'
  import { handlers } from 'retake/msw'
  import { afterAll, beforeAll, expect, test } from 'vitest'
  import { ask } from './ask-by-http'
  const own = [http.get('http://shop.example/*', () => HttpResponse.json({ price: 3 }))]
  const server = setupServer(...own, ...handlers)
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterAll(() => server.close())
  test('asks by http', async () => {
    expect(await ask('Anyone there?')).toContain('Anyone there')
    const shop = await fetch('http://shop.example/item')
    expect(await shop.json()).toEqual({ price: 3 })
  })
  test('nothing else is let through', async () => {
    await expect(fetch('http://unknown.example/')).rejects.toThrow()
  })
`

test("on a user's own msw server the handlers record and replay what node:http sends, and leave the rest to it", async () => {
  const files = { 'src/ask-by-http.ts': askByHttp, 'src/http.test.ts': tests }
  const user = await fixture.project('test("calls nothing", () => {})', files)
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(user.cassettes()).toEqual(['src/__recordings__/http.test.ts/asks by http.jsonl'])
  const replayed = await user.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)

  user.write({ 'src/http.test.ts': tests.replaceAll('Anyone there', 'Somebody here') })
  const changed = await user.vitest([], { env: fixture.dead })
  expect(changed.code).toBe(1)
  expect(changed.output).toContain('ReplayMismatch')
  expect(changed.output).toContain('message 1 (user) changed')
})

test('without the setup file a model call is answered by an error that says what to add', async () => {
  const user = await fixture.project('test("calls nothing", () => {})', {
    'src/ask-by-http.ts': askByHttp,
    'src/http.test.ts': tests.replace(
      `expect(await ask('Anyone there?')).toContain('Anyone there')`,
      `expect(await ask('Anyone there?')).toContain("setupFiles: ['retake/vitest']")`,
    ),
    'vitest.config.ts': 'export default {}',
  })
  const result = await user.vitest(['src/http.test.ts'], {
    env: { ...fixture.dead, MODEL_URL: 'http://api.openai.com' },
  })
  expect(result.code, result.output).toBe(0)
})
