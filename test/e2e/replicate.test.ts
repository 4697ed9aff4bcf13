import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProvider, startProvider } from '../../examples/provider/provider.ts'
import { UserProject } from '../support/user-project.ts'

let provider: RunningProvider
beforeAll(async () => {
  provider = await startProvider({ pace: 5 })
})
afterAll(() => provider.close())

test('a prediction that is asked for until it is done replays each answer in its order, and its stream', async () => {
  const project = await UserProject.create({
    'retake.config.ts': `
      import { defineConfig, defineProvider } from 'retake'
      export default defineConfig({
        providers: [defineProvider({ name: 'mine', hosts: ['127.0.0.1'], dialect: 'replicate' })],
      })`,
    'src/ask.test.ts': `
      import { writeFileSync } from 'node:fs'
      import { test } from 'vitest'
      const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-test' }
      test('asks', async () => {
        const body = JSON.stringify({ input: { prompt: 'Is it cold?', system_prompt: 'Be brief.' } })
        const made = await fetch('PROVIDER/v1/models/meta/llama-4/predictions', { method: 'POST', headers, body })
        let prediction = await made.json()
        const seen = [prediction.status]
        while (prediction.status !== 'succeeded') {
          prediction = await (await fetch(prediction.urls.get, { headers })).json()
          seen.push(prediction.status)
        }
        const stream = await (await fetch(prediction.urls.stream, { headers })).text()
        writeFileSync(process.env.SEEN, JSON.stringify([...seen, prediction.output, stream]))
      })`.replaceAll('PROVIDER', provider.url),
  })
  try {
    const recorded = await project.vitest([], { env: { RETAKE: 'record', SEEN: 'recorded.json' } })
    expect(recorded.code, recorded.output).toBe(0)
    const before = provider.requests.length
    expect(before).toBe(4)
    const replayed = await project.vitest([], { env: { SEEN: 'replayed.json' } })
    expect(replayed.code, replayed.output).toBe(0)
    expect(provider.requests.length).toBe(before)
    expect(project.read('replayed.json')).toBe(project.read('recorded.json'))
    expect(JSON.parse(project.read('replayed.json')).slice(0, 3)).toEqual([
      'starting',
      'processing',
      'succeeded',
    ])

    const transcript = project.read('src/__recordings__/ask.test.ts/asks.md')
    expect(transcript).toContain(
      '## Call 0 · replicate · meta/llama-4\n\n**System**\n\nBe brief.\n\n**User**\n\nIs it cold?',
    )
    expect(transcript).toMatch(
      /stop: starting[\s\S]+stop: processing[\s\S]+stop: succeeded · \d+ tokens in[\s\S]+stop: done/,
    )
  } finally {
    project.remove()
  }
})
