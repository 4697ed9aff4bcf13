import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePayload, encodePiece, type PayloadKind, payloadKind } from '../../src/cassette/payload.ts'

const kinds: PayloadKind[] = ['json', 'sse', 'ndjson', 'text', null]
const encode = (text: string, kind: PayloadKind = null) => encodePiece(Buffer.from(text), kind)

const almost = fc
  .array(
    fc.constantFrom(
      ...[
        'data: ',
        'event: ',
        'id: ',
        'data:',
        '\n',
        '\n\n',
        '\r\n',
        '{"a":1}',
        '{ "a": 1 }',
        '[DONE]',
        '1.0',
        '"\\ud800"',
      ],
      ...[
        '\ufeff',
        '{"a":1,"a":2}',
        '{"2":0,"1":0}',
        '-0',
        'é',
        ': ping',
        '{"__proto__":1}',
        '\u2028',
        '1e400',
        'null',
      ],
    ),
    { maxLength: 8 },
  )
  .map((parts) => Buffer.from(parts.join('')))

describe('a payload', () => {
  test('gives the very same bytes back, for every byte sequence and every kind', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), almost), fc.constantFrom(...kinds), (bytes, kind) => {
        const inFile = JSON.parse(JSON.stringify(encodePiece(bytes, kind)))
        expect(Buffer.compare(decodePayload(inFile), bytes)).toBe(0)
      }),
      { numRuns: 20_000 },
    )
  })

  test('is JSON where compact JSON came, text where its spacing would be lost', () => {
    expect(encode('{"a":[1,"é"]}', 'json')).toEqual({ json: { a: [1, 'é'] } })
    expect(encode('{"a": 1}', 'json')).toEqual({ text: '{"a": 1}' })
    expect(encode('null', 'json')).toEqual({ json: null })
    expect(encode('null', null)).toEqual({ text: 'null' })
  })

  test('is a list of SSE messages where they are written canonically', () => {
    expect(encode('event: ping\nid: 7\ndata: {"type":"ping"}\n\ndata: [DONE]\n\n', 'sse')).toEqual({
      sse: [{ event: 'ping', id: '7', data: { type: 'ping' } }, { data: '[DONE]' }],
    })
    expect(encode('data: a\ndata: \ndata: b\n\n', 'sse')).toEqual({ sse: [{ data: 'a\n\nb' }] })
    expect(encode('data: "quoted"\n\n', 'sse')).toEqual({ sse: [{ data: '"quoted"' }] })
  })

  test.each([
    'data:{"a":1}\n\n',
    'id: 1\nevent: a\ndata: b\n\n',
    ': ping\n\n',
    'data: {"a"',
    'event: a\n\n',
    'data: a\r\n\r\n',
  ])('is text where SSE comes otherwise: %j', (text) => expect(encode(text, 'sse')).toEqual({ text }))

  test('is a list of values for lines of JSON, and base64 where it is no UTF-8', () => {
    expect(encode('{"a":1}\n{"b":2}\n', 'ndjson')).toEqual({ ndjson: [{ a: 1 }, { b: 2 }] })
    expect(encode('{"a":1}\n{"b":2}', 'ndjson')).toEqual({ text: '{"a":1}\n{"b":2}' })
    expect(encodePiece(Uint8Array.of(0xc3), 'sse')).toEqual({ base64: 'ww==' })
  })

  test('is guessed from its first characters where no content type helps', () => {
    expect(encode('{"a":1}')).toHaveProperty('json')
    expect(encode('data: 1\n\n')).toHaveProperty('sse')
    expect(encode('{"a":1}', 'text')).toHaveProperty('text')
  })

  test('survives JSON that is nested too deeply to be written again', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    expect(Buffer.from(decodePayload(encode(deep, 'json'))).toString() === deep).toBe(true)
  })

  test.each([
    ['application/json; charset=utf-8', 'json'],
    ['application/problem+json', 'json'],
    ['Text/Event-Stream', 'sse'],
    ['application/x-ndjson', 'ndjson'],
    ['text/plain', 'text'],
    ['application/octet-stream', null],
    [undefined, null],
  ])('of content type %s is tried as %s', (contentType, kind) => {
    expect(payloadKind(contentType)).toBe(kind)
  })
})
