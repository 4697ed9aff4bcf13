import { echoClient } from '../support/echo-provider.ts'

/** Tests of the project, by file; each asks three times, by turns for a whole answer and for a stream. */
export const killTests = { first: ['alpha', 'beta', 'gamma'], second: ['delta', 'epsilon', 'zeta'] }

export const callsPerTest = 3

/**
 * A project that says in `MARKS` what arrived, each answer synced to the disk before the test goes on: one JSON line with
 * `version`, `test`, `at` and `hash` of the text. `VERSION` stands in every question.
 */
export const killFiles: Record<string, string> = {
  'src/echo.js': echoClient,
  'src/play.js': `import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { ask, stream } from './echo.js'

export async function play(test) {
  for (let at = 0; at < ${callsPerTest}; at++) {
    const question = 'Version ' + process.env.VERSION + ', ' + test + ' asks for the number ' + at + '.'
    const text = await (at % 2 ? stream : ask)(question)
    const file = openSync(process.env.MARKS, 'a')
    const hash = createHash('sha256').update(text).digest('hex')
    writeSync(file, JSON.stringify({ version: Number(process.env.VERSION), test, at, hash }) + '\\n')
    fsyncSync(file)
    closeSync(file)
  }
}
`,
  ...Object.fromEntries(
    Object.entries(killTests).map(([file, tests]) => [
      `src/${file}.test.js`,
      `import { test } from 'vitest'\nimport { play } from './play.js'\n${tests.map((name) => `test('${name}', () => play('${name}'))`).join('\n')}\n`,
    ]),
  ),
}
