import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RunningProvider, startProvider } from '../../examples/provider/provider.ts'
import { UserProject } from '../support/user-project.ts'

let provider: RunningProvider
let project: UserProject | undefined

const key = 'opaque0123456789gateway'

beforeAll(async () => {
  provider = await startProvider({ keys: [key] })
})
afterAll(() => provider.close())
afterEach(() => project?.remove())

test("a configured provider's credential is recorded nowhere, and replaced by a placeholder in replay", async () => {
  const host = new URL(provider.url).host
  project = await UserProject.create({
    'retake.config.ts': `
      import { defineConfig, defineProvider } from 'retake'
      const gateway = defineProvider({ name: 'gateway', hosts: ['${host}'], credentials: ['GATEWAY_KEY'] })
      export default defineConfig({ providers: [gateway] })`,
    'src/gateway.test.ts': `
      import { expect, test } from 'vitest'
      test('asks', async () => {
        const key = process.env.GATEWAY_KEY
        const response = await fetch('${provider.url}/v1/chat/completions', {
          method: 'POST',
          headers: { authorization: 'Bearer ' + key },
          body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'My key is ' + key }] }),
        })
        expect(response.status).toBe(200)
        if (process.env.EXPECT_KEY) expect(key).toBe(process.env.EXPECT_KEY)
      })`,
  })
  const recorded = await project.vitest([], {
    env: { GATEWAY_KEY: key, EXPECT_KEY: key, RETAKE: 'record' },
  })
  expect(recorded.code, recorded.output).toBe(0)
  for (const path of project.files('src/__recordings__')) expect(project.read(path)).not.toContain(key)

  const placeholder = 'retake-placeholder-gateway-key'
  for (const env of [{ GATEWAY_KEY: key }, { GATEWAY_KEY: 'another-opaque-key-of-somebody' }, {}]) {
    const replayed = await project.vitest([], { env: { ...env, EXPECT_KEY: placeholder } })
    expect(replayed.code, replayed.output).toBe(0)
  }
  expect(provider.requests).toHaveLength(1)
})
