import { echoClient } from '../support/echo-provider.ts'

/** A project with `tests` concurrent tests of five calls, and `clients` concurrent clients of one server of `beforeAll`. */
export function concurrencyFiles(tests: number, clients: number): Record<string, string> {
  return {
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { setupFiles: ['retake/vitest'], maxConcurrency: ${tests}, testTimeout: 60000, hookTimeout: 60000 } })
`,
    'src/echo.js': echoClient,
    'src/tests.test.js': `import { expect, test } from 'vitest'
import { ask, pause } from './echo.js'

for (let n = 0; n < ${tests}; n++)
  test.concurrent('owner ' + n, async ({ expect }) => {
    const call = async (at) => expect(await ask('Owner ' + n + ' call ' + at + '.')).toContain('You asked: Owner ' + n + ' call ' + at + '.')
    for (const at of [0, 1, 2]) { await pause(60); await call(at) }
    await pause(60)
    await Promise.all([call(3), call(4)])
  })
`,
    'src/backend.test.js': `import http from 'node:http'
import { beforeAll, test } from 'vitest'
import { ask, pause } from './echo.js'

let url
beforeAll(async () => {
  const server = http.createServer(async (request, response) => {
    await pause(20)
    try { response.end(await ask(new URL(request.url, 'http://x').searchParams.get('q'))) }
    catch (error) { response.statusCode = 500; response.end(String(error)) }
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  url = 'http://127.0.0.1:' + server.address().port + '/?q='
  return () => { server.close(); server.closeAllConnections() }
})
const byFetch = async (question) => (await fetch(url + encodeURIComponent(question))).text()
const byHttp = (question) => new Promise((resolve, reject) => {
  http.get(url + encodeURIComponent(question), (response) => {
    let text = ''
    response.on('data', (piece) => (text += piece)).on('end', () => resolve(text))
  }).on('error', reject)
})
for (let n = 0; n < ${clients}; n++)
  test.concurrent('owner ' + n, async ({ expect }) => {
    for (const at of [0, 1, 2]) {
      await pause(40)
      const get = (n + at) % 2 ? byFetch : byHttp
      expect(await get('Owner ' + n + ' call ' + at + '.')).toContain('You asked: Owner ' + n + ' call ' + at + '.')
    }
  })
`,
  }
}
