import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll } from 'vitest'

const mock = new LLMock({ port: 0 })
beforeAll(async () => {
  await mock.start()
})
afterAll(() => mock.stop())
