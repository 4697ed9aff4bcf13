import { afterEach, expect, test } from 'vitest'
import { testFile } from '../../support/agent-files.ts'
import { useRecorderFixture } from '../../support/recorder-fixture.ts'
import type { UserProject } from '../../support/user-project.ts'
import { Watcher, type WatcherOptions } from '../../support/watcher.ts'

const fixture = useRecorderFixture()
const watchers: Watcher[] = []
afterEach(async () => {
  for (const watcher of watchers.splice(0)) await watcher.stop()
})

function watch(user: UserProject, options: WatcherOptions): Watcher {
  const watcher = new Watcher(user, options)
  watchers.push(watcher)
  return watcher
}

const withPlugin = {
  'vitest.config.ts': `import { defineConfig } from 'vitest/config'
import retake from 'retake/vitest/plugin'
export default defineConfig({ plugins: [retake()] })
`,
}
const question = (text: string, name = 'asks') =>
  testFile(`test('${name}', async () => { await ask('${text}') })`)
const heldBack = (mode: string) => `mode ${mode} applied to the first run of watch mode; reruns replay`

test.each([
  ['record', 'the plugin', 'forks'],
  ['missing', 'the plugin', 'threads'],
  ['hybrid', 'the setup file only', 'forks'],
  ['record', 'the setup file only', 'threads'],
])('%s applies to the first run, and reruns replay, with %s under %s', async (mode, by, pool) => {
  const files = by === 'the plugin' ? withPlugin : {}
  const user = await fixture.project('', { ...files, 'src/ask.test.ts': question('One?') })
  const watcher = watch(user, { env: fixture.live(mode), args: [`--pool=${pool}`] })
  await watcher.run()
  expect(fixture.provider.requests).toHaveLength(1)
  expect(user.cassettes()).toHaveLength(1)

  user.write({ 'src/ask.test.ts': question('Two?') })
  const rerun = await watcher.run()
  expect(rerun).toMatch(/ReplayMismatch: .*message 2 \(user\) changed/)
  expect(rerun.split(heldBack(mode))).toHaveLength(2)

  user.write({ 'src/ask.test.ts': question('One?') })
  expect(await watcher.run()).toContain('1 passed')
  expect(fixture.provider.requests).toHaveLength(1)
})

test('a mode of the config, too, applies to the first run, and a restart of the server is no first run', async () => {
  const user = await fixture.project('', {
    ...withPlugin,
    'retake.config.json': '{ "mode": "record" }',
    'src/ask.test.ts': question('One?'),
  })
  const watcher = watch(user, { env: fixture.live() })
  await watcher.run()
  expect(fixture.provider.requests).toHaveLength(1)
  user.write({ 'vitest.config.ts': `${user.read('vitest.config.ts')}\n// changed\n` })
  expect(await watcher.run()).toContain(heldBack('record'))
  expect(fixture.provider.requests).toHaveLength(1)
})

test('what a watcher records itself starts no run; what another terminal records or removes does', async () => {
  const user = await fixture.project('', { ...withPlugin, 'src/ask.test.ts': question('One?') })
  const watcher = watch(user, { env: fixture.live('record') })
  await watcher.run()
  expect(await watcher.within(1_500)).not.toContain('RERUN')

  user.write({ 'src/ask.test.ts': question('Two?') })
  const mismatch = await watcher.run()
  const command = /intended\?\s+(npx retake .*)/.exec(mismatch)?.[1] as string
  const again = await user.shell(command, { env: fixture.live() })
  expect(again.code, again.output).toBe(0)
  expect(fixture.provider.requests).toHaveLength(2)
  const replayed = await watcher.run()
  expect(replayed).toMatch(/RERUN {2}\S*asks\.jsonl/)
  expect(replayed).toContain('1 call replayed in 1 test')
  expect(await watcher.within(1_500)).not.toContain('RERUN')

  user.removeFile(user.cassettes()[0] as string)
  expect(await watcher.run()).toContain('this test has no recording')
  expect(fixture.provider.requests).toHaveLength(2)
})

test.skipIf(process.platform !== 'linux')(
  'in a terminal a key records again what mismatched, and nothing else',
  async () => {
    const user = await fixture.project('', {
      ...withPlugin,
      'src/ask.test.ts': question('One?'),
      'src/more.test.ts': question('Other?', 'more'),
    })
    const first = await user.vitest([], { env: fixture.live('record') })
    expect(first.code, first.output).toBe(0)
    user.write({ 'src/ask.test.ts': question('Two?') })
    const watcher = watch(user, { env: fixture.live(), terminal: true })
    expect(await watcher.until(/press h to show help/)).toContain(
      'press e to record again the tests that mismatched or have no recording',
    )
    expect(fixture.provider.requests).toHaveLength(2)

    watcher.press('e')
    expect(await watcher.until(/press h to show help/)).toContain(' Retake  1 recorded · misses=0')
    expect(fixture.provider.requests).toHaveLength(3)
    expect(user.read('src/__recordings__/ask.test.ts/asks.md')).toContain('Two?')

    watcher.press('e')
    await watcher.until(/nothing to record: no test mismatched/)
    watcher.press('a')
    const all = await watcher.until(/press h to show help/)
    expect(all).toContain('2 calls replayed in 2 tests')
    // While a filter is typed, the key is a letter.
    watcher.press('t')
    await watcher.until(/Input test name pattern/)
    watcher.press('more')
    await watcher.until(/Pattern matches 1 result/)
    watcher.press('\r')
    expect(await watcher.until(/press h to show help/)).toContain('1 call replayed in 1 test')
    expect(fixture.provider.requests).toHaveLength(3)
    watcher.press('e')
    expect(await watcher.until(/press h to show help/)).toContain(' Retake  1 recorded · misses=0')
    expect(fixture.provider.requests).toHaveLength(4)
  },
)
