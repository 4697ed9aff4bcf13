import { expect, test } from 'vitest'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

/** A provider that Vitest takes for one and that starts no browser: the refusal comes before one is needed. */
const provider = `{ name: 'none', options: {}, supportedBrowser: ['chromium'], serverFactory: async () => { throw new Error('a browser was started') }, providerFactory: () => ({}) }`
const browser = `browser: { enabled: true, headless: true, provider: ${provider}, instances: [{ browser: 'chromium' }] }`
const config = (testOptions: string) => `import { defineConfig } from 'vitest/config'
import retake from 'retake/vitest/plugin'
export default defineConfig({ plugins: [retake()], test: { ${testOptions} } })
`

test('a project in browser mode is refused by the plugin, with what to do', async () => {
  const user = await fixture.project(`test('asks', () => {})`, { 'vitest.config.ts': config(browser) })
  const result = await user.vitest([], { env: fixture.dead })
  expect(result.code).toBe(1)
  expect(result.output).toContain('BrowserModeError: project "chromium" runs its tests in a browser')
  expect(result.output).toContain('Test what calls a model in Node')
  expect(result.output).not.toContain('a browser was started')
})

test("beside a browser's project the others are covered, and that one is named as left alone", async () => {
  const user = await fixture.project(
    `test('asks', async () => { expect(await ask('Here?')).toContain('Here') })`,
    {
      'vitest.config.ts': config(`projects: [
      { test: { name: 'node', include: ['src/*.test.ts'] } },
      { test: { name: 'web', include: ['web/*.test.ts'], ${browser} } },
    ]`),
    },
  )
  const recorded = await user.vitest(['--project', 'node'], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(recorded.output).toContain('leaves project "web" alone')
  expect(user.cassettes()).toEqual(['src/__recordings__/ask.test.ts/asks.jsonl'])
})

test('a browser that loads the setup file gets the refusal before anything of Node is missed', async () => {
  const user = await fixture.project('', {
    'serve.mjs': `import { createServer } from 'vite'
const server = await createServer({ configFile: false, logLevel: 'error', optimizeDeps: { noDiscovery: true }, server: { middlewareMode: true, ws: false } })
const seen = new Set()
/** The modules in the order in which a browser evaluates them. */
async function walk(url) {
  if (seen.has(url)) return
  seen.add(url)
  const { code } = await server.environments.client.transformRequest(url)
  for (const [, inner] of code.matchAll(/(?:from|import)\\s*"(\\/[^"]+)"/g)) if (inner.includes('retake')) await walk(inner)
  console.log(url)
}
await walk('/node_modules/retake/dist/vitest.js')
await server.close()
`,
  })
  const served = await user.run(['node', 'serve.mjs'])
  expect(served.code, served.output).toBe(0)
  expect(served.stdout.split('\n')[0]).toContain('/retake/dist/vitest-browser.js')
  const imported = await user.run([
    'node',
    '--input-type=module',
    '-e',
    `await import(${JSON.stringify(user.path('node_modules/retake/dist/vitest-browser.js'))})`,
  ])
  expect(imported.output).toContain('BrowserModeError: this project runs its tests in a browser')
})
