/** ../shared/cases.md, 32 to 34: secrets that one list knew and another did not, or that came back; recordings of many megabytes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordedRequest } from '../../src/cassette/records.ts'
import { identityHeaders } from '../../src/match/identity-headers.ts'
import { createRedactor } from '../../src/redact/create.ts'
import { REMOVED } from '../../src/redact/redactor.ts'
import { scanForSecrets } from '../../src/redact/scan-secrets.ts'
import { sampleCall, sampleText } from '../cassette/sample.ts'
import { randomLike, tokens } from '../redact/samples.ts'

const redactor = createRedactor({ credentials: [] })
const src = join(import.meta.dirname, '../../src')

test('32: a key in the query string goes, whichever of the usual names it has', () => {
  for (const name of ['api_key', 'apikey', 'key', 'access_token', 'token', 'x-api-key', 'subscription-key'])
    expect(redactor.url(`https://h.test/v1/x?${name}=hunter2&alt=sse`)).toBe(
      `https://h.test/v1/x?${name}=${REMOVED}&alt=sse`,
    )
})

test('32: of several cookies every one goes', () => {
  const cookies = ['sid=abc; Path=/', 'refresh=def; Path=/', 'theme=dark']
  const headers = cookies.map((value): [string, string] => ['set-cookie', value])
  expect(redactor.headers(headers)).toEqual(cookies.map(() => ['set-cookie', REMOVED]))
})

test("32: a new vendor's key header is known without being listed: kept out of the identity, its value removed", () => {
  for (const name of [
    'x-newvendor-api-key',
    'newvendor-auth-token',
    'X-NewVendor-Authorization',
    'newvendor-secret',
  ]) {
    expect(identityHeaders([[name, 'hunter2']])).toEqual([])
    expect(redactor.headers([[name, 'hunter2']])).toEqual([[name, REMOVED]])
  }
})

test("32: the guard does not reuse the scrubber's list, and finds alone what the scrubber was to remove", async () => {
  const guard = ['scan-secrets.ts', 'scan-patterns.ts'].map((name) =>
    readFileSync(join(src, 'redact', name), 'utf8'),
  )
  const scrubber = readdirSync(join(src, 'redact')).filter((name) => !name.startsWith('scan-'))
  for (const text of guard) for (const name of scrubber) expect(text).not.toContain(`from './${name}'`)
  for (const name of [
    'openai project',
    'anthropic',
    'groq',
    'google',
    'hugging face',
    'github classic',
    'json web token',
  ])
    expect(await scanForSecrets(`{"content":"so ${tokens[name]} it is"}`, { allow: [] }), name).toHaveLength(
      1,
    )
})

test('33: a token does not come back when the test is recorded again: the same request is recorded the same', () => {
  const record = (token: string) =>
    redactor.request({
      provider: 'openai',
      dialect: 'openai-chat',
      model: 'm',
      method: 'POST',
      url: `https://h.test/v1?api_key=${token}`,
      headers: [['x-session-token', token]],
      body: {
        json: { messages: [{ role: 'user', content: `Authorization: Bearer ${token}` }], password: token },
      },
    } satisfies RecordedRequest)
  const [first, second] = [`1${randomLike(40)}`, `2${randomLike(30)}`]
  expect(record(second)).toEqual(record(first))
  expect(JSON.stringify(record(first))).not.toContain(first)
})

test('34: a long conversation is not recorded anew in each of its calls', () => {
  const messages: { role: string; content: string }[] = []
  const calls = Array.from({ length: 100 }, (_, index) => {
    messages.push({ role: 'user', content: `${index} ${'question '.repeat(300)}` })
    return sampleCall(index, { model: 'm', messages: messages.slice() })
  })
  expect(sampleText(calls).length).toBeLessThan(2 * JSON.stringify(messages).length)
})

test('34: a stream costs little more than its bytes', () => {
  const chunk = (content: string) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-5-mini',
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  })
  const chunks = Array.from({ length: 2_000 }, (_, index) => chunk(` word${index}`))
  const wire = chunks.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')
  const events = chunks.map((data) => ({ payload: { sse: [{ data }] }, at_ms: 1 }))
  expect(sampleText([sampleCall(0, { model: 'm' }, { events })]).length).toBeLessThan(1.7 * wire.length)
})

test('34: nothing that was recorded is shipped in the package', () => {
  const { files } = JSON.parse(readFileSync(join(src, '../package.json'), 'utf8')) as { files: string[] }
  expect(files.filter((path) => /recordings|examples|test|proofs|^\.|\*/.test(path))).toEqual([])
})
