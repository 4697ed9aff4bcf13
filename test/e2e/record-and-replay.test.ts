import { expect, test } from 'vitest'
import { askFiles, testFile } from '../support/agent-files.ts'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()

test('a test is recorded once and then replays without key, network or provider', async () => {
  const user = await fixture.project(`
    describe('asking', () => {
      test('gives an answer', async () => { expect(await ask('What is a cassette?')).toContain('cassette') })
    })`)
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(fixture.provider.requests).toHaveLength(1)
  expect(user.files('src/__recordings__')).toEqual([
    'src/__recordings__/.gitattributes',
    'src/__recordings__/ask.test.ts/asking/gives an answer.jsonl',
    'src/__recordings__/ask.test.ts/asking/gives an answer.md',
  ])
  const replayed = await user.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
  expect(fixture.provider.requests).toHaveLength(1)
})

test('without a recording the test fails, names the command, and nothing reaches the provider', async () => {
  const user = await fixture.project(`test('asks', async () => { await ask('Anything?') })`)
  const result = await user.vitest([], { env: fixture.live() })
  expect(result.code).toBe(1)
  expect(result.output).toContain('ReplayMismatch: this test has no recording')
  expect(result.output).toContain('npx retake record -- npx vitest run src/ask.test.ts -t "^asks$"')
  // Two lines are enough: no line of the code is to blame.
  expect(result.output).not.toContain('❯ ask')
  expect(fixture.provider.requests).toHaveLength(0)
})

test('the printed command, pasted into a shell, records exactly that test', async () => {
  const name = `it's "quoted" & 100% $HOME \`here\`! (a+b) [c] \\\\ | ^x?`
  const user = await fixture.project(`
    test(${JSON.stringify(name)}, async () => { await ask('One?') })
    test(${JSON.stringify(`${name} more`)}, async () => { await ask('Two?') })`)
  const first = await user.vitest([], { env: fixture.live() })
  const command = first.output
    .split('\n')
    .map((line) => /record it\s+(npx retake .*)/.exec(line)?.[1])
    .find((line) => line && !line.includes('more'))
  const recorded = await user.shell(command as string, { env: fixture.live() })
  expect(recorded.code, recorded.output).toBe(0)
  expect(fixture.provider.requests).toHaveLength(1)
  expect(user.cassettes()).toHaveLength(1)
})

test('a changed prompt fails with the field, the diff and the command', async () => {
  const user = await fixture.project(`test('asks', async () => { await ask('Anything?') })`)
  await user.vitest([], { env: fixture.live('record') })
  user.write({ 'src/ask.ts': user.read('src/ask.ts').replace('in one sentence', 'in one short sentence') })
  const result = await user.vitest([], { env: fixture.dead })
  expect(result.code).toBe(1)
  expect(result.output).toContain('ReplayMismatch: the system prompt changed')
  expect(result.output).toContain('call 0 · openai chat completions · gpt-5-mini · messages[0].content')
  expect(result.output).toContain('Answer in one short sentence.')
  expect(result.output).toContain('❯ ask src/ask.ts:10')
  // The SDK's own error only repeats it.
  expect(result.output.match(/ReplayMismatch: the system prompt changed/g)).toHaveLength(1)
})

test('concurrent tests, retries, repeats and parameterised tests each have their own recording', async () => {
  const user = await fixture.project(`
    describe.concurrent('at once', () => {
      for (const n of [1, 2, 3, 4, 5])
        test('asks ' + n, async () => {
          const [a, b] = await Promise.all([ask('First of ' + n), ask('Second of ' + n)])
          expect(a).toContain('First of ' + n)
          expect(b).toContain('Second of ' + n)
        })
    })
    let tries = 0
    test('retries', { retry: 2 }, async () => {
      expect(await ask('Again?')).toContain('Again')
      if (++tries < 2) throw new Error('not yet')
    })
    test('repeats', { repeats: 2 }, async () => { expect(await ask('Repeat?')).toContain('Repeat') })
    test.each(['x', 'y'])('case %s', async (value) => { expect(await ask('Case ' + value)).toContain('Case ' + value) })
    test('twin', async () => { expect(await ask('Twin one')).toContain('one') })
    test('twin', async () => { expect(await ask('Twin two')).toContain('two') })`)
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(user.cassettes().map((path) => path.replace('src/__recordings__/ask.test.ts/', ''))).toEqual([
    'at once/asks 1.jsonl',
    'at once/asks 2.jsonl',
    'at once/asks 3.jsonl',
    'at once/asks 4.jsonl',
    'at once/asks 5.jsonl',
    'case x.jsonl',
    'case y.jsonl',
    'repeats.jsonl',
    'retries.jsonl',
    'twin (2).jsonl',
    'twin.jsonl',
  ])
  expect(user.files('.retake/takes')).toEqual([])
  const replayed = await user.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
})

test('calls of module scope and beforeAll belong to the file, under every pool', async () => {
  const body = `
    const early = await ask('From module scope?')
    let late: unknown
    beforeAll(async () => { late = await ask('From beforeAll?') })
    test('both came', async () => { expect(early).toContain('module'); expect(late).toContain('beforeAll') })`
  const user = await fixture.project(body, {
    'src/other.test.ts': testFile(body.replaceAll('From', 'Also from')),
  })
  const recorded = await user.vitest([], { env: fixture.live('record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(user.cassettes()).toEqual([
    'src/__recordings__/ask.test.ts/_file.jsonl',
    'src/__recordings__/other.test.ts/_file.jsonl',
  ])
  for (const flags of [
    ['--pool=forks'],
    ['--pool=threads'],
    ['--pool=forks', '--no-isolate', '--maxWorkers=1'],
    ['--pool=threads', '--no-isolate', '--maxWorkers=1'],
  ]) {
    const replayed = await user.vitest(flags, { env: fixture.dead })
    expect(replayed.code, `${flags}\n${replayed.output}`).toBe(0)
  }
})

test('a re-record of an unchanged test touches no file', async () => {
  const user = await fixture.project(`test('asks', async () => { await ask('Anything?') })`)
  await user.vitest([], { env: fixture.live('record') })
  const before = user.cassettes().map((path) => user.read(path))
  const again = await user.vitest([], { env: fixture.live('record') })
  expect(again.code, again.output).toBe(0)
  expect(fixture.provider.requests).toHaveLength(2)
  expect(user.cassettes().map((path) => user.read(path))).toEqual(before)
})

test('a recorded call that the test no longer makes fails it, warns or is ignored, as asked', async () => {
  const user = await fixture.project(`test('asks', async () => { await ask('One?'); await ask('Two?') })`)
  await user.vitest([], { env: fixture.live('record') })
  const only = (options: string) => testFile(`test('asks', async () => { ${options} await ask('One?') })`)
  user.write({ 'src/ask.test.ts': only('') })
  const failed = await user.vitest([], { env: fixture.dead })
  expect(failed.code).toBe(1)
  expect(failed.output).toMatch(/recorded call 1 .* was never made; the test made 1 of 2/)
  user.write({ 'src/ask.test.ts': only("configure({ unused: 'warn' });") })
  const warned = await user.vitest([], { env: fixture.dead })
  expect(warned.code, warned.output).toBe(0)
  expect(warned.output).toContain('was never made')
  user.write({ 'src/ask.test.ts': only("configure({ unused: 'ignore' });") })
  const ignored = await user.vitest([], { env: fixture.dead })
  expect(ignored.code, ignored.output).toBe(0)
  expect(ignored.output).not.toContain('was never made')
})

test('in a workspace of projects the printed command finds the project and records its test', async () => {
  const user = await fixture.project('', {
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'\nexport default defineConfig({ test: { projects: ['packages/*'] } })`,
    'packages/api/package.json': '{ "name": "api", "type": "module" }',
    'packages/api/vitest.config.ts': `import { defineConfig } from 'vitest/config'\nexport default defineConfig({ test: { name: 'api', setupFiles: ['retake/vitest'] } })`,
    'packages/api/src/ask.ts': askFiles['src/ask.ts'] as string,
    'packages/api/src/api.test.ts': testFile(`test('one', async () => { await ask('One?') })`),
  })
  const first = await user.vitest([], { env: fixture.live() })
  const command = /record it\s+(npx retake .*)/.exec(first.output)?.[1] as string
  const recorded = await user.shell(command, { env: fixture.live() })
  expect(recorded.code, `${command}\n${recorded.output}`).toBe(0)
  expect(user.cassettes()).toEqual(['packages/api/src/__recordings__/api.test.ts/one.jsonl'])
})
