import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testFile } from '../support/agent-files.ts'
import { useRecorderFixture } from '../support/recorder-fixture.ts'

const fixture = useRecorderFixture()
const cassette = 'src/__recordings__/ask.test.ts/asks.jsonl'

test('a first take is adopted when only an assertion fails', async () => {
  const user = await fixture.project(
    `test('asks', async () => { expect(await ask('One?')).toBe('not that') })`,
  )
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.code).toBe(1)
  expect(user.cassettes()).toEqual([cassette])
  expect(user.files('.retake/takes')).toEqual([])
})

test('a re-record whose test fails keeps the old recording and the take; accept adopts it', async () => {
  const user = await fixture.project(`test('asks', async () => { await ask('One?') })`)
  await user.vitest([], { env: fixture.live('record') })
  const old = user.read(cassette)
  user.write({
    'src/ask.test.ts': testFile(`test('asks', async () => { expect(await ask('Two?')).toBe('not that') })`),
  })
  const failed = await user.vitest([], { env: fixture.live('record') })
  expect(failed.code).toBe(1)
  expect(failed.output).toContain('TakeNotAdopted: the recording was not adopted: the test failed')
  expect(failed.output).toMatch(/npx retake accept [0-9a-f]{8}\n/)
  expect(user.read(cassette)).toBe(old)
  const takes = user.files('.retake/takes')
  expect(takes).toHaveLength(1)
  expect(statSync(user.path(takes[0] as string)).mode & 0o777).toBe(0o600)
  expect(user.read('.retake/.gitignore')).toBe('*\n')

  const listed = await user.run(['retake', 'accept', '--list'])
  expect(listed.stdout).toContain('src/ask.test.ts > asks, 1 call: the test failed')
  const accepted = await user.run(['retake', 'accept'])
  expect(accepted.code, accepted.output).toBe(0)
  expect(user.read(cassette)).toContain('Two?')
  expect(user.files('.retake/takes')).toEqual([])
  expect((await user.run(['retake', 'accept'])).stdout).toContain('no take awaits a decision')
})

test('a first take whose code throws is kept as a take', async () => {
  const user = await fixture.project(
    `test('asks', async () => { await ask('One?'); throw new TypeError('broken') })`,
  )
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.code).toBe(1)
  expect(user.cassettes()).toEqual([])
  expect(user.files('.retake/takes')).toHaveLength(1)
})

test('a take that ended in a 429, a 5xx or a broken connection is not adopted unless errors are recorded on purpose', async () => {
  const body = (options: string) => `
    const tryIt = (text: string) => client({ maxRetries: 0 }).chat.completions
      .create({ model: 'm', messages: [{ role: 'user', content: text }] }).catch((error) => String(error.status ?? error.message))
    test('rate limited', async () => { ${options} expect(await tryIt('please fail with 429')).toBe('429') })
    test('broken', async () => { ${options} expect(await tryIt('please fail with 503')).toBe('503') })
    test('nobody there', async () => {
      ${options}
      const answer = await client({ baseURL: 'http://127.0.0.1:59999/v1', maxRetries: 0 }).chat.completions
        .create({ model: 'm', messages: [{ role: 'user', content: 'Anybody?' }] }).catch((error) => error.message)
      expect(answer).toBe('Connection error.')
    })`
  const user = await fixture.project(body(''))
  const refused = await user.vitest([], { env: fixture.live('record') })
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('call 0 ended in a 429')
  expect(refused.output).toContain('call 0 ended in a 503')
  expect(refused.output).toContain('call 0 ended in a transport error (ECONNREFUSED)')
  expect(refused.output).toContain('configure({ recordErrors: true })')
  expect(user.cassettes()).toEqual([])
  expect(user.files('.retake/takes')).toHaveLength(3)

  user.write({ 'src/ask.test.ts': testFile(body('configure({ recordErrors: true });')) })
  const adopted = await user.vitest([], { env: fixture.live('record') })
  expect(adopted.code, adopted.output).toBe(0)
  const replayed = await user.vitest([], { env: fixture.dead })
  expect(replayed.code, replayed.output).toBe(0)
})

test('a failed attempt whose retry passes leaves no take behind', async () => {
  const user = await fixture.project(`
    let tries = 0
    test('asks', { retry: 2 }, async () => { await ask('One?'); if (++tries < 2) throw new TypeError('flaky') })`)
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.code, result.output).toBe(0)
  expect(user.cassettes()).toEqual([cassette])
  expect(user.files('.retake/takes')).toEqual([])
})

test('a re-recorded test that makes no calls any more loses its recording', async () => {
  const user = await fixture.project(`test('asks', async () => { await ask('One?') })`)
  await user.vitest([], { env: fixture.live('record') })
  user.write({ 'src/ask.test.ts': testFile(`test('asks', async () => { expect(SYSTEM).toBeTruthy() })`) })
  const unused = await user.vitest([], { env: fixture.dead })
  expect(unused.output).toContain('recorded call 0')
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.code, result.output).toBe(0)
  expect(user.cassettes()).toEqual([])
})

test('a re-recorded test that skips itself keeps its recording', async () => {
  const user = await fixture.project(`test('asks', async () => { await ask('One?') })`)
  await user.vitest([], { env: fixture.live('record') })
  user.write({
    'src/ask.test.ts': testFile(`test('asks', async (context) => { await ask('Other?'); context.skip() })`),
  })
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.code, result.output).toBe(0)
  expect(user.read(cassette)).toContain('One?')
  expect(user.files('.retake/takes')).toEqual([])
})

test('under missing, retries record afresh and the last attempt counts', async () => {
  const user = await fixture.project(`
    let tries = 0
    test('asks', { retry: 2 }, async () => { await ask('Try ' + ++tries); expect(tries).toBeGreaterThan(1) })`)
  const result = await user.vitest([], { env: fixture.live('missing') })
  expect(result.code, result.output).toBe(0)
  expect(user.read(cassette)).toContain('Try 2')
  expect(user.read(cassette)).not.toContain('Try 1')
})

test('a redaction function that fails is said as a fault of the config, and nothing is sent', async () => {
  const user = await fixture.project(`test('asks', async () => { await ask('One?') })`, {
    'retake.config.mjs': 'export default { redact: { functions: [() => undefined] } }',
  })
  const result = await user.vitest([], { env: fixture.live('record') })
  expect(result.code).toBe(1)
  expect(result.output).toContain('ConfigError: redact.functions[0] must return the text without its secrets')
  expect(fixture.provider.requests).toHaveLength(0)
})
