import { expect, test } from 'vitest'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

test('an id that was made outside of the recording is pointed out while recording, and not in replay', async () => {
  const project = await fixture.project(
    `
    const respond = async (body) => {
      const response = await fetch(process.env.PROVIDER_URL + '/v1/responses', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-5-mini', input: 'Hello', ...body }),
      })
      return (await response.json()).id
    }
    let kept
    beforeAll(async () => { kept = await respond({ input: 'In a hook' }) })
    test('goes on from its own response', async () => {
      const first = await respond({})
      await respond({ previous_response_id: first })
    })
    test('goes on from a response of the hook', async () => {
      await respond({ previous_response_id: kept })
    })
    test('goes on from yesterday', async () => {
      await respond({ previous_response_id: 'resp_yesterday' })
    })`,
    {
      'vitest.config.ts': `
        import { defineConfig } from 'vitest/config'
        export default defineConfig({
          test: { setupFiles: ['retake/vitest'], reporters: ['default', ['retake/vitest/reporter', { json: 'summary.json' }]] },
        })`,
    },
  )
  const recorded = await project.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(recorded.output).toContain('1 recorded id was made outside of the recording')
  expect(recorded.output).toContain('goes on from yesterday: previous_response_id resp_yesterday')
  const replayed = await project.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
  expect(replayed.output).not.toContain('made outside')
})
