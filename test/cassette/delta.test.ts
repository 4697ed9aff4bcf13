import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DeltaEncoder, resolveDelta } from '../../src/cassette/delta.ts'
import type { RequestBody } from '../../src/cassette/records.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { arbitraryCalls, sampleCall, sampleText } from './sample.ts'

const long = (text: string) => ({ role: 'user', content: `${text} ${'x'.repeat(80)}` })

function encodeAll(bodies: JsonValue[]) {
  const encoder = new DeltaEncoder()
  return bodies.map((json, index) => encoder.encode(index, { json }))
}

function decodeAll(encoded: ReturnType<typeof encodeAll>): RequestBody[] {
  const whole: RequestBody[] = []
  for (const { body, delta } of encoded) whole.push(resolveDelta(body, delta, (base) => whole[base]))
  return whole
}

describe('deltas', () => {
  test('leave out what an earlier call said, and reading gives it back', () => {
    const tools = [{ name: 'get_weather', description: 'x'.repeat(100) }]
    const encoded = encodeAll([
      { messages: [long('a')], tools },
      { messages: [long('a'), long('b')], tools },
    ])
    expect(encoded[1]).toEqual({
      body: { json: { messages: [long('b')] } },
      delta: [
        { path: 'messages', base: 0, keep: 1 },
        { path: 'tools', base: 0 },
      ],
    })
    expect(decodeAll(encoded)[1]).toEqual({ json: { messages: [long('a'), long('b')], tools } })
  })

  test('choose the call that shares the longest beginning, of several the latest', () => {
    const encoded = encodeAll([
      { input: [long('a'), long('b')] },
      { input: [long('c')] },
      { input: [long('a'), long('b'), long('d')] },
      { input: [long('a'), long('b'), long('e')] },
      { input: [long('c'), long('f')] },
      { input: [long('a'), long('b'), long('d')] },
    ])
    expect(encoded.map(({ delta }) => delta[0])).toEqual([
      undefined,
      undefined,
      { path: 'input', base: 0, keep: 2 },
      { path: 'input', base: 2, keep: 2 },
      { path: 'input', base: 1, keep: 1 },
      { path: 'input', base: 2 },
    ])
  })

  test('work for any large value, and leave small ones where they are', () => {
    const body = {
      instructions: 'y'.repeat(100),
      generationConfig: { stop: ['z'.repeat(100)] },
      'a.b': 'x'.repeat(90),
      n: 1,
      model: 'm',
    }
    expect(encodeAll([body, body])[1]).toEqual({
      body: { json: { n: 1, model: 'm' } },
      delta: [
        { path: 'instructions', base: 0 },
        { path: 'generationConfig', base: 0 },
        { path: '["a.b"]', base: 0 },
      ],
    })
  })

  test('give every body back, whatever the keys', () => {
    const bodies = fc.array(
      fc.dictionary(
        fc.oneof(fc.constantFrom('messages', '__proto__', 'a.b', '0', ''), fc.string({ maxLength: 3 })),
        fc.oneof(
          fc.array(fc.constantFrom(...['a', 'b'].map((text) => long(text))), { maxLength: 4 }),
          fc.constant('x'.repeat(100)),
          fc.jsonValue(),
        ),
      ),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(bodies, (list) => {
        const json = list.map((body) => JSON.parse(JSON.stringify(body)) as JsonValue)
        expect(decodeAll(encodeAll(json))).toEqual(json.map((body) => ({ json: body })))
      }),
    )
    fc.assert(
      fc.property(arbitraryCalls(), (calls) => {
        const json = calls.map((call) => (call.request.body as { json: JsonValue }).json)
        expect(decodeAll(encodeAll(json))).toEqual(json.map((body) => ({ json: body })))
      }),
    )
  })

  test.each([
    [{ json: {} }, [{ path: 'gone', base: 0 }], 'points at nothing'],
    [{ json: {} }, [{ path: 'messages', base: 0, keep: 9 }], 'keeps 9 elements'],
    [{ json: { messages: [] } }, [{ path: 'messages', base: 0, keep: 9 }], 'keeps 9 elements'],
    [{ json: { messages: [] } }, [{ path: 'messages', base: 0 }], 'stands in the body and in a delta'],
    [{ json: [] }, [{ path: 'messages', base: 0 }], 'has no place'],
    [{ text: '' }, [{ path: 'messages', base: 0 }], 'needs a JSON body'],
    [{ json: {} }, [{ path: '..', base: 0 }], 'not a field path'],
  ] as const)('that do not fit are refused: %j %j', (body, delta, message) => {
    expect(() =>
      resolveDelta(body as unknown as RequestBody, delta, () => ({ json: { messages: [1] } })),
    ).toThrow(message)
  })

  test('keep a 200-turn agent loop below 1.5 times its unique messages and answers', () => {
    const tools = Array.from({ length: 8 }, (_, index) => ({
      name: `tool_${index}`,
      description: 'd'.repeat(300),
    }))
    const messages: JsonValue[] = [{ role: 'system', content: 's'.repeat(4000) }]
    const calls = []
    let unique = JSON.stringify(messages).length + JSON.stringify(tools).length
    for (let turn = 0; turn < 200; turn++) {
      const question = { role: turn % 2 ? 'tool' : 'user', content: `${turn} ${'result '.repeat(200)}` }
      const answer = { role: 'assistant', content: `${turn} ${'answer '.repeat(120)}` }
      messages.push(question)
      calls.push(
        sampleCall(
          turn,
          { model: 'm', messages: [...messages], tools },
          { events: [{ payload: { json: { message: answer } }, at_ms: 0 }] },
        ),
      )
      messages.push(answer)
      unique += JSON.stringify(question).length + 2 * JSON.stringify(answer).length
    }
    expect(sampleText(calls).length / unique).toBeLessThan(1.5)
  })
})
