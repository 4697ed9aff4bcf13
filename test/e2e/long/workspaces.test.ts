import { expect, test } from 'vitest'
import { testFile } from '../../support/agent-files.ts'
import { useRecorderFixture } from '../../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

const config = (flags = '', projects = ['a', 'b']) => `import { defineConfig } from 'vitest/config'
import retake from 'retake/vitest/plugin'
export default defineConfig({ plugins: [retake()], test: { ${flags} projects: [${projects
  .map((name) => `{ test: { name: '${name}', env: { PROJECT: '${name}' }, include: ['src/*.test.ts'] } }`)
  .join(', ')}] } })
`
const same = testFile(`
  test('asks', async () => { expect(await ask('The same?')).toContain('same') })
  test('asks more', async () => { expect(await ask('More?')).toContain('More') })`)
const different = testFile(`
  test('asks', async () => {
    if (process.env.PROJECT === 'b') await new Promise((resolve) => setTimeout(resolve, Number(process.env.LATER)))
    await ask('From ' + process.env.PROJECT + '?')
  })`)

test.each(['', 'maxWorkers: 1,', `maxWorkers: 1, isolate: false, pool: 'threads',`])(
  'projects that make the same calls share one recording, and the run says so once (%s)',
  async (flags) => {
    const user = await fixture.project('', { 'src/ask.test.ts': same, 'vitest.config.ts': config(flags) })
    const recorded = await user.vitest([], { env: fixture.live('record') })
    expect(recorded.code, recorded.output).toBe(0)
    expect(recorded.stdout).toContain(
      '2 recordings are shared by projects a, b: projectInPath: true in retake.config.ts gives each its own',
    )
    expect(user.cassettes()).toEqual([
      'src/__recordings__/ask.test.ts/asks more.jsonl',
      'src/__recordings__/ask.test.ts/asks.jsonl',
    ])
    expect(user.files('.retake/takes')).toEqual([])
    const replayed = await user.vitest([], { env: fixture.dead })
    expect(replayed.code, replayed.output).toBe(0)
    expect(replayed.stdout).toContain('4 calls replayed in 4 tests')
    expect(replayed.stdout).not.toContain('shared')
  },
)

test.each([
  ['one after the other', 'maxWorkers: 1,', '0'],
  ['at once', '', '500'],
])(
  'projects that make other calls overwrite nothing, %s; projectInPath gives each its own',
  async (_, flags, LATER) => {
    const user = await fixture.project('', {
      'src/ask.test.ts': different,
      'vitest.config.ts': config(flags),
    })
    const env = { ...fixture.live('record'), LATER }
    const refused = await user.vitest([], { env })
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('SharedRecordingError: ')
    expect(refused.output).toMatch(/project "[ab]" makes other calls than "[ab]"/)
    expect(refused.output).toContain('projectInPath: true in retake.config.ts, then record again')
    expect(refused.output.match(/^SharedRecordingError/gm)).toHaveLength(1)
    const first = user.read('src/__recordings__/ask.test.ts/asks.jsonl')

    // A project alone may replace what another recorded in an earlier run.
    for (const project of ['a', 'b']) {
      const alone = await user.vitest(['--project', project], { env })
      expect(alone.code, alone.output).toBe(0)
    }
    expect(user.read('src/__recordings__/ask.test.ts/asks.jsonl') === first).toBe(first.includes('From b?'))
    const mismatched = await user.vitest([], { env: { ...fixture.dead, LATER } })
    expect(mismatched.code).toBe(1)
    expect(mismatched.stdout).toContain('1 recording is shared by projects a, b: projectInPath: true')

    user.write({ 'retake.config.json': '{ "projectInPath": true }' })
    const recorded = await user.vitest([], { env })
    expect(recorded.code, recorded.output).toBe(0)
    expect(user.cassettes()).toEqual([
      'src/__recordings__/ask.test.ts @a/asks.jsonl',
      'src/__recordings__/ask.test.ts @b/asks.jsonl',
      'src/__recordings__/ask.test.ts/asks.jsonl',
    ])
    const replayed = await user.vitest([], { env: { ...fixture.dead, LATER } })
    expect(replayed.code, replayed.output).toBe(0)
    expect(replayed.stdout).not.toContain('shared')
    expect(replayed.stdout).toContain('1 recording belongs to no test any more')
    const pruned = await user.run(['retake', 'prune', '--orphans', '--yes'])
    expect(pruned.code, pruned.output).toBe(0)
    expect(user.cassettes()).toHaveLength(2)
  },
)

test('a project that makes no call leaves the recording that another has just made', async () => {
  const user = await fixture.project('', {
    'src/ask.test.ts': testFile(
      `test('asks', async () => { if (process.env.PROJECT === 'a') await ask('Only a?') })`,
    ),
    'vitest.config.ts': config('maxWorkers: 1,'),
  })
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(user.cassettes()).toEqual(['src/__recordings__/ask.test.ts/asks.jsonl'])
  expect(recorded.output).toContain('SharedRecordingError')
})

test('projects without a name are told apart', async () => {
  const user = await fixture.project('', {
    'src/ask.test.ts': same,
    'retake.config.json': '{ "projectInPath": true }',
    'vitest.config.ts': config().replaceAll(/name: '.', /g, ''),
  })
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(user.cassettes().map((path) => path.split('/')[2])).toEqual([
    'ask.test.ts @0',
    'ask.test.ts @0',
    'ask.test.ts @1',
    'ask.test.ts @1',
  ])
  const replayed = await user.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
})
