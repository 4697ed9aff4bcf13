import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCassette } from '../../src/cassette/parse.ts'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { serialiseCassette } from '../../src/cassette/serialise.ts'
import { CassetteError } from '../../src/errors/cassette-error.ts'
import { arbitraryCalls, noTranscript, sampleCalls, sampleHeader, sampleText } from './sample.ts'

const path = '/project/src/__recordings__/agent.test.ts/weather/calls the tool.jsonl'
const shown = 'src/__recordings__/agent.test.ts/weather/calls the tool.jsonl'
const read = (text: string | Uint8Array, key?: string) =>
  parseCassette(Buffer.from(text), path, { shown, key })

function refusal(text: string | Uint8Array, key?: string): CassetteError {
  try {
    read(text, key)
  } catch (error) {
    if (error instanceof CassetteError) return error
    throw error
  }
  throw new Error('the cassette was read')
}

const text = sampleText()
const lines = text.trimEnd().split('\n')
const without = (...indexes: number[]) =>
  `${lines.filter((_, index) => !indexes.includes(index)).join('\n')}\n`
const withLine = (index: number, change: (line: string) => string) =>
  `${lines.map((line, at) => (at === index ? change(line) : line)).join('\n')}\n`

describe('a cassette', () => {
  test('reads back as what was written, its bodies whole', () => {
    const cassette = read(text)
    expect(cassette.header).toEqual(sampleHeader)
    expect(cassette.calls).toEqual(sampleCalls())
    expect(cassette.seal).toMatchObject({ lines: lines.length - 1, calls: 4 })
    expect(text).toContain('"delta":[{"path":"messages","base":0,"keep":2}]')
  })

  test('of any calls reads back as what was written', () => {
    fc.assert(
      fc.property(arbitraryCalls({ sessions: true }), (generated) => {
        // As they come from JSON: there is no negative zero in what `JSON.stringify` writes.
        const calls = JSON.parse(JSON.stringify(generated)) as RecordedCall[]
        const again = read(sampleText(calls))
        expect(again.calls).toEqual(calls)
        expect(sampleText(again.calls)).toBe(sampleText(calls))
      }),
    )
  })

  test('keeps unknown fields of its header, whatever they hold', () => {
    const header = { ...sampleHeader, fingerprint: { hash: 'f'.repeat(64) }, hint: { hash: 'f'.repeat(64) } }
    expect(read(serialiseCassette({ header, calls: [] }, noTranscript, undefined).text).header).toEqual(
      header,
    )
  })

  test('ends in the same head whenever it was recorded', () => {
    const later = sampleCalls().map((call) => ({
      ...call,
      events: call.events.map((event) => ({ ...event, at_ms: 99 })),
    }))
    expect(read(sampleText(later)).seal.head).toBe(read(text).seal.head)
    expect(read(sampleText(later)).seal.file).not.toBe(read(text).seal.file)
  })

  test('that any single byte of was changed, added or removed is refused', () => {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] as number) ^ (1 << (at % 8))
      expect(refusal(flipped).line, `bit flipped at ${at}`).not.toBeNull()
      expect(
        refusal(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])),
        `cut at ${at}`,
      ).toBeDefined()
      expect(
        refusal(Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at)])),
        `space at ${at}`,
      ).toBeDefined()
    }
    expect(refusal(`${text} `).fault).toBe('seal')
  }, 60_000)

  test('that is cut off says after which line, and what to do', () => {
    const error = refusal(`${lines.slice(0, 5).join('\n')}\n`)
    expect(error).toMatchObject({ code: 'RETAKE_CASSETTE', path, fault: 'truncated', line: 5 })
    expect(error.message).toBe(
      `${shown} is cut off after line 5: no seal\n` +
        '  The file was truncated or edited. Take it from git, or record it again: npx retake record -- <test command>',
    )
    expect(refusal(text.slice(0, -40)).message).toContain(`is cut off in line ${lines.length}: no seal`)
    expect(refusal(text.slice(0, -1)).message).toContain('no newline at its end')
    expect(refusal('').message).toContain('is empty')
    const cutInCharacter = Buffer.from(text).subarray(0, Buffer.from(text).indexOf('☔') + 1)
    expect(refusal(cutInCharacter).fault).toBe('truncated')
  })

  test('names the command that records this test, where it is known', () => {
    const command = "npx retake record -- npx vitest run a.test.ts -t '^a$'"
    expect(() => parseCassette(Buffer.from('{}\n'), path, { command })).toThrow(`record it again: ${command}`)
  })

  test.each([
    [
      'a merge conflict',
      withLine(3, (line) => `<<<<<<< ours\n${line}\n=======\n${line}\n>>>>>>> theirs`),
      'conflict',
      4,
      null,
      'Take one side',
    ],
    ['CRLF line endings', text.replaceAll('\n', '\r\n'), 'line_endings', 1, null, '.gitattributes'],
    ['a line that is no JSON', withLine(2, () => 'oops'), 'json', 3, 0, 'no JSON'],
    ['a line that is no object', withLine(2, () => '[1]'), 'json', 3, 0, 'no JSON object'],
    ['no header', without(0), 'order', 1, null, 'no header'],
    ['two headers', withLine(4, () => lines[0] as string), 'order', 5, 0, 'second header'],
    [
      'a newer format',
      withLine(0, (line) => line.replace('"format_version":1', '"format_version":2')),
      'format',
      1,
      null,
      'newer',
    ],
    [
      'an older format',
      withLine(0, (line) => line.replace('"format_version":1', '"format_version":0')),
      'format',
      1,
      null,
      'older',
    ],
    [
      'an unknown capability',
      withLine(0, (line) => line.replace('"capabilities":[]', '"capabilities":["hops"]')),
      'capability',
      1,
      null,
      '"hops"',
    ],
    [
      'an unknown line type',
      withLine(1, (line) => line.replace('"request"', '"wish"')),
      'line',
      2,
      null,
      'no type',
    ],
    [
      'an unknown field',
      withLine(1, (line) => line.replace('"call_index"', '"new":1,"call_index"')),
      'line',
      2,
      null,
      'does not know',
    ],
    ['a missing call', without(1, 2, 3, 4), 'order', 2, null, 'call 0 is missing'],
    ['a missing event', without(3), 'count', 4, 0, '0 events'],
    ['a call that has not ended', without(4), 'order', 5, 0, 'call 0 has not ended'],
    [
      'swapped events',
      `${[...lines.slice(0, 7), lines[8], lines[7], ...lines.slice(9)].join('\n')}\n`,
      'order',
      8,
      1,
      'event 0',
    ],
    [
      'an edited event',
      withLine(3, (line) => line.replace('call 0', 'call 9')),
      'chain',
      5,
      0,
      'an event of the call was edited',
    ],
    [
      'an edited time',
      withLine(3, (line) => line.replace('"at_ms":12', '"at_ms":13')),
      'seal',
      lines.length,
      null,
      'outside the chain',
    ],
    ['an edited prompt', withLine(1, (line) => line.replace('Lisbon', 'London')), 'chain', 2, null, 'edited'],
    [
      'another transcript',
      withLine(lines.length - 1, (line) => line.replace('"transcript":"e', '"transcript":"f')),
      'seal',
      lines.length,
      null,
      'seal was edited',
    ],
    ['a line after the seal', `${text}{}\n`, 'seal', lines.length + 1, null, 'after the seal'],
  ] as const)('with %s is refused', (_, broken, fault, line, call_index, words) => {
    const error = refusal(broken)
    expect(error).toMatchObject({ fault, line, call_index })
    expect(error.message).toContain(words)
    expect(error.message.startsWith(shown)).toBe(true)
  })

  test('that is no UTF-8 is refused', () => {
    const bytes = Buffer.from(text)
    bytes[bytes.indexOf('☔')] = 0xff
    expect(refusal(bytes)).toMatchObject({ fault: 'encoding', line: 2 })
    expect(refusal(Buffer.concat([Buffer.from('\ufeff'), Buffer.from(text)]))).toMatchObject({
      fault: 'json',
      line: 1,
    })
  })

  test('never shows its content in an error', () => {
    const secret = 'sk-hunter2'
    for (const broken of [
      withLine(2, () => `{"${secret}`),
      withLine(1, (line) => line.replace('"call_index"', `"${secret}":1,"call_index"`)),
    ]) {
      expect(refusal(broken).message).not.toContain(secret)
    }
  })

  describe('that is signed', () => {
    const signed = sampleText(undefined, 'key one')

    test('is read with its key, and by who has none', () => {
      expect(read(signed, 'key one').calls).toEqual(sampleCalls())
      expect(read(signed).seal.hmac).toMatch(/^[0-9a-f]{64}$/)
    })

    test('is refused with another key; so is an unsigned one where a key is set', () => {
      expect(refusal(signed, 'key two')).toMatchObject({ fault: 'signature' })
      expect(refusal(text, 'key one')).toMatchObject({ fault: 'signature' })
    })

    test('is refused with any byte of its seal changed, even by who has no key', () => {
      const start = signed.lastIndexOf('\n', signed.length - 2) + 1
      for (let at = start; at < signed.length; at++) {
        const other = signed[at] === '1' ? '2' : '1'
        expect(refusal(signed.slice(0, at) + other + signed.slice(at + 1))).toBeDefined()
      }
    })
  })
})
