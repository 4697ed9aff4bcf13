import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../../../src/cassette/records.ts'
import { ConfigError } from '../../../src/errors/config-error.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { CallFinder } from '../../../src/match/finder.ts'
import { composeIgnore } from '../../../src/match/ignore/compose.ts'
import { ruleFault } from '../../../src/match/ignore/parse-rule.ts'
import type { IgnoreRule } from '../../../src/match/ignore/rule.ts'
import { chatRequest, recordedCall } from '../requests.ts'
import { own } from './volatile-requests.ts'

const prompt = (content: string) => chatRequest({ messages: [{ role: 'system', content }] })

function finderOf(recorded: RecordedRequest[], ignore: readonly IgnoreRule[]): CallFinder {
  const calls = recorded.map((request, index) => recordedCall(index, request))
  return new CallFinder(calls, { ...composeIgnore(ignore, own), order: 'any', trustDigests: true })
}

function matches(recorded: RecordedRequest, incoming: RecordedRequest, ...ignore: IgnoreRule[]): boolean {
  return finderOf([recorded], ignore).take(incoming).found
}

describe('a field path', () => {
  const form = (head: object, text = 'x') => chatRequest({}, { body: { multipart: [{ ...head, text }] } })
  const request = (body: JsonObject) => chatRequest({}, { body: { json: body } })
  test.each<[path: string, recorded: RecordedRequest, incoming: RecordedRequest]>([
    ['metadata.run_id', request({ metadata: { run_id: 1 } }), request({ metadata: { run_id: 2 } })],
    ['metadata.run_id', request({ metadata: { run_id: 1 } }), request({ metadata: {} })],
    ['messages[].id', request({ messages: [{ id: 1 }, { id: 2 }] }), request({ messages: [{ id: 3 }, {}] })],
    ['metadata.*', request({ metadata: { a: 1 } }), request({ metadata: { b: 2 } })],
    ['["a.b"]', request({ 'a.b': 1 }), request({ 'a.b': 2 })],
    ['body.dates', request({ dates: 1 }), request({ dates: 2 })],
    ['body.url', request({ url: 1 }), request({ url: 2 })],
    ['multipart[0].filename', form({ filename: 'a' }), form({ filename: 'b' })],
    ['multipart[].text', form({}, 'a'), form({}, 'b')],
    ['multipart', form({ name: 'a' }), form({ name: 'b' })],
    ['body', request({ a: 1 }), chatRequest({}, { body: { text: 'x' } })],
    ['headers.X-Tenant', chatRequest(), chatRequest({}, { headers: [['x-tenant', 'b']] })],
    ['headers.*', chatRequest(), chatRequest({}, { headers: [['x-other', 'b']] })],
    [
      'url.query.trace',
      chatRequest({}, { url: 'https://a.b/c?x=1&trace=2' }),
      chatRequest({}, { url: 'https://a.b/c?x=1' }),
    ],
    ['url.query.*', chatRequest({}, { url: 'https://a.b/c?x=1' }), chatRequest({}, { url: 'https://a.b/c' })],
    [
      'url.host',
      chatRequest(),
      chatRequest({}, { url: 'http://localhost/v1/chat/completions', provider: 'x' }),
    ],
    ['url.path', chatRequest(), chatRequest({}, { url: 'https://api.openai.com/v2' })],
    ['method', chatRequest(), chatRequest({}, { method: 'PUT' })],
  ])('%s sets that field aside on both sides, and no other', (path, recorded, incoming) => {
    expect(matches(recorded, incoming, path)).toBe(true)
    expect(matches(incoming, recorded, path)).toBe(true)
    expect(matches(recorded, incoming)).toBe(false)
    expect(matches(recorded, incoming, 'unrelated.field', 'headers.unrelated', 'url.query.unrelated')).toBe(
      false,
    )
  })

  test.each<[rule: unknown, says: string]>([
    ['date', "did you mean 'dates'? A field of that name is 'body.date'"],
    ['lineEndings', "did you mean 'line-endings'?"],
    ['messages[', 'no field path'],
    ['a..b', 'no field path'],
    ['headers', 'headers.NAME'],
    ['url', 'url.query.NAME'],
    ['url.query', 'url.query.NAME'],
    ['', 'a field path, a function or one of'],
    [/x/, 'a field path, a function or one of'],
  ])('%s is refused with what to write instead', (rule, says) => {
    expect(ruleFault(rule)).toContain(says)
  })
})

describe('a function', () => {
  const lowered = (request: RecordedRequest): RecordedRequest => ({
    ...request,
    body: JSON.parse(JSON.stringify(request.body).toLowerCase()),
  })

  test('applies to both sides', () => {
    expect(matches(prompt('HELLO'), prompt('hello'), lowered)).toBe(true)
    expect(matches(prompt('HELLO'), prompt('hullo'), lowered)).toBe(false)
  })

  test('may change what it is given; the recording does not notice', () => {
    const recorded = prompt('a')
    const before = structuredClone(recorded)
    const rule = (request: RecordedRequest) => Object.assign(request, { body: null })
    expect(matches(recorded, prompt('b'), rule)).toBe(true)
    expect(recorded).toEqual(before)
  })

  test.each<[string, IgnoreRule, string]>([
    [
      'throws',
      () => {
        throw new Error('oops')
      },
      'ignore[1] threw: oops',
    ],
    ['returns nothing', (() => {}) as unknown as IgnoreRule, 'ignore[1] must return the request'],
  ])('that %s is a fault of the config', (_, rule, says) => {
    const failing = () => matches(prompt('a'), prompt('a'), 'dates', rule)
    expect(failing).toThrow(ConfigError)
    expect(failing).toThrow(says)
  })
})

describe('the directory of another machine', () => {
  const agent = (cwd: string, file = 'src/a.ts') => prompt(`You work in ${cwd}. Read ${cwd}/${file}`)

  test('is forgiven where one directory stands in for this one everywhere', () => {
    expect(matches(agent('/home/ann/my proj'), agent(own.cwd), 'cwd')).toBe(true)
    expect(matches(agent('/home/ann/my proj', 'src/b.ts'), agent(own.cwd), 'cwd')).toBe(false)
    expect(matches(prompt('You work in /a/b. Read /a/c/src/a.ts'), agent(own.cwd), 'cwd')).toBe(false)
    expect(matches(agent('relative/path'), agent(own.cwd), 'cwd')).toBe(false)
    expect(matches(agent('/home/ann/proj'), agent('/somewhere/else'), 'cwd')).toBe(false)
  })

  test('may be a Windows one', () => {
    const recorded = prompt('You work in C:\\Users\\ann\\proj. Read C:\\Users\\ann\\proj\\src\\a.ts')
    expect(matches(recorded, agent(own.cwd), 'cwd')).toBe(true)
  })

  test('is found out once for a cassette, and equal requests keep their order', () => {
    const one = agent('/home/ann/proj')
    const other = agent('/home/ann/proj', 'src/b.ts')
    const finder = finderOf([one, other, one, agent(own.cwd)], ['cwd'])
    const asked = [agent(own.cwd, 'src/b.ts'), agent(own.cwd), agent(own.cwd), agent(own.cwd)]
    const found = asked.map((request) => {
      const result = finder.take(request)
      return result.found ? result.call.call_index : -1
    })
    expect([...found].sort()).toEqual([0, 1, 2, 3])
    expect(found[0]).toBe(1)
    expect(finder.take(agent(own.cwd))).toMatchObject({ found: false, mismatch: { kind: 'past_end' } })
  })

  test('does not get in the way of a mismatch that is about something else', () => {
    const result = finderOf([agent('/home/ann/proj')], ['cwd']).take(agent(own.cwd, 'src/b.ts'))
    expect(result).toMatchObject({
      mismatch: { recorded: 'You work in ‹cwd›. Read ‹cwd›/src/a.ts', forgivable: [] },
    })
  })
})

describe('the hint', () => {
  function hint(recorded: RecordedRequest, incoming: RecordedRequest, ...ignore: IgnoreRule[]) {
    const result = finderOf([recorded], ignore).take(incoming)
    if (result.found) throw new Error('found')
    const { forgivable, volatile } = result.mismatch
    return { forgivable, volatile: volatile.map(({ recorded, incoming }) => [recorded, incoming]) }
  }

  test('names the rule that would have forgiven, and what it would have set aside', () => {
    expect(hint(prompt('Today is 2026-11-18.'), prompt('Today is 2026-11-30.'))).toEqual({
      forgivable: ['dates'],
      volatile: [['2026-11-18', '2026-11-30']],
    })
  })

  test('names several where it takes several, and none that can be spared', () => {
    expect(
      hint(prompt('2026-11-18 in /home/ann/proj/a'), prompt(`2026-11-30 in ${own.cwd}/a`), 'uuids'),
    ).toEqual({
      forgivable: ['cwd', 'dates'],
      volatile: [
        ['/home/ann/proj', own.cwd],
        ['2026-11-18', '2026-11-30'],
      ],
    })
  })

  test('names none where something else differs too, or the rule is on', () => {
    const none = { forgivable: [], volatile: [] }
    expect(hint(prompt('Today is 2026-11-18.'), prompt('Now is 2026-11-30.'))).toEqual(none)
    expect(hint(prompt('Today is 2026-11-18.'), prompt('Now is 2026-11-30.'), 'dates')).toEqual(none)
  })
})

test('rules change no digest, in a mismatch or in a recording', () => {
  const recorded = recordedCall(0, prompt('2026-11-18 a'))
  const result = finderOf([recorded.request], ['dates']).take(prompt('2026-11-30 b'))
  expect(result).toMatchObject({
    mismatch: {
      digests: { recorded: recorded.digest, incoming: recordedCall(0, prompt('2026-11-30 b')).digest },
    },
  })
})

test('ready-made rules reach the texts and file names of a form, not its bytes', () => {
  const uuid = (digit: string) =>
    `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`
  const form = (digit: string, base64 = '/w==') =>
    chatRequest(
      {},
      {
        body: {
          multipart: [
            { name: 'note', text: `run ${uuid(digit)} of ${uuid(digit)}` },
            { name: 'file', filename: `${uuid(digit)}.wav`, base64 },
          ],
        },
      },
    )
  expect(matches(form('1'), form('2'), 'uuids')).toBe(true)
  expect(matches(form('1'), form('2'))).toBe(false)
  expect(matches(form('1'), form('2', '/g=='), 'uuids')).toBe(false)
  const missed = finderOf([form('1')], []).take(form('2'))
  expect(missed).toMatchObject({ found: false, mismatch: { forgivable: ['uuids'] } })
})
