import { expect, test, vi } from 'vitest'
import { runCli } from '../../src/commands/cli.ts'

/** A command that exits with 7 where it got these arguments, and `RETAKE` is `record`. */
const expects = (...given: string[]) => [
  process.execPath,
  '-e',
  `process.exit(process.env.RETAKE === 'record' && JSON.stringify(process.argv.slice(1)) === '${JSON.stringify(given)}' ? 7 : 1)`,
  ...given,
]

/** What `retake` with these words wrote to stderr, and its exit code. */
async function refused(...words: string[]) {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const code = await runCli(words)
    return { code, text: write.mock.calls.map(([text]) => String(text)).join('') }
  } finally {
    write.mockRestore()
  }
}

test('a mode runs the command behind -- and exits with its exit code', async () => {
  expect(await runCli(['record', '--', ...expects('run', 'a.test.ts')])).toBe(7)
})

test('a command whose -- was forgotten is understood, with a -- and options of its own', async () => {
  expect(await runCli(['record', ...expects('run', 'a.test.ts')])).toBe(7)
  expect(await runCli(['record', ...expects('test', '--', 'a', '--help')])).toBe(7)
})

test('a mode alone, or with nothing but options, says how it is used', async () => {
  expect(await refused('record')).toEqual({
    code: 2,
    text: 'UsageError: retake record runs a command in that mode: retake record -- npx vitest run\n',
  })
  expect((await refused('record', '--', 'no-such-program')).text).toContain(
    'no-such-program could not be started',
  )
})

test.each([
  ['RECORD', 'record'],
  ['Recrod', 'record'],
  ['MISSING', 'missing'],
  ['Accept', 'accept'],
])('%s is told its right name', async (given, name) => {
  const { code, text } = await refused(given, '--', process.execPath, '-e', '0')
  expect(code).toBe(2)
  expect(text).toContain(`UsageError: ${given} is no command. Did you mean ${name}?`)
})
