import { chmodSync, lstatSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askFiles, testFile } from '../../support/agent-files.ts'
import { useRecorderFixture } from '../../support/recorder-fixture.ts'
import type { CommandResult, UserProject } from '../../support/user-project.ts'

const fixture = useRecorderFixture()

const asks = `test('asks', async () => { expect(await ask('Anything?')).toContain('Anything') })`
const cassette = 'src/__recordings__/ask.test.ts/asks.jsonl'

async function recorded(files: Record<string, string> = {}): Promise<UserProject> {
  const user = await fixture.project(asks, files)
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.code, result.output).toBe(0)
  return user
}

/** Runs Vitest as a user for whom nothing of the project can be written; root may write everywhere. */
function asStranger(
  user: UserProject,
  env: Record<string, string>,
  args: string[] = [],
): Promise<CommandResult> {
  const isRoot = process.getuid?.() === 0
  const drop = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs'] : []
  const vitest = [
    'node',
    user.path('node_modules/vitest/vitest.mjs'),
    'run',
    '--configLoader=runner',
    '--cache=false',
  ]
  return user.run([...drop, ...vitest, ...args], { env: { HOME: '/nonexistent', ...env } })
}

function makeReadOnly(folder: string, mode = 0o555): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadOnly(path, mode)
    else if (entry.isFile()) chmodSync(path, mode & ~0o111)
  }
  chmodSync(folder, mode)
}

/** Every file with its size and time of change, those of node_modules too. */
function state(user: UserProject): string[] {
  return readdirSync(user.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${name} ${lstatSync(user.path(name)).size} ${lstatSync(user.path(name)).mtimeMs}`)
    .sort()
}

const config = `import { defineConfig } from 'retake'
export default defineConfig({ unused: 'error', maxAge: '90d' })
`
const withPlugin = `import { defineConfig } from 'vitest/config'
import retake from 'retake/vitest/plugin'
export default defineConfig({ plugins: [retake()] })
`

test.skipIf(process.platform === 'win32')(
  'a read-only checkout replays, and nothing is written',
  async () => {
    const user = await recorded({ 'retake.config.ts': config, 'vitest.config.ts': withPlugin })
    makeReadOnly(user.folder)
    try {
      for (const retakeFolder of ['kept', 'gone']) {
        if (retakeFolder === 'gone') {
          makeReadOnly(user.folder, 0o755)
          await user.run(['rm', '-rf', '.retake'])
          makeReadOnly(user.folder)
        }
        const before = state(user)
        const replayed = await asStranger(user, fixture.dead)
        expect(replayed.code, replayed.output).toBe(0)
        expect(replayed.stdout).toContain('1 call replayed in 1 test')
        expect(replayed.output).not.toMatch(/EACCES|cannot be|could not/)
        const mismatched = await asStranger(user, { ...fixture.dead, TZ: 'UTC' }, ['-t', 'nothing'])
        expect(mismatched.code, mismatched.output).toBe(0)
        expect(state(user)).toEqual(before)
      }
    } finally {
      makeReadOnly(user.folder, 0o755)
    }
  },
)

test.skipIf(process.platform === 'win32')(
  'recording in a read-only checkout says which path cannot be written',
  async () => {
    const user = await recorded()
    const before = user.read(cassette)
    user.write({ 'src/ask.test.ts': testFile(asks.replace('Anything?', 'Something? Anything?')) })
    makeReadOnly(user.folder)
    try {
      const mismatched = await asStranger(user, fixture.dead)
      expect(mismatched.code).toBe(1)
      expect(mismatched.output).toContain('ReplayMismatch: message 2 (user) changed')
      const all = await asStranger(user, fixture.live('record'))
      expect(all.code).toBe(1)
      expect(all.output).toContain(`TakeError: the recording cannot be kept in ${user.path('.retake')}`)
      expect(all.output).toContain('this user may not write there')
      expect(fixture.provider.requests).toHaveLength(1)
      // Where only the recordings are read-only, what was paid for is kept.
      makeReadOnly(user.path('.retake'), 0o777)
      const recordings = await asStranger(user, fixture.live('record'))
      expect(recordings.code).toBe(1)
      expect(recordings.output).toMatch(
        /RecordingsNotWritableError: \S*\/src\/__recordings__\S* cannot be written/,
      )
      expect(user.files('.retake/takes').filter((path) => path.endsWith('.jsonl'))).toHaveLength(1)
      expect(user.read(cassette)).toBe(before)
    } finally {
      makeReadOnly(user.folder, 0o755)
    }
  },
)

test('a checkout with CRLF line ends replays: git leaves recordings alone, and a changed transcript reads the same', async () => {
  const user = await recorded({ 'retake.config.json': '{\n  "unused": "error"\n}\n' })
  const git = (line: string) =>
    user.shell(`git -c user.name=t -c user.email=t@t -c init.defaultBranch=main ${line}`)
  await git('init -q')
  await git('-c core.safecrlf=false add src retake.config.json package.json vitest.config.ts')
  await git('commit -qm all')
  await user.shell('rm -rf src retake.config.json')
  const checkedOut = await git('-c core.autocrlf=true checkout -q -- .')
  expect(checkedOut.code, checkedOut.output).toBe(0)
  expect(user.read('src/ask.test.ts')).toContain('\r\n')
  expect(user.read('retake.config.json')).toContain('\r\n')
  expect(user.read(cassette)).not.toContain('\r')
  const transcript = cassette.replace('.jsonl', '.md')
  for (const convert of [(text: string) => text, (text: string) => text.replaceAll('\n', '\r\n')]) {
    user.write({ [transcript]: convert(user.read(transcript)) })
    const replayed = await user.vitest([], { env: { ...fixture.dead, CI: '1' } })
    expect(replayed.code, replayed.output).toBe(0)
  }
  const before = user.read(cassette)
  const again = await user.vitest([], { env: fixture.live('record') })
  expect(again.code, again.output).toBe(0)
  expect(user.read(cassette)).toBe(before)
})

test('a cassette whose line ends were converted is refused with the remedy, and recording makes it whole', async () => {
  const user = await recorded()
  const before = user.read(cassette)
  user.write({
    [cassette]: before.replaceAll('\n', '\r\n'),
    'src/__recordings__/.gitattributes': user
      .read('src/__recordings__/.gitattributes')
      .replaceAll('\n', '\r\n'),
  })
  const refused = await user.vitest([], { env: fixture.dead })
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('line endings were converted')
  expect(refused.output).toContain('__recordings__/.gitattributes')
  const again = await user.vitest([], { env: fixture.live('record') })
  expect(again.code, again.output).toBe(0)
  expect(user.read(cassette)).not.toContain('\r')
  expect(JSON.parse(user.read(cassette).split('\n')[1] as string)).toEqual(
    JSON.parse(before.split('\n')[1] as string),
  )
  // The file of attributes says what is needed already, whatever its line ends.
  expect(user.read('src/__recordings__/.gitattributes').match(/linguist-generated/g)).toHaveLength(1)
})

const library = {
  'packages/lib/package.json': '{ "name": "@scope/lib", "type": "module" }',
  'packages/lib/src/ask.ts': askFiles['src/ask.ts'] as string,
  'packages/lib/src/lib.test.ts': testFile(asks),
  'packages/lib/vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { setupFiles: ['retake/vitest'] } })
`,
}

test('a package that is linked into node_modules has one set of recordings, beside the real files', async () => {
  const user = await fixture.project('', {
    ...library,
    'app/package.json': '{ "name": "app" }',
    'app/node_modules/@scope/.keep': '',
  })
  symlinkSync('../../../packages/lib', user.path('app/node_modules/@scope/lib'))
  const roots = ['packages/lib', 'app/node_modules/@scope/lib']
  for (const root of roots) {
    const recording = await user.vitest(['--root', root], { env: fixture.live('missing') })
    expect(recording.code, recording.output).toBe(0)
    expect(recording.output).toContain('1 passed')
  }
  expect(fixture.provider.requests).toHaveLength(1)
  expect(user.exists('packages/lib/src/__recordings__/lib.test.ts/asks.jsonl')).toBe(true)
  for (const root of roots) {
    const replayed = await user.vitest(['--root', root], { env: fixture.dead })
    expect(replayed.code, replayed.output).toBe(0)
  }
})

test('a test file that is itself a link shares the recordings beside the real file, and none is taken for an orphan', async () => {
  const user = await fixture.project('', {
    'shared/package.json': '{ "name": "shared", "type": "module" }',
    'shared/ask.ts': askFiles['src/ask.ts'] as string,
    'shared/shared.test.ts': testFile(asks),
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'
import retake from 'retake/vitest/plugin'
export default defineConfig({ plugins: [retake()], test: { include: ['{src,shared}/*.test.ts'] } })
`,
  })
  symlinkSync('../shared/shared.test.ts', user.path('src/linked.test.ts'))
  const linked = await user.vitest(['src/linked.test.ts'], { env: fixture.live() })
  expect(linked.output).toContain('npx vitest run src/linked.test.ts')
  const recorded = await user.vitest(['src/linked.test.ts'], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(user.cassettes()).toEqual(['shared/__recordings__/shared.test.ts/asks.jsonl'])
  await user.shell('rm src/ask.test.ts')
  const replayed = await user.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
  expect(replayed.stdout).toContain('2 calls replayed in 2 tests')
  expect(replayed.stdout).not.toContain('belong')
})
