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
      const run = async (mode: 'off' | 'record'): Promise<Measured> => {
        const env = { RETAKE: mode, PROVIDER_URL: server.provider, ACK_URL: server.ack, SEEN: `seen/${mode}` }
        const { code, output } = await project.vitest([], { env, timeout: 180_000 })
        if (code !== 0) throw new Error(output)
        return JSON.parse(project.read(`seen/${mode}/measured.json`)) as Measured
      }
      const without = await run('off')
      const recording = await run('record')
      const [before, after] = [median(without.first_ms), median(recording.first_ms)]
      const expected = size.streams * piecesPerStream
      const [grown, bytes] = [recording.grown / 1e6, recording.bytes / 1e6]
      log(
        `first byte read after it was written: ${show(before)} ms without Retake, ${show(after)} ms recording`,
      )
      log(
        `process grown at most by ${show(without.grown / 1e6)} MB without Retake, ${show(grown)} MB recording`,
      )
      const inStep = recording.in_step === expected
      const figure =
        `${size.streams} streams: ${show(after - before)} ms later, median; ${recording.in_step} of ${expected} pieces ` +
        `came before the next was written; ${show(grown)} MB for an answer of ${show(bytes)} MB`
      // A slice runs beside other work, where times say little.
      return { figure, ok: inStep && grown <= bytes + 32 && (slice || after - before <= budget) }
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
