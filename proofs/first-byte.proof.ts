import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from '../bench/measure.ts'
import { UserProject } from '../test/support/user-project.ts'
import type { Measured } from './first-byte/client.ts'
import { piecesPerStream, startSteppingServer } from './first-byte/server.ts'
import type { Proof } from './proof.ts'

/** Milliseconds. */
const budget = 5

/** See first-byte/client.ts. */
const transports = ['fetch', 'node:http', 'undici request', 'undici fetch']

const proof: Proof = {
  name: 'first-byte',
  timed: true,
  promise: `while recording, the first byte of a stream comes at most ${budget} ms later than without Retake, and memory is bounded by the answer`,
  async run({ slice, log }) {
    const size = slice ? { streams: 20, megabytes: 8 } : { streams: 300, megabytes: 64 }
    const server = await startSteppingServer()
    const project = await UserProject.create({
      'src/client.ts': readFileSync(
        path.join(path.dirname(fileURLToPath(import.meta.url)), 'first-byte', 'client.ts'),
        'utf8',
      ),
      'src/a.test.ts': `import { test } from 'vitest'
import { measure } from './client.ts'
test('streams', { timeout: 120_000 }, () => measure(${size.streams}, ${size.megabytes}))
`,
      'retake.config.ts': `import { defineConfig, defineProvider } from 'retake'
export default defineConfig({ providers: [defineProvider({ name: 'ours', hosts: ['${new URL(server.provider).host}'] })] })
`,
    })
    try {
      const run = async (transport: string, mode: 'off' | 'record'): Promise<Measured> => {
        const seen = `seen/${transport}-${mode}`
        const env = { PROVIDER_URL: server.provider, ACK_URL: server.ack, TRANSPORT: transport, SEEN: seen }
        const { code, output } = await project.vitest([], { env: { ...env, RETAKE: mode }, timeout: 180_000 })
        if (code !== 0) throw new Error(output)
        return JSON.parse(project.read(`${seen}/measured.json`)) as Measured
      }
      const expected = size.streams * piecesPerStream
      const figures: string[] = []
      let isKept = true
      for (const transport of transports) {
        const without = await run(transport, 'off')
        const recording = await run(transport, 'record')
        const later = median(recording.first_ms) - median(without.first_ms)
        const [grown, bytes] = [recording.grown / 1e6, recording.bytes / 1e6]
        log(
          `${transport}: first byte read ${show(later)} ms later; ${recording.in_step} of ${expected} pieces in step; ` +
            `${show(grown)} MB for an answer of ${show(bytes)} MB (${show(without.grown / 1e6)} MB without Retake)`,
        )
        figures.push(`${transport} ${show(later)} ms, ${show(grown)} MB`)
        // A slice runs beside other work, where times say little.
        isKept &&= recording.in_step === expected && grown <= bytes + 32 && (slice || later <= budget)
      }
      const figure =
        `${size.streams} streams over each transport, all pieces in step; later by (median), and grown by for an answer of ` +
        `${size.megabytes} MB: ${figures.join('; ')}`
      return { figure: isKept ? figure : `a budget is not kept: ${figures.join('; ')}`, ok: isKept }
    } finally {
      await server.close()
      project.remove()
    }
  },
}

export default proof

function show(number: number): string {
  return number.toFixed(2)
}
