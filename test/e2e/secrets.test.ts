import { expect, test } from 'vitest'
import { randomRun } from '../../proofs/secrets/forms.ts'
import { testFile } from '../support/agent-files.ts'
import { useRecorderFixture } from '../support/recorder-fixture.ts'
import type { UserProject } from '../support/user-project.ts'

const fixture = useRecorderFixture()

/** Made at run time: no scanner finds them here, and a leak is one for certain. */
const fresh = () => ({
  own: `${'sk'}-${randomRun(30)}`,
  vendor: `${'gsk'}_${randomRun(52)}`,
  password: `pw${randomRun(20)}`,
})

const body = (then = '') => `
  const { OWN, VENDOR, PASSWORD } = process.env
  const login = JSON.stringify({ user: 'jo', password: PASSWORD })
  test('asks', async () => {
    await client().chat.completions.create({
      model: 'm',
      messages: [
        { role: 'user', content: 'Keep ' + VENDOR + ' and ' + OWN + ' to yourself.' },
        { role: 'assistant', tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'login', arguments: login } }] },
        { role: 'tool', tool_call_id: 'call_1', content: 'https://jo:' + PASSWORD + '@db.test/?token=' + PASSWORD + ' in base64 ' + btoa('u:' + OWN) },
      ] as any,
    })
    ${then}
  })`

function environment(secrets: ReturnType<typeof fresh>, mode = '') {
  return {
    ...fixture.live(mode),
    OPENAI_API_KEY: secrets.own,
    OWN: secrets.own,
    VENDOR: secrets.vendor,
    PASSWORD: secrets.password,
  }
}

function expectNoLeak(user: UserProject, printed: string, secrets: string[]) {
  const written = user.files().map((path) => [path, user.read(path)])
  for (const secret of secrets)
    for (const [place, text] of [['output', printed], ...written] as [string, string][])
      for (const spelling of [secret, btoa(secret).slice(0, -4), btoa(`u:${secret}`).slice(4, -4)])
        expect(text.includes(spelling), `${secret.slice(0, 4)}… in ${place}`).toBe(false)
}

test('what is recorded, printed and kept holds no secret, and another machine with other keys replays it', async () => {
  const user = await fixture.project(body())
  const [here, there] = [fresh(), fresh()]
  const all = [...Object.values(here), ...Object.values(there)]
  const recorded = await user.vitest([], { env: environment(here, 'record') })
  expect(recorded.code, recorded.output).toBe(0)
  expect(fixture.provider.requests).toHaveLength(1)
  expect(user.read('src/__recordings__/ask.test.ts/asks.jsonl')).toContain('[secret removed]')
  expectNoLeak(user, recorded.raw, all)

  const replayed = await user.vitest([], { env: environment(there) })
  expect(replayed.code, replayed.output).toBe(0)

  user.write({ 'src/ask.test.ts': testFile(body().replace('to yourself', 'safe')) })
  const changed = await user.vitest([], { env: environment(there) })
  expect(changed.output).toContain('ReplayMismatch: ')
  expect(changed.output).toContain('Keep [secret removed] and [secret removed] safe.')
  expectNoLeak(user, changed.raw, all)
})

test('a take that is kept holds none either, nor does the list of takes', async () => {
  const user = await fixture.project(body("throw new TypeError('broken')"))
  const secrets = fresh()
  const failed = await user.vitest([], { env: environment(secrets, 'record') })
  expect(failed.code).toBe(1)
  expect(user.files('.retake/takes')).toHaveLength(1)
  const listed = await user.run(['retake', 'accept', '--list'])
  expect(listed.output).toContain('asks, 1 call')
  const accepted = await user.run(['retake', 'accept'])
  expect(accepted.code, accepted.output).toBe(0)
  expectNoLeak(user, failed.raw + listed.raw + accepted.raw, Object.values(secrets))
})
