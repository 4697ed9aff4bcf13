import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { patternOf } from '../../src/runners/name-pattern.ts'
import { commandLine } from '../../src/runners/rerun-command.ts'

const names = [
  'plain',
  `it's "quoted" & 100% $HOME \`id\`! (a+b) [c] \\\\ | ^x?`,
  'ends with \\',
  ' spaces ',
  'two\nlines',
]
const paths = [
  'src/a.test.ts',
  'my routes/[id].test.ts',
  'routes/$id.(app).test.ts',
  `it's & "co" \`id\`.test.ts`,
]

/** What a shell makes of the words after `vitest`. */
function wordsBy(shell: string, words: string[]): string[] {
  const line = commandLine('record', ['vitest', ...words], tmpdir(), {}).replace(
    /^.* vitest /,
    "printf '%s\\0' ",
  )
  return execFileSync(shell, ['-c', line], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

describe.skipIf(process.platform === 'win32')('a printed command', () => {
  test.each(names)('gives sh the pattern of the test name %j as it is', (name) => {
    expect(wordsBy('sh', ['-t', patternOf(name)])).toEqual(['-t', patternOf(name)])
  })

  test.each(paths)('gives sh the path %j as it is', (path) => {
    expect(wordsBy('sh', ['run', path])).toEqual(['run', path])
  })
})

test('the package manager that started the run is the one that is printed', () => {
  const line = (npm_config_user_agent: string) =>
    commandLine('record', ['vitest', 'run', 'a.test.ts'], tmpdir(), { npm_config_user_agent })
  expect(line('pnpm/10.2.0 npm/? node/v22')).toBe('pnpm exec retake record -- pnpm exec vitest run a.test.ts')
  expect(line('npm/11.0.0 node/v22')).toBe('npx retake record -- npx vitest run a.test.ts')
})
