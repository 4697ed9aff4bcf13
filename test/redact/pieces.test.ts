import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/create.ts'
import { placeholderFor } from '../../src/redact/credentials.ts'
import { REMOVED } from '../../src/redact/redactor.ts'
import { jwt, keyBlock, ownKey, randomLike, tokens } from './samples.ts'

const redactor = createRedactor({ credentials: [ownKey, placeholderFor('OPENAI_API_KEY')] })

/** The pieces that come back, each as latin1 text so that every byte counts. */
function redact(pieces: (string | Uint8Array)[]): string[] {
  const stream = redactor.pieces()
  const out = pieces.flatMap((piece) => stream.push(typeof piece === 'string' ? Buffer.from(piece) : piece))
  return [...out, ...stream.end()].map((piece) => Buffer.from(piece).toString('latin1'))
}

const sse = (...messages: unknown[]) => messages.map((message) => `data: ${JSON.stringify(message)}\n\n`)
const chat = (content: string, index = 0) => ({ id: 'chatcmpl-1', choices: [{ index, delta: { content } }] })
const halves = (text: string, at = text.length >> 1) => [text.slice(0, at), text.slice(at)] as const

describe('a secret split over raw pieces', () => {
  test.each(Object.entries({ ...tokens, 'own key': ownKey, 'key block': keyBlock }))('%s', (_, token) => {
    for (let at = 1; at < token.length; at += 7) {
      const [first, second] = halves(token, at)
      expect(redact([`it is ${first}`, `${second} , yes`])).toEqual([`it is ${REMOVED}`, ' , yes'])
    }
  })

  test('in as many pieces as it has bytes', () => {
    const pieces = redact([...`a Bearer ${randomLike(30)} z`])
    expect(pieces.join('')).toBe(`a Bearer ${REMOVED} z`)
    expect(pieces).toHaveLength(41)
  })
})

test('a value in base64 goes with its padding, wherever the pieces end', () => {
  for (const [user, left] of [
    ['', ''],
    ['a', 'YX'],
    ['ab', 'YWJ'],
  ] as const)
    for (const key of [ownKey, `${ownKey}0`, `${ownKey}01`]) {
      const { pieces } = createRedactor({ credentials: [key] })
      const text = `x ${Buffer.from(user + key).toString('base64')} y`
      for (let at = 1; at < text.length; at++) {
        const stream = pieces()
        const out = [...halves(text, at).flatMap((piece) => stream.push(Buffer.from(piece))), ...stream.end()]
        expect(Buffer.concat(out).toString('utf8')).toMatch(
          new RegExp(`^x ${left}.?${REMOVED.replace(/[[\]]/g, '\\$&')} y$`),
        )
      }
    }
})

describe('a secret spread over the deltas of a stream', () => {
  test.each(Object.entries({ ...tokens, 'own key': ownKey, 'key block': keyBlock }))('%s', (_, token) => {
    const [first, second] = halves(token)
    expect(redact(sse(chat(`it is ${first}`), chat(second), chat(' yes')))).toEqual(
      sse(chat(`it is ${REMOVED}`), chat(''), chat(' yes')),
    )
  })

  test('a whole one in a delta goes, although the text before it ends in a letter', () => {
    const key = tokens.groq as string
    expect(redact(sse(chat('key'), chat(key), chat('. And')))).toEqual(
      sse(chat('key'), chat(REMOVED), chat('. And')),
    )
  })

  test('channels that interleave are told apart', () => {
    const [a1, a2] = halves(tokens.anthropic as string)
    const [b1, b2] = halves(jwt)
    expect(redact(sse(chat(a1, 0), chat(b1, 1), chat(a2, 0), chat(b2, 1)))).toEqual(
      sse(chat(REMOVED, 0), chat(REMOVED, 1), chat('', 0), chat('', 1)),
    )
  })

  const key = tokens['openai project'] as string
  const [first, second] = halves(key)
  test.each<[string, (part: string) => unknown]>([
    [
      'anthropic text',
      (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    ],
    ['anthropic thinking', (thinking) => ({ type: 'content_block_delta', index: 1, delta: { thinking } })],
    [
      'anthropic tool input',
      (partial_json) => ({ type: 'content_block_delta', index: 2, delta: { partial_json } }),
    ],
    [
      'openai tool arguments',
      (text) => ({
        choices: [{ index: 0, delta: { tool_calls: [{ index: 1, function: { arguments: text } }] } }],
      }),
    ],
    ['openai refusal', (refusal) => ({ choices: [{ index: 0, delta: { refusal } }] })],
    [
      'responses text',
      (delta) => ({
        type: 'response.output_text.delta',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        delta,
      }),
    ],
    [
      'responses arguments',
      (delta) => ({ type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta }),
    ],
    ['gemini text', (text) => ({ candidates: [{ content: { parts: [{ text }] }, index: 0 }] })],
  ])('%s', (_, message) => {
    expect(redact(sse(message(`x ${first}`), message(second), message(' y')))).toEqual(
      sse(message(`x ${REMOVED}`), message(''), message(' y')),
    )
  })

  test('newline-delimited JSON and a streamed array of objects', () => {
    const line = (content: string) => `${JSON.stringify({ message: { content }, done: false })}\n`
    expect(redact([line(first), line(second)])).toEqual([line(REMOVED), line('')])
    const element = (text: string) => JSON.stringify({ candidates: [{ content: { parts: [{ text }] } }] })
    expect(redact(['[', element(first), ',\r\n', element(second), ']']).join('')).toBe(
      `[${element(REMOVED)},\r\n${element('')}]`,
    )
  })

  test('a tool argument is removed by its name, however its JSON is cut', () => {
    const tool = (partial_json: string) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { partial_json },
    })
    const whole = '{"city": "Lisbon", "api_key": "hunter \\"2\\"", "n": 1}'
    for (let at = 1; at < whole.length; at += 1) {
      const parts = [whole.slice(0, at), whole.slice(at, at + 9), whole.slice(at + 9)].filter(
        (part) => part !== '',
      )
      const out = redact(sse(...parts.map(tool))).join('')
      const joined = [...out.matchAll(/data: (.*)\n/g)]
        .map((found) => JSON.parse(found[1] as string).delta.partial_json)
        .join('')
      expect(joined).toBe(`{"city": "Lisbon", "api_key": "${REMOVED}", "n": 1}`)
    }
  })

  test('the repeat of the whole text at the end is redacted too', () => {
    const done = (text: string) => ({
      type: 'response.output_text.done',
      item_id: 'msg_1',
      text,
      part: { text },
    })
    expect(redact(sse(done(`a ${key} b`)))).toEqual(sse(done(`a ${REMOVED} b`)))
    const call = (value: string) => ({
      type: 'response.function_call_arguments.done',
      arguments: JSON.stringify({ password: value }),
    })
    expect(redact(sse(call('hunter2')))).toEqual(sse(call(REMOVED)))
  })

  test('comments, ids and data that is no JSON are searched as well', () => {
    expect(redact([`: ${key}\nid: ${key}\r\ndata: ${first}\n\ndata: ${second}\n\n`])).toEqual([
      `: ${REMOVED}\nid: ${REMOVED}\r\ndata: ${REMOVED}\n\ndata: \n\n`,
    ])
  })

  test('one JSON value on several data lines of a message', () => {
    expect(redact(['data: {"password":\ndata: "x"}\n\n'])).toEqual([
      `data: {"password":\ndata: "${REMOVED}"}\n\n`,
    ])
  })
})

describe('holding back', () => {
  test('a piece of prose comes back at once', () => {
    const stream = createRedactor({ credentials: [] }).pieces()
    for (const piece of ['Hello', ' there, wor', 'ld. See http', ': well', '.'])
      expect(stream.push(Buffer.from(piece)).map((back) => Buffer.from(back).toString())).toEqual([piece])
  })

  test('a message of a stream comes back as soon as it is whole', () => {
    const stream = redactor.pieces()
    for (const message of sse(chat('Hello'), chat(' world'), chat('!')))
      expect(stream.push(Buffer.from(message))).toHaveLength(1)
  })

  test('a channel that ended in what could begin a secret does not hold the others for ever', () => {
    const stream = redactor.pieces()
    const pieces = sse(chat('it is sk-', 1), ...Array.from({ length: 300 }, (_, at) => chat(`word ${at} `)))
    const back = pieces.flatMap((piece) => stream.push(Buffer.from(piece)))
    expect(back.length).toBeGreaterThan(290)
  })

  test('ten megabytes are redacted in linear time', () => {
    const prose = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(2_000))
    const time = (pieces: number) => {
      const stream = redactor.pieces()
      const start = performance.now()
      for (let at = 0; at < pieces; at += 1) stream.push(prose)
      stream.end()
      return performance.now() - start
    }
    time(10)
    expect(time(100)).toBeLessThan(5_000)
  })
})

describe('a body that breaks off in the middle of a known value', () => {
  const cutOff = (pieces: string[], rules = redactor) => {
    const stream = rules.pieces()
    const out = pieces.flatMap((piece) => stream.push(Buffer.from(piece)))
    return [...out, ...stream.end(true)].map((piece) => Buffer.from(piece).toString())
  }

  test('loses what came of it, from 8 characters on', () => {
    for (let length = 1; length < ownKey.length; length += 1) {
      const came = ownKey.slice(0, length)
      const left = length < 8 ? came : REMOVED
      expect(cutOff([`it is ${came}`])).toEqual([`it is ${left}`])
      expect(cutOff(sse(chat('it is '), chat(came)))).toEqual(sse(chat('it is '), chat(left)))
    }
  })

  test('loses it over several pieces, in an unfinished message, in base64 and in binary data', () => {
    const [first, second] = halves(ownKey.slice(0, 24))
    expect(cutOff([`it is ${first}`, second])).toEqual([`it is ${REMOVED}`, ''])
    expect(cutOff(sse(chat(first), chat(second)))).toEqual(sse(chat(REMOVED), chat('')))
    expect(cutOff([`data: {"delta":{"content":"a ${first}`])).toEqual([
      `data: {"delta":{"content":"a ${REMOVED}`,
    ])
    expect(cutOff([`{"content":"a ${first}`])).toEqual([`{"content":"a ${REMOVED}`])
    expect(cutOff([Buffer.from(ownKey).toString('base64').slice(0, 20)])).toEqual([REMOVED])
    expect(cutOff(['\0\u0001', first])).toEqual(['\0\u0001', REMOVED])
    const withPatterns = createRedactor({ credentials: [ownKey], patterns: [/Ann/] })
    expect(cutOff([`Ann ${first}`], withPatterns)).toEqual([`${REMOVED} ${REMOVED}`])
  })

  test('keeps it where the body ended as it should', () => {
    expect(redact([`it is ${ownKey.slice(0, 12)}`])).toEqual([`it is ${ownKey.slice(0, 12)}`])
  })
})

describe('binary streams', () => {
  test('come back as they are, but for known values', () => {
    const noise = Uint8Array.from({ length: 300 }, (_, at) => (at * 37) % 256)
    const secret = Buffer.from(`Bearer ${tokens.groq} "api_key":"x" `)
    const pieces = [
      Buffer.from([0, 0, 1, 255]),
      secret,
      noise,
      Buffer.from(ownKey.slice(0, 9)),
      Buffer.from(ownKey.slice(9)),
      noise,
    ]
    const out = redact(pieces)
    const expected = pieces.map((piece) => Buffer.from(piece).toString('latin1'))
    expected[3] = REMOVED
    expected[4] = ''
    expect(out).toEqual(expected)
  })
})

// Ingredients that make trouble when they meet: secrets, halves of them, their contexts, escapes, multi-byte characters.
const ingredient = fc.oneof(
  fc.constantFrom(
    ...Object.values(tokens),
    ownKey,
    Buffer.from(`ab${ownKey}`).toString('base64'),
    placeholderFor('X'),
  ),
  fc
    .constantFrom(...Object.values(tokens), ownKey, keyBlock)
    .chain((token) =>
      fc
        .tuple(fc.nat(token.length), fc.nat(token.length))
        .map(([a, b]) => token.slice(Math.min(a, b), Math.max(a, b))),
    ),
  fc.constantFrom(
    'Bearer ',
    'Basic ',
    'authorization: ',
    '"api_key": "',
    '"password":"',
    '\\"token\\": \\"',
    '://',
    'https://u:p@',
    '?key=',
    '&sig=',
  ),
  fc.constantFrom(
    keyBlock,
    '-----',
    '-----BEGIN ',
    REMOVED,
    '[secret',
    ' removed]',
    'sk-',
    'eyJ',
    '\\n',
    '%20',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
  ),
  fc.constantFrom(' ', '\n', '\r\n', '\r', '.', '@', '/', '=', '+', 'é', '日本', '😀', 'data: ', 'x', 'a b'),
  fc.string({ maxLength: 6 }),
)
const prose = fc.array(ingredient, { maxLength: 12 }).map((parts) => parts.join(''))

const fieldName = fc.constantFrom(
  'content',
  'text',
  'delta',
  'arguments',
  'partial_json',
  'api_key',
  'note',
  'token',
  'id',
)
const message = fc
  .tuple(fieldName, prose, fc.nat(1))
  .map(([name, value, index]) => ({ choices: [{ index, delta: { [name]: value } }] }))
const streamOf = fc
  .tuple(
    fc.array(message, { maxLength: 8 }),
    prose,
    fc.constantFrom('\n\n', '\r\n\r\n', '\r\r'),
    fc.boolean(),
  )
  .map(
    ([messages, extra, end, stray]) =>
      messages.map((item) => `data: ${JSON.stringify(item)}${end}`).join('') +
      (stray ? `data: ${extra}${end}` : ''),
  )
/** One long text, cut into deltas anywhere. */
const cutStream = fc
  .tuple(prose, fc.array(fc.nat(60), { maxLength: 12 }), fc.constantFrom('content', 'arguments'))
  .map(([text, cuts, name]) => {
    const points = [...new Set(cuts)].sort((a, b) => a - b)
    const parts = [...points, text.length].map((point, at) => text.slice(points[at - 1] ?? 0, point))
    return parts
      .map((part) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { [name]: part } }] })}\n\n`)
      .join('')
  })
const ndjson = fc
  .array(message, { maxLength: 5 })
  .map((items) => items.map((item) => JSON.stringify(item)).join('\n'))
const body = fc.oneof(prose, streamOf, cutStream, ndjson, fc.json())
const bytes = fc.oneof(
  { weight: 5, arbitrary: body.map((text) => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(body, fc.uint8Array({ maxLength: 20 }), body)
      .map(([a, noise, b]) => Buffer.concat([Buffer.from(a), noise, Buffer.from(b)])),
  },
)

function cut(whole: Uint8Array, sizes: number[]): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let at = 0
  for (let turn = 0; at < whole.length; turn += 1) {
    const size = sizes.length === 0 ? whole.length : (sizes[turn % sizes.length] as number)
    pieces.push(whole.subarray(at, at + size))
    at += size
  }
  return pieces
}
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })
const runs = { numRuns: Number(process.env.RETAKE_RUNS ?? 300) }

test('a token that stands right before a private key goes with it, also where the key came in later pieces', () => {
  const message = `data: ${tokens['aws key id']}-----BEGIN RSA PRIVATE KEY-----\n\n`
  const removed = `data: ${REMOVED}${REMOVED}\n\n`
  expect(redact([message]).join('')).toBe(removed)
  for (const at of [10, 30, 40])
    expect(redact([message.slice(0, at), message.slice(at)]).join('')).toBe(removed)
})

describe('properties', () => {
  test('a fragmented stream, redacted, equals the stream redacted in one piece', () => {
    fc.assert(
      fc.property(bytes, sizes, (whole, lengths) => {
        const pieces = cut(whole, lengths)
        const out = redact(pieces)
        expect(out).toHaveLength(pieces.length)
        expect(out.join('')).toBe(redact([whole]).join(''))
      }),
      runs,
    )
  })

  test('a stream without secrets comes out byte-identical, piece by piece', () => {
    const harmless = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.lorem(),
      fc.uuid(),
      fc.base64String(),
      fc.json({ noUnicodeString: false } as object),
    )
    const plain = fc
      .array(harmless, { maxLength: 6 })
      .map((parts) => parts.map((part) => `data: ${JSON.stringify({ delta: part })}\n\n`).join(''))
    fc.assert(
      fc.property(fc.oneof(plain, harmless), sizes, (text, lengths) => {
        const pieces = cut(Buffer.from(text), lengths)
        expect(redact(pieces)).toEqual(pieces.map((piece) => Buffer.from(piece).toString('latin1')))
      }),
      runs,
    )
  })

  test('redaction is idempotent', () => {
    fc.assert(
      fc.property(body, (text) => {
        const once = redactor.text(text)
        expect(redactor.text(once)).toBe(once)
        const stream = redact([text]).join('')
        expect(redact([Buffer.from(stream, 'latin1')]).join('')).toBe(stream)
      }),
      runs,
    )
  })

  test('JSON stays JSON of the same shape, and text and value agree', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fieldName, prose), { maxLength: 5 }), (entries) => {
        const value = { list: entries.map(([name, item]) => ({ [name]: item })) }
        expect(JSON.parse(redactor.text(JSON.stringify(value)))).toEqual(redactor.json(value))
        expect(redactor.json(redactor.json(value))).toEqual(redactor.json(value))
      }),
      runs,
    )
  })
})
