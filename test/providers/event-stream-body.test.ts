import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { awsChunk, awsEvent, awsException, awsFrame } from '../../examples/provider/aws-frames.ts'
import { encodePiece } from '../../src/cassette/payload.ts'
import { readAnswerBody } from '../../src/providers/answer-body.ts'

const start = awsEvent('messageStart', { role: 'assistant' })
const delta = awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Grüße ☂' } })
const stream = Buffer.concat([start, delta, awsChunk({ completion: 'yes' })])

const bodyOf = (bytes: Uint8Array, size = bytes.length) =>
  readAnswerBody({
    events: Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => ({
      payload: encodePiece(bytes.subarray(at * size, (at + 1) * size), null),
      at_ms: 0,
    })),
  })

const messages = [
  { event: 'messageStart', data: { role: 'assistant' } },
  { event: 'contentBlockDelta', data: { contentBlockIndex: 0, delta: { text: 'Grüße ☂' } } },
  { event: 'chunk', data: { completion: 'yes' } },
]

describe('an AWS event stream', () => {
  test('reads as its events, in whatever pieces it came', () => {
    for (const size of [1, 2, 50, 10_000]) expect(bodyOf(stream, size)).toEqual({ kind: 'sse', messages })
  })

  test('that begins or ends inside a frame reads as the frames that are whole', () => {
    expect(bodyOf(stream.subarray(10))).toEqual({ kind: 'sse', messages: messages.slice(1) })
    expect(bodyOf(stream.subarray(0, -3))).toEqual({ kind: 'sse', messages: messages.slice(0, 2) })
  })

  test('loses a damaged frame and no other', () => {
    const damaged = Buffer.from(stream)
    damaged[start.length + delta.length - 20] = 0x40
    expect(bodyOf(damaged)).toEqual({ kind: 'sse', messages: [messages[0], messages[2]] })
  })

  test('tells exceptions and errors as errors, with their type', () => {
    const failed = Buffer.concat([
      awsException('throttlingException', 'Too many tokens'),
      awsFrame(
        { ':message-type': 'error', ':error-code': 'InternalError', ':error-message': 'An error' },
        '',
      ),
      awsFrame({ ':message-type': 'exception', ':exception-type': 'odd' }, 'no JSON'),
    ])
    expect(bodyOf(failed)).toEqual({
      kind: 'sse',
      messages: [
        { event: 'exception', data: { error: { type: 'throttlingException', message: 'Too many tokens' } } },
        { event: 'error', data: { error: { type: 'InternalError', message: 'An error' } } },
        { event: 'exception', data: { error: { type: 'odd', message: 'no JSON' } } },
      ],
    })
  })

  test('is not seen in other bytes, which never make a reader throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const body = bodyOf(bytes)
        const read = body.kind === 'sse' ? body.messages : []
        expect(read.every(({ event }) => event !== 'messageStart')).toBe(true)
      }),
    )
    expect(bodyOf(Buffer.alloc(64)).kind).toBe('text')
  })
})
