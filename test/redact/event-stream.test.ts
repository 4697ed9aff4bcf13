import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { awsChunk, awsEvent, awsException, awsFrame } from '../../examples/provider/aws-frames.ts'
import { awsEvents } from '../../proofs/transcripts/aws-events.ts'
import { createRedactor } from '../../src/redact/create.ts'
import { REMOVED } from '../../src/redact/redactor.ts'

const secret = `sk-proj-${'a1B2c3D4'.repeat(6)}`
const value = 'hunter2-hunter2-hunter2'
const redactor = createRedactor({ credentials: [value] })

const delta = (text: string, contentBlockIndex = 0) =>
  awsEvent('contentBlockDelta', { contentBlockIndex, delta: { text }, p: 'abc' })
const chunk = (text: string) =>
  awsChunk({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
const split = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? []

/** What a recording keeps of a body that came in pieces of these sizes, over and over. */
function redact(body: Uint8Array, sizes: number[], by = redactor): Uint8Array[] {
  const pieces = by.pieces({ deltaFields: ['completion'] })
  const out: Uint8Array[] = []
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] as number
    out.push(...pieces.push(body.subarray(at, at + size)))
    at += size
  }
  return [...out, ...pieces.end()]
}

const textOf = (events: ReturnType<typeof awsEvents>) =>
  events.map(({ payload }) => payload?.delta?.text ?? payload?.completion ?? '').join('')

describe('an AWS event stream', () => {
  test('without a secret comes back byte for byte, in its pieces', () => {
    const clean = Buffer.concat([
      awsEvent('messageStart', { role: 'assistant' }),
      delta('Größe: 5 €, sk- and so on'),
      awsFrame({ ':message-type': 'event', ':event-type': 'blob' }, Buffer.from([0, 255, 1, 254])),
      awsFrame({}, ''),
      chunk('{"a": "b"} ☂'),
      awsException('throttlingException', 'Too many requests'),
    ])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (sizes) => {
        const out = redact(clean, sizes)
        expect(Buffer.concat(out).equals(clean)).toBe(true)
        let at = 0
        for (const [turn, piece] of out.entries()) {
          expect(piece.length).toBe(Math.min(sizes[turn % sizes.length] as number, clean.length - at))
          at += piece.length
        }
      }),
    )
  })

  test.each([
    ['Converse', delta],
    ['the payloads of Anthropic in base64', chunk],
    ['completions in base64', (completion: string) => awsChunk({ completion })],
  ])('loses a secret that is split over its frames, and stays one that clients read: %s', (_name, frame) => {
    const text = `☂ The key is ${secret}, the value ${value}. Bye`
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 70 }),
        (sizes, size) => {
          const body = Buffer.concat(split(text, size).map((part) => frame(part)))
          const events = awsEvents(Buffer.concat(redact(body, sizes)))
          expect(events.length).toBe(split(text, size).length)
          expect(textOf(events)).toBe(`☂ The key is ${REMOVED}, the value ${REMOVED}. Bye`)
        },
      ),
    )
  })

  test('keeps apart the texts of blocks that come by turns', () => {
    const body = Buffer.concat([
      delta('the key: sk-proj-', 0),
      delta('other ', 1),
      delta('a1B2c3D4'.repeat(6), 0),
      delta('words', 1),
    ])
    const events = awsEvents(Buffer.concat(redact(body, [50])))
    const block = (index: number) =>
      textOf(events.filter(({ payload }) => payload.contentBlockIndex === index))
    expect(block(0)).toBe(`the key: ${REMOVED}`)
    expect(block(1)).toBe('other words')
  })

  test('loses a secret in a tool call, an exception, a header and a payload that is no JSON', () => {
    const body = Buffer.concat([
      ...split(JSON.stringify({ api_key: 'abcdefghijklm', q: secret }), 7).map((input) =>
        awsEvent('contentBlockDelta', { contentBlockIndex: 1, delta: { toolUse: { input } } }),
      ),
      awsException('modelStreamErrorException', `bad key ${secret}`),
      awsFrame({ ':message-type': 'error', ':error-code': 'E', ':error-message': `key ${secret}` }, ''),
      awsFrame({ ':message-type': 'event', ':event-type': 'text' }, `plain ${secret}`),
      awsFrame(
        { ':message-type': 'event', ':event-type': 'chunk' },
        JSON.stringify({ bytes: base64(`text ${secret}`) }),
      ),
    ])
    for (const sizes of [[1], [33], [100_000]]) {
      const out = Buffer.concat(redact(body, sizes))
      const events = awsEvents(out)
      const input = events.map(({ payload }) => payload?.delta?.toolUse.input ?? '').join('')
      expect(input).toContain(`"q":"${REMOVED}"`)
      expect(events.find(({ kind }) => kind === 'exception')?.payload).toEqual({
        message: `bad key ${REMOVED}`,
      })
      expect(out.includes(secret)).toBe(false)
      expect(out.includes(`plain ${REMOVED}`)).toBe(true)
      expect(out.includes(base64(`text ${REMOVED}`))).toBe(true)
    }
  })

  test('that breaks off loses a secret in its last frame too, and still breaks off there', () => {
    for (const [frame, cut] of [
      [delta(`the key is ${value} and more`), 20],
      [chunk(`the key is ${value} and more, and more`), 40],
    ] as const) {
      const body = Buffer.concat([delta('Hello'), frame]).subarray(0, -cut)
      const out = Buffer.concat(redact(body, [19]))
      expect(out.subarray(0, delta('Hello').length).equals(delta('Hello'))).toBe(true)
      const rest = out.subarray(delta('Hello').length)
      expect(Buffer.from(rest).includes(value)).toBe(false)
      const inner = /"bytes":"([^"]*)/.exec(rest.toString('latin1'))?.[1]
      expect(`${rest.toString('latin1')}${Buffer.from(inner ?? '', 'base64').toString()}`).toContain(REMOVED)
      expect(() => awsEvents(out)).toThrow('a message of')
    }
  })

  test('that breaks off loses a secret whose end was in the last frame, whatever came of it', () => {
    for (const frame of [delta, chunk, (completion: string) => awsChunk({ completion })]) {
      const text = `the key is ${secret} or ${value}`
      const whole = Buffer.concat(split(text, 9).map((part) => frame(part)))
      for (let cut = 1; cut < frame(split(text, 9).at(-1) as string).length; cut += 1) {
        const pieces = redactor.pieces({ deltaFields: ['completion'] })
        const out = Buffer.concat([...pieces.push(whole.subarray(0, -cut)), ...pieces.end(true)])
        const shown = out.toString('latin1')
        const inner = [...shown.matchAll(/"bytes":"([^"]*)/g)].map(([, text = '']) =>
          Buffer.from(text, 'base64').toString(),
        )
        const said = [...(shown + inner.join('')).matchAll(/"(?:text|completion)":"([^"]*)/g)]
          .map(([, one]) => one)
          .join('')
        expect(said).toMatch(/^the key is \[secret removed\] or \[secret removed\]$/)
        expect(() => awsEvents(out)).toThrow()
      }
    }
  })

  test('that is damaged stays as it is but for its secrets', () => {
    const damaged = Buffer.concat([delta('Hello'), delta('to all'), delta(`key ${value}`)])
    const at = delta('Hello').length + 40
    damaged[at] = (damaged[at] as number) ^ 1
    const out = Buffer.concat(redact(damaged, [64]))
    expect(out.equals(Buffer.from(damaged.toString('latin1').replace(value, REMOVED), 'latin1'))).toBe(true)
  })

  test('is put through the patterns and functions of the user', () => {
    const own = createRedactor({
      credentials: [],
      patterns: [/Jürgen \w+/],
      functions: [(text) => text.replace('Oslo', 'a city')],
    })
    const frames = split('Ask Jürgen Maier ☂ in Oslo.', 4)
    for (const frame of [delta, chunk]) {
      const events = awsEvents(
        Buffer.concat(redact(Buffer.concat(frames.map((part) => frame(part))), [20], own)),
      )
      expect(textOf(events)).toBe(`Ask ${REMOVED} ☂ in a city.`)
    }
  })

  test('that only begins like one is binary data as any other', () => {
    const image = Buffer.concat([Buffer.alloc(20), Buffer.from(`${value} \xff`, 'latin1')])
    const out = Buffer.concat(redact(image, [5]))
    expect(out.equals(Buffer.concat([Buffer.alloc(20), Buffer.from(`${REMOVED} \xff`, 'latin1')]))).toBe(true)
    expect(Buffer.concat(redact(Buffer.from([0, 0]), [1])).equals(Buffer.from([0, 0]))).toBe(true)
  })

  test('of twenty thousand frames takes less than ten seconds', () => {
    const body = Buffer.concat(Array.from({ length: 20_000 }, () => delta('word ')))
    const start = performance.now()
    expect(Buffer.concat(redact(body, [4_096])).equals(body)).toBe(true)
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
