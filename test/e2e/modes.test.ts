import { expect, test } from 'vitest'
import { testFile } from '../support/agent-files.ts'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()
const asked = () =>
  fixture.provider.requests.map(
    ({ body }) => (body as { messages: { content: string }[] }).messages.at(-1)?.content,
  )

test('missing records the tests without a recording and replays the others', async () => {
  const user = await fixture.project(`test('one', async () => { await ask('One?') })`)
  await user.vitest([], { env: fixture.live('record') })
  user.write({
    'src/ask.test.ts': testFile(`
      test('one', async () => { await ask('One?') })
      test('two', async () => { await ask('Two?') })`),
  })
  const result = await user.vitest([], { env: fixture.live('MISSING') })
  expect(result.code, result.output).toBe(0)
  expect(asked()).toEqual(['One?', 'Two?'])
})

test('failed records the tests that mismatched or had no recording in the last run, and no others', async () => {
  const body = (second: string) => `
    test('one', async () => { await ask('One?') })
    test('two', async () => { await ask(${JSON.stringify(second)}) })
    test('three', async () => { await ask('Three?') })`
  const user = await fixture.project(body('Two?'))
  await user.vitest(['-t', 'one|two'], { env: fixture.live('record') })
  user.write({ 'src/ask.test.ts': testFile(body('Two, changed?')) })
  const mismatched = await user.vitest([], { env: fixture.dead })
  expect(mismatched.output).toContain('2 failed')
  fixture.provider.requests.length = 0
  const failed = await user.vitest([], { env: fixture.live('failed') })
  expect(failed.code, failed.output).toBe(0)
  expect(asked()).toEqual(['Two, changed?', 'Three?'])
  fixture.provider.requests.length = 0
  const again = await user.vitest([], { env: fixture.live('failed') })
  expect(again.code, again.output).toBe(0)
  expect(asked()).toEqual([])
})

test('live forwards and writes nothing; off does not intercept at all', async () => {
  const user = await fixture.project(
    `test('asks', async () => { expect(await ask('Live?')).toContain('Live') })`,
  )
  for (const mode of ['live', 'off']) {
    const result = await user.vitest([], { env: fixture.live(mode) })
    expect(result.code, result.output).toBe(0)
    expect(user.cassettes()).toEqual([])
    expect(user.exists('.retake')).toBe(false)
  }
  expect(asked()).toEqual(['Live?', 'Live?'])
})

test('1, true and all mean record; anything unknown stops the run and names the modes', async () => {
  const user = await fixture.project(`test('asks', async () => { await ask('One?') })`)
  for (const word of ['1', 'TRUE', 'all', 'Record']) {
    fixture.provider.requests.length = 0
    const result = await user.vitest([], { env: fixture.live(word) })
    expect(result.code, result.output).toBe(0)
    expect(asked()).toEqual(['One?'])
  }
  const mistyped = await user.vitest([], { env: fixture.live('recrod') })
  expect(mistyped.code).toBe(1)
  expect(mistyped.output).toContain(
    'ModeError: RETAKE=recrod is no mode. Did you mean record? Modes: replay, record, missing, failed, hybrid, live, off',
  )
})

test('in CI a forwarding RETAKE is refused with the way to allow it, and one of the config replays', async () => {
  const user = await fixture.project(`test('asks', async () => { await ask('One?') })`)
  await user.vitest([], { env: fixture.live('record') })
  fixture.provider.requests.length = 0
  for (const mode of ['record', 'live', 'off', 'missing', 'failed']) {
    const result = await user.vitest([], { env: { ...fixture.live(mode), CI: 'true' } })
    expect(result.code).toBe(1)
    expect(result.output).toContain('RecordingInCIError')
    expect(result.output).toContain('RETAKE_ALLOW_LIVE=1')
  }
  user.write({ 'retake.config.mjs': `export default { mode: 'record' }` })
  const fallen = await user.vitest([], { env: { ...fixture.live(), CI: '1' } })
  expect(fallen.code, fallen.output).toBe(0)
  expect(fallen.output).toContain('the config asks for mode record, and CI is set: replaying instead')
  expect(asked()).toEqual([])
  const allowed = await user.vitest([], { env: { ...fixture.live(), CI: '1', RETAKE_ALLOW_LIVE: '1' } })
  expect(allowed.code, allowed.output).toBe(0)
  expect(asked()).toEqual(['One?'])
  const notCI = await user.vitest([], { env: { ...fixture.live('record'), CI: 'false' } })
  expect(notCI.code, notCI.output).toBe(0)
})

test("a test's own setting goes before RETAKE, a suite's and a file's reach their tests", async () => {
  const user = await fixture.project(`
    test('pinned', async () => { configure({ mode: 'replay' }); await ask('Pinned?') })
    describe('its own mocks', () => {
      configure({ mode: 'off' })
      test('goes through', async () => { expect(await ask('Through?')).toContain('Through') })
    })
    test('records', async () => { await ask('Recorded?') })`)
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.output).toContain('2 passed')
  expect(result.output).toContain('ReplayMismatch: this test has no recording')
  expect(asked()).toEqual(['Through?', 'Recorded?'])
  expect(user.cassettes()).toEqual(['src/__recordings__/ask.test.ts/records.jsonl'])
})

test('npx retake runs a command in a mode and ends with its exit code', async () => {
  const user = await fixture.project(`test('asks', async () => { await ask('One?') })`)
  const env = fixture.live()
  const recorded = await user.shell('npx retake record -- npx vitest run', { env })
  expect(recorded.code, recorded.output).toBe(0)
  const replayed = await user.shell('npx retake replay -- npx vitest run', { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
  const own = await user.run(['retake', 'replay', '--', 'node', '-e', 'process.exit(7)'])
  expect(own.code).toBe(7)
  for (const [words, says] of [
    [['recrod'], 'Did you mean record?'],
    [[], 'which command?'],
    [['record'], 'retake record -- npx vitest run'],
    [['record', '--', 'no-such-program-here'], 'could not be started'],
  ] as const) {
    const wrong = await user.run(['retake', ...words])
    expect(wrong.code, wrong.output).toBe(2)
    expect(wrong.stderr).toContain(says)
  }
  const help = await user.run(['retake', '--help'])
  expect(help.code).toBe(0)
  expect(help.stdout).toContain('accept')
})
