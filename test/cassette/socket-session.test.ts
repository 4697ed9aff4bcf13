import { describe, expect, test } from 'vitest'
import { parseCassette } from '../../src/cassette/parse.ts'
import { sameContent } from '../../src/cassette/same-content.ts'
import { isSocketSession, socketMessages } from '../../src/cassette/socket-session.ts'
import { sampleCall, sampleSession, sampleText } from './sample.ts'

const read = (text: string) => parseCassette(Buffer.from(text), 'a.jsonl')

describe('a WebSocket session', () => {
  test('reads back as it was written, and is announced by the header', () => {
    const { header, calls } = read(sampleText([sampleCall(0, {}), sampleSession(1)]))
    expect(header.capabilities).toEqual(['websockets'])
    expect(calls).toEqual([sampleCall(0, {}), sampleSession(1)])
    expect(calls.map(isSocketSession)).toEqual([false, true])
    expect(socketMessages(sampleSession(1)).map(({ from }) => from)).toEqual([
      'server',
      'client',
      'client',
      'server',
    ])
  })

  test('takes the announcement away with the last session', () => {
    const { header } = read(sampleText([sampleSession(0)]))
    expect(read(sampleText([sampleCall(0, {})])).header.capabilities).toEqual([])
    expect(header.capabilities).toEqual(['websockets'])
  })

  test('with a side file for a large message is read with it', () => {
    const large = Buffer.alloc(20_000, 7).toString('base64')
    const text = sampleText([sampleSession(0, [{ from: 'client', json: { audio: large } }])])
    expect(text).toContain('"capabilities":["side-files","websockets"]')
    expect(text).toMatch(/"from":"client","json":\{"audio":""\},"side":\[/)
  })

  test.each([
    ['a piece of a body in a session', { ...sampleSession(0), events: sampleCall(0, {}).events }],
    ['a message in a call', { ...sampleCall(0, {}), events: sampleSession(0).events }],
  ])('%s is refused', (_, call) => {
    // Written as if it were announced, so that the place of the event alone is wrong.
    const text = sampleText([call, sampleSession(1)])
    expect(() => read(text)).toThrow('WebSocket messages stand in sessions that were accepted')
  })

  test('that differs in a direction, a message or where messages part is not the same', () => {
    const one = (payloads: Parameters<typeof sampleSession>[1]) => [sampleSession(0, payloads)]
    const both = one([{ from: 'client', text: 'ab' }])
    expect(sameContent(both, one([{ from: 'client', text: 'ab' }]))).toBe(true)
    expect(sameContent(both, one([{ from: 'server', text: 'ab' }]))).toBe(false)
    expect(
      sameContent(
        both,
        one([
          { from: 'client', text: 'a' },
          { from: 'client', text: 'b' },
        ]),
      ),
    ).toBe(false)
  })
})
