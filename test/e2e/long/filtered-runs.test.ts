import { expect, test } from 'vitest'
import { testFile } from '../../support/agent-files.ts'
import { useRecorderFixture } from '../../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

/** Hooks and three tests; `version` is in every question, so that what is recorded anew can be told. */
const file = (version: string, options: { only?: string; fails?: string } = {}) =>
  testFile(`
const early = await ask('${version} module?')
beforeAll(async () => { await ask('${version} before all?') })
describe('inner', () => {
  beforeAll(async () => { await ask('${version} before inner?') })
  ${['one', 'two']
    .map(
      (name) => `test${options.only === name ? '.only' : ''}('${name}', async () => {
    await ask('${version} ${name}?')
    ${options.fails === name ? "throw new TypeError('broken')" : ''}
  })`,
    )
    .join('\n  ')}
})
test('three', async () => { await ask('${version} three?'); expect(early).toContain('module') })`)

const folder = 'src/__recordings__/ask.test.ts'
const cassettes = ['_file', 'inner/one', 'inner/two', 'three'].map((name) => `${folder}/${name}.jsonl`)

async function recorded(more: Record<string, string> = {}) {
  const user = await fixture.project('', {
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'
import retake from 'retake/vitest/plugin'
export default defineConfig({ plugins: [retake()] })
`,
    'src/ask.test.ts': file('v1'),
    ...more,
  })
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.code, result.output).toBe(0)
  expect(user.cassettes().filter((path) => path.startsWith(folder))).toEqual(cassettes)
  fixture.provider.requests.length = 0
  return user
}

const questions = (text: string) =>
  [...text.matchAll(/"role":"user","content":"(v\d [^"]*)"/g)].map((match) => match[1])
type User = Awaited<ReturnType<typeof recorded>>
const recordedIn = (user: User, name: string) => questions(user.read(`${folder}/${name}.jsonl`))

test.each([
  ['-t', ['-t', 'one$'], {}],
  ['.only', ['--allowOnly'], { only: 'one' }],
])(
  'recording with %s replaces what ran and nothing else; calls of hooks that did not run stay',
  async (_, args, options) => {
    const user = await recorded()
    user.write({ 'src/ask.test.ts': file('v2', options) })
    const result = await user.vitest(args, { env: fixture.live('record') })
    expect(result.code, result.output).toBe(0)
    expect(recordedIn(user, 'inner/one')).toEqual(['v2 one?'])
    expect(recordedIn(user, 'inner/two')).toEqual(['v1 two?'])
    expect(recordedIn(user, 'three')).toEqual(['v1 three?'])
    expect(recordedIn(user, '_file')).toEqual(
      expect.arrayContaining(['v2 module?', 'v2 before all?', 'v2 before inner?']),
    )
    const replayed = await user.vitest(args, { env: fixture.dead })
    expect(replayed.code, replayed.output).toBe(0)

    // A whole run makes the recording of the hooks what they are now.
    user.write({ 'src/ask.test.ts': file('v2') })
    const whole = await user.vitest([], { env: fixture.live('record') })
    expect(whole.code, whole.output).toBe(0)
    expect(recordedIn(user, '_file')).toEqual(['v2 module?', 'v2 before all?', 'v2 before inner?'])
    expect((await user.vitest([], { env: fixture.dead })).code).toBe(0)
  },
)

test('a filtered replay finds no call of the hooks unused and no recording orphaned', async () => {
  const user = await recorded()
  for (const args of [
    ['-t', 'three'],
    ['-t', 'one$'],
    ['src/ask.test.ts', '-t', 'two$'],
  ]) {
    const result = await user.vitest(args, { env: fixture.dead })
    expect(result.code, result.output).toBe(0)
    expect(result.output).not.toMatch(/never made|belong/)
  }
  user.write({ 'src/ask.test.ts': file('v1', { only: 'two' }) })
  const only = await user.vitest(['--allowOnly'], { env: fixture.dead })
  expect(only.code, only.output).toBe(0)
  expect(only.output).not.toMatch(/never made|belong/)
})

test('bail leaves the recordings of what did not run untouched, and those of the hooks', async () => {
  const user = await recorded({
    'src/z.test.ts': testFile(`test('last', async () => { await ask('v1 last?') })`),
  })
  user.write({
    'src/ask.test.ts': file('v2', { fails: 'one' }),
    'src/z.test.ts': testFile(`test('last', async () => { await ask('v2 last?') })`),
  })
  const before = user.cassettes().map((path) => user.read(path))
  const result = await user.vitest(
    ['--bail=1', '--maxWorkers=1', '--sequence.shuffle=false', 'src/ask.test.ts', 'src/z.test.ts'],
    {
      env: fixture.live('record'),
    },
  )
  expect(result.code).toBe(1)
  expect(result.output).toContain('the test failed, so the old recording stands')
  expect(recordedIn(user, 'inner/one')).toEqual(['v1 one?'])
  expect(recordedIn(user, 'inner/two')).toEqual(['v1 two?'])
  expect(recordedIn(user, 'three')).toEqual(['v1 three?'])
  for (const question of ['v1 module?', 'v1 before all?', 'v1 before inner?'])
    expect(recordedIn(user, '_file')).toContain(question)
  expect(result.output).not.toMatch(/belong|never made/)
  expect(before).toHaveLength(5)
})

test('shuffled tests and files replay, and a shuffled recording changes no file', async () => {
  const user = await recorded({
    'src/more.test.ts': testFile(`
      const names = ['a', 'b', 'c', 'd', 'e']
      for (const name of names) test(name, async () => { await ask('v1 ' + name + '?') })
      test('twin', async () => { await ask('v1 first twin?') })
      test('twin', async () => { await ask('v1 second twin?') })`),
  })
  const before = Object.fromEntries(user.cassettes().map((path) => [path, user.read(path)]))
  for (const seed of ['1', '2', '3']) {
    const flags = ['--sequence.shuffle.tests', '--sequence.shuffle.files', `--sequence.seed=${seed}`]
    const replayed = await user.vitest(flags, { env: fixture.dead })
    expect(replayed.code, replayed.output).toBe(0)
    expect(replayed.output).not.toMatch(/never made|belong/)
    const again = await user.vitest(flags, { env: fixture.live('record') })
    expect(again.code, again.output).toBe(0)
    expect(Object.fromEntries(user.cassettes().map((path) => [path, user.read(path)]))).toEqual(before)
  }
})

test('shards record each their part, and nothing of the others', async () => {
  const user = await recorded({
    'src/z.test.ts': testFile(`test('last', async () => { await ask('v1 last?') })`),
  })
  user.write({
    'src/ask.test.ts': file('v2'),
    'src/z.test.ts': testFile(`test('last', async () => { await ask('v2 last?') })`),
  })
  const versions = () =>
    ['_file', 'inner/one', 'three']
      .map((name) => recordedIn(user, name)[0]?.slice(0, 2))
      .concat(
        questions(user.read('src/__recordings__/z.test.ts/last.jsonl')).map((question) =>
          (question as string).slice(0, 2),
        ),
      )
  const seen = []
  for (const shard of ['1/2', '2/2']) {
    const result = await user.vitest([`--shard=${shard}`], { env: fixture.live('record') })
    expect(result.code, result.output).toBe(0)
    expect(result.output).not.toContain('belong')
    seen.push(versions().join(' '))
  }
  expect(['v2 v2 v2 v1', 'v1 v1 v1 v2']).toContain(seen[0])
  expect(seen[1]).toBe('v2 v2 v2 v2')
})
