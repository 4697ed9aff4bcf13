import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RunningProvider, startProvider } from '../../examples/provider/provider.ts'
import { UserProject } from '../support/user-project.ts'

let provider: RunningProvider
let project: UserProject | undefined

beforeAll(async () => {
  provider = await startProvider({ pace: 20 })
})
afterAll(() => provider.close())
afterEach(() => project?.remove())

/** What a client sends for a question, and how it streams. */
const formats = {
  gemini: {
    path: '/v1beta/models/gemini-3-flash:streamGenerateContent',
    body: '{ contents: [{ role: "user", parts: [{ text }] }] }',
    title: 'gemini · gemini-3-flash',
    stop: 'STOP',
  },
  cohere: {
    path: '/v2/chat',
    body: '{ model: "command-a", stream: true, messages: [{ role: "user", content: text }] }',
    title: 'cohere · command-a',
    stop: 'COMPLETE',
  },
  ollama: {
    path: '/api/chat',
    body: '{ model: "qwen3", messages: [{ role: "user", content: text }] }',
    title: 'ollama · qwen3',
    stop: 'stop',
  },
}

test.each(Object.entries(formats))(
  'a stream of %s is recorded, reviewed, replayed piece by piece, and missed by its message',
  async (dialect, { path, body, title, stop }) => {
    project = await UserProject.create({
      'retake.config.ts': `
        import { defineConfig, defineProvider } from 'retake'
        const hosts = ['127.0.0.1']
        export default defineConfig({ providers: [defineProvider({ name: 'mine', hosts, dialect: '${dialect}' })] })`,
      'src/ask.test.ts': `
        import { writeFileSync } from 'node:fs'
        import { expect, test } from 'vitest'
        test('asks', async () => {
          const text = process.env.QUESTION ?? 'Is it cold?'
          const response = await fetch('${provider.url}${path}', {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
            body: JSON.stringify(${body}),
          })
          const pieces = []
          for await (const piece of response.body) pieces.push(Buffer.from(piece).toString())
          expect(pieces.length).toBeGreaterThan(3)
          writeFileSync(process.env.SEEN, JSON.stringify(pieces))
        })`,
    })
    const before = provider.requests.length
    const recorded = await project.vitest([], { env: { RETAKE: 'record', SEEN: 'recorded.json' } })
    expect(recorded.code, recorded.output).toBe(0)
    const replayed = await project.vitest([], { env: { SEEN: 'replayed.json' } })
    expect(replayed.code, replayed.output).toBe(0)
    expect(project.read('replayed.json')).toBe(project.read('recorded.json'))

    const transcript = project.read('src/__recordings__/ask.test.ts/asks.md')
    expect(transcript).toContain(
      `## Call 0 · ${title}\n\n**User**\n\nIs it cold?\n\n**Assistant**\n\nOn “Is it cold?”: `,
    )
    expect(transcript).toMatch(new RegExp(`\nstop: ${stop} · \\d+ tokens in, \\d+ out\n`))

    const changed = await project.vitest([], { env: { QUESTION: 'Is it warm?', SEEN: 'changed.json' } })
    expect(changed.code).toBe(1)
    expect(changed.output).toContain('ReplayMismatch: message 1 (user) changed')
    expect(changed.output).toContain('Is it warm?')
    expect(provider.requests.length).toBe(before + 1)
  },
)
