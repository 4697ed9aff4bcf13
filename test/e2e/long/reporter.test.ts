import { expect, test } from 'vitest'
import { askFiles, testFile } from '../../support/agent-files.ts'
import { useRecorderFixture } from '../../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

const config = (testOptions = '', plugins = 'retake()') => `import { defineConfig } from 'vitest/config'
import retake from 'retake/vitest/plugin'
export default defineConfig({ plugins: [${plugins}], test: { ${testOptions} } })
`
const asks = (...names: string[]) =>
  testFile(names.map((name) => `test('${name}', async () => { await ask('About ${name}?') })`).join('\n'))

/** Two files with three tests that ask once each, one that does not, all recorded. */
async function recorded(testOptions = '', files: Record<string, string> = {}) {
  const user = await fixture.project('', {
    'vitest.config.ts': config(testOptions),
    'src/ask.test.ts': asks('one', 'two'),
    'src/more.test.ts': asks('three'),
    'src/quiet.test.ts': `import { expect, test } from 'vitest'\ntest('adds', () => expect(1 + 1).toBe(2))\n`,
    ...files,
  })
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.code, result.output).toBe(0)
  expect(result.stdout).toMatch(/^ Retake {2}3 recorded · misses=0$/m)
  return user
}

const replayedThree =
  /^ Retake {2}3 calls replayed in 3 tests · misses=0 · saved .* tokens, \$[\d.]+, about .* s$/m

test('the plugin sets up recording and the coverage line, and leaves the default reporter alone', async () => {
  const user = await recorded()
  const result = await user.vitest([], { env: fixture.dead })
  expect(result.code, result.output).toBe(0)
  expect(result.stdout).toMatch(replayedThree)
  expect(result.stdout).toMatch(/Tests {2}4 passed/)
  expect(result.stdout.match(/ Retake {2}/g)).toHaveLength(1)
  expect(result.stdout).not.toContain('belong')

  const quiet = await user.vitest(['src/quiet.test.ts'], { env: fixture.dead })
  expect(quiet.output).not.toContain('Retake')
})

test.each(['forks', 'threads'])(
  'the plugin covers every test file of an unisolated worker (%s), each with its own recordings',
  async (pool) => {
    const user = await recorded(`pool: '${pool}', isolate: false, maxWorkers: 1`)
    expect(user.cassettes()).toHaveLength(3)
    const result = await user.vitest([], { env: fixture.dead })
    expect(result.code, result.output).toBe(0)
    expect(result.stdout).toMatch(replayedThree)
  },
)

test('reporters of the user stay, of the config as of the command line; JSON on stdout stays JSON', async () => {
  const user = await recorded(
    `reporters: ['verbose', 'retake/vitest/reporter'], setupFiles: ['retake/vitest']`,
  )
  const verbose = await user.vitest([], { env: fixture.dead })
  expect(verbose.stdout).toContain('✓ src/ask.test.ts > one')
  expect(verbose.stdout.match(/3 calls replayed/g)).toHaveLength(1)

  const json = await user.vitest(['--reporter=json'], {
    env: { ...fixture.dead, RETAKE_SUMMARY: 'out/retake.json' },
  })
  expect(JSON.parse(json.stdout)).toMatchObject({ numPassedTests: 4 })
  expect(json.stderr).toMatch(replayedThree)
  expect(JSON.parse(user.read('out/retake.json'))).toMatchObject({
    version: 1,
    scope: 'full',
    hits: 3,
    misses: 0,
    tests: 3,
    orphans: { cassettes: [] },
  })

  const toFile = await user.vitest(['--reporter=json', '--outputFile=out/tests.json'], { env: fixture.dead })
  expect(toFile.stdout).toMatch(replayedThree)
})

test('the reporter works alone, beside the setup file', async () => {
  const user = await recorded('', {
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: {
  setupFiles: ['retake/vitest'], reporters: ['default', ['retake/vitest/reporter', { summary: 'retake.json' }]],
} })
`,
  })
  const result = await user.vitest([], { env: fixture.dead })
  expect(result.stdout).toMatch(replayedThree)
  expect(JSON.parse(user.read('retake.json'))).toMatchObject({ hits: 3 })
})

test('shards that are merged sum up as one run, orphans included; a shard alone judges none', async () => {
  const user = await recorded()
  user.write({ 'src/ask.test.ts': asks('one'), 'src/__recordings__/gone.test.ts/x.jsonl': '' })
  const shards = []
  for (const shard of ['1/2', '2/2'])
    shards.push(await user.vitest([`--shard=${shard}`, '--reporter=blob'], { env: fixture.dead }))
  for (const { code, output } of shards) {
    expect(code, output).toBe(0)
    expect(output).not.toContain('belong')
  }
  const merged = await user.vitest(['--merge-reports', '--reporter=json'], { env: fixture.dead })
  expect(merged.stderr).toContain(' Retake  2 calls replayed in 2 tests · misses=0')
  expect(merged.stderr).toContain('2 recordings belong to no test any more: npx retake prune --orphans')
  expect(JSON.parse(merged.stdout)).toMatchObject({ numPassedTests: 3 })
})

test('recordings without a test are named by a full run only, and prune removes them', async () => {
  const user = await recorded()
  user.write({
    'src/ask.test.ts': testFile(`
      test('one', async () => { await ask('About one?') })
      test.skip('two', async () => { await ask('About two?') })`),
    'src/more.test.ts': asks(),
    'src/__recordings__/gone.test.ts/x.jsonl': '{}\n',
  })
  user.write({ 'src/more.test.ts': `import { test } from 'vitest'\ntest('renamed', () => {})\n` })
  for (const filter of [['-t', 'one'], ['src/ask'], ['--shard=1/2']]) {
    const filtered = await user.vitest(filter, { env: fixture.dead })
    expect(filtered.output, filter.join(' ')).not.toContain('belong')
  }
  const full = await user.vitest([], { env: fixture.dead })
  expect(full.stdout).toContain('2 recordings belong to no test any more: npx retake prune --orphans')

  const orphans = ['src/__recordings__/gone.test.ts/x.jsonl', 'src/__recordings__/more.test.ts/three.jsonl']
  const listed = await user.shell('npx retake prune --orphans --dry-run')
  expect(listed.code, listed.output).toBe(0)
  for (const path of orphans) expect(listed.stdout).toContain(path)
  const refused = await user.run(['retake', 'prune', '--orphans'])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('UsageError: nobody is there to confirm. --yes removes these 2 recordings')
  expect((await user.run(['retake', 'prune'])).code).toBe(2)
  expect(user.cassettes()).toHaveLength(4)

  const removed = await user.run(['retake', 'prune', '--orphans', '--yes'])
  expect(removed.code, removed.output).toBe(0)
  expect(user.files('src/__recordings__').filter((path) => !path.endsWith('.md'))).toEqual([
    'src/__recordings__/.gitattributes',
    'src/__recordings__/ask.test.ts/one.jsonl',
    'src/__recordings__/ask.test.ts/two.jsonl',
  ])
  expect((await user.run(['retake', 'prune', '--orphans', '--yes'])).stdout).toContain(
    'No recording without a test.',
  )
})

test('a run that bail or .only cut short names no recording of a test that did not run', async () => {
  const user = await recorded()
  user.write({
    'src/ask.test.ts': `${asks('one')}\ntest('two', () => { throw new Error('no') })\n`,
    'src/more.test.ts': testFile(`
      test.only('other', () => {})
      test('three', async () => { await ask('About three?') })`),
  })
  const only = await user.vitest(['src/more.test.ts', 'src/ask.test.ts', 'src/quiet.test.ts'], {
    env: fixture.dead,
  })
  expect(only.output).not.toContain('belong')
  const bail = await user.vitest(['--bail=1'], { env: fixture.dead })
  expect(bail.output).not.toContain('belong')
})

test('tests without recordings are summed up once, with a command that works as it stands', async () => {
  const user = await fixture.project('', {
    'vitest.config.ts': config(),
    'src/ask.test.ts': asks('one', 'two'),
    'src/more.test.ts': asks('three'),
  })
  const result = await user.vitest([], { env: fixture.live() })
  expect(result.code).toBe(1)
  expect(result.stdout).toContain(
    '3 tests in 2 files have no recording yet. Record them once, with your key:',
  )
  // Above the sum they fail as one: three names, one message, no code.
  expect(result.stderr.match(/^ FAIL /gm)).toHaveLength(3)
  expect(result.stderr.match(/ReplayMismatch: this test has no recording/g)).toHaveLength(1)
  expect(result.stderr).toContain(
    'ReplayMismatch: this test has no recording\n  record all that have none: npx retake missing -- npx vitest run\n',
  )
  expect(result.stderr).not.toMatch(/❯|Expected|\d\|/)
  const command = /^ {11}(npx retake missing -- .*)$/m.exec(result.stdout)?.[1]
  const filled = await user.shell(command as string, { env: fixture.live() })
  expect(filled.code, filled.output).toBe(0)
  expect(user.cassettes()).toHaveLength(3)
})

test('a take that awaits a decision is named until it is decided on', async () => {
  const user = await recorded()
  user.write({
    'src/more.test.ts': testFile(
      `test('three', async () => { await ask('Other?'); throw new Error('broken') })`,
    ),
  })
  const failed = await user.vitest(['src/more.test.ts'], { env: fixture.live('record') })
  expect(failed.stdout).toContain('1 take awaits a decision: npx retake accept')
  const later = await user.vitest(['src/ask.test.ts'], { env: fixture.dead })
  expect(later.stdout).toContain('1 take awaits a decision: npx retake accept')
})

test('recordings older than maxAge are named, and replaying does not refresh them', async () => {
  const user = await recorded('', { 'retake.config.json': '{ "maxAge": 0 }' })
  for (const _ of [1, 2]) {
    const warned = await user.vitest([], { env: fixture.dead })
    expect(warned.code, warned.output).toBe(0)
    expect(warned.stdout).toContain('3 recordings are older than 0 days')
  }
  user.write({ 'retake.config.json': '{ "maxAge": "0d", "stale": "error" }' })
  expect((await user.vitest([], { env: fixture.dead })).code).toBe(1)
  user.write({ 'retake.config.json': '{ "maxAge": "1d", "stale": "error" }' })
  expect((await user.vitest([], { env: fixture.dead })).code).toBe(0)
})

test('in a workspace every inline project is covered, and the run is summed up once', async () => {
  const projects = `projects: [
    { test: { name: 'a', include: ['src/ask.test.ts'] } },
    { extends: true, test: { name: 'b', include: ['src/more.test.ts', 'src/quiet.test.ts'] } },
  ]`
  const user = await recorded(projects)
  const result = await user.vitest([], { env: fixture.dead })
  expect(result.code, result.output).toBe(0)
  expect(result.stdout).toMatch(replayedThree)
  expect(result.stdout.match(/ Retake {2}/g)).toHaveLength(1)
  const one = await user.vitest(['--project', 'b'], { env: fixture.dead })
  expect(one.stdout).toContain('1 call replayed in 1 test')
  expect(one.output).not.toContain('belong')
})

test('projects with config files of their own say retake() themselves, and the run is summed up once', async () => {
  const user = await recorded(`projects: ['packages/*']`, {
    'packages/a/vitest.config.ts': config(`name: 'a'`),
    'packages/a/ask.test.ts': asks('one', 'two'),
    'packages/b/vitest.config.ts': config(`name: 'b'`),
    'packages/b/more.test.ts': asks('three'),
    ...Object.fromEntries(
      ['a', 'b'].map((name) => [`packages/${name}/ask.ts`, askFiles['src/ask.ts'] as string]),
    ),
  })
  const result = await user.vitest([], { env: fixture.dead })
  expect(result.code, result.output).toBe(0)
  expect(result.stdout).toMatch(replayedThree)
  expect(result.stdout.match(/ Retake {2}/g)).toHaveLength(1)
})

test('places to read are links in a terminal, and plain paths elsewhere', async () => {
  const user = await recorded()
  user.write({ 'src/more.test.ts': asks('three').replace('About', 'Of') })
  const plain = await user.vitest([], { env: fixture.dead })
  const place = 'src/__recordings__/more.test.ts/three.md:3'
  expect(plain.output).toContain(`recorded   ${place}, call 0 of 1`)
  expect(plain.stdout).toContain(`1 test parts from its recording at:\n           ${place}\n`)
  expect(plain.raw).not.toContain('\u001b]8')
  if (process.platform !== 'linux') return
  const terminal = await user.run(['script', '--quiet', '--command', 'vitest run', '/dev/null'], {
    env: { ...fixture.dead, NO_COLOR: '', TERM: 'xterm' },
  })
  expect(terminal.raw).toContain(
    `\u001b]8;;file://${user.path(place.replace(/:3$/, ''))}#3\u001b\\${place}\u001b]8;;`,
  )
})
