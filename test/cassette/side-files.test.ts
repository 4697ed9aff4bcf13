import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBase64 } from '../../src/cassette/base64-runs.ts'
import { sha256 } from '../../src/cassette/chain.ts'
import { readCassette } from '../../src/cassette/open.ts'
import { decodePayload, encodePiece } from '../../src/cassette/payload.ts'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { type CassetteContent, serialiseCassette } from '../../src/cassette/serialise.ts'
import { stampOf } from '../../src/cassette/stamp.ts'
import { adoptCalls, deleteCassette } from '../../src/cassette/store.ts'
import { CassetteError } from '../../src/errors/cassette-error.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { arbitraryCalls, bytesLike, noTranscript, sampleCall, sampleHeader } from './sample.ts'

let root = ''
let folder = ''
let path = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'retake-side-'))
  folder = join(root, '__recordings__/images.test.ts')
  path = join(folder, 'draws.jsonl')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const adopt = (calls: RecordedCall[], cassettePath = path) =>
  adoptCalls({ root, cassettePath, header: sampleHeader, calls, transcript: '# draws\n' })
const sideNames = () => readdirSync(join(folder, '_side')).sort()
const answering = (bytes: Uint8Array, index = 0, kind: 'json' | null = 'json') =>
  sampleCall(index, { prompt: index }, { events: [{ payload: encodePiece(bytes, kind), at_ms: 3 }] })
const answerOf = (call: RecordedCall | undefined) =>
  Buffer.concat(call?.events.map(({ payload }) => decodePayload(payload)) ?? [])

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), bytesLike('a picture', 20_000)])
const dataUrl = `data:image/png;base64,${png.toString('base64')}`

/** What reading the cassette is refused with. */
function refusal(): CassetteError {
  try {
    readCassette(path, { root })
  } catch (error) {
    if (error instanceof CassetteError) return error
    throw error
  }
  throw new Error('the cassette was read')
}

describe('large contents', () => {
  test('stand in a file of their kind beside the cassette, and read back as they were', () => {
    const calls = [
      sampleCall(0, {
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: dataUrl } }] }],
      }),
    ]
    adopt(calls)
    const name = `${sha256(png).slice(0, 32)}.png`
    expect(sideNames()).toEqual([name])
    expect(readFileSync(join(folder, '_side', name)).equals(png)).toBe(true)
    const line = JSON.parse(readFileSync(path, 'utf8').split('\n')[1] as string)
    expect(line.body.json.messages[0].content[0].image_url.url).toBe('data:image/png;base64,')
    expect(line.side).toEqual([
      {
        path: 'body.json.messages[0].content[0].image_url.url',
        at: 'data:image/png;base64,'.length,
        file: name,
        bytes: png.length,
        sha256: sha256(png),
        encoding: 'base64',
      },
    ])
    expect(readCassette(path).calls).toEqual(calls)
    expect(readCassette(path).header.capabilities).toEqual(['side-files'])
    expect(readFileSync(join(root, '__recordings__/.gitattributes'), 'utf8')).toContain(
      '\n**/_side/* binary\n',
    )
  })

  test.each([
    [
      'compact JSON',
      Buffer.from(JSON.stringify({ data: [{ b64_json: png.toString('base64') }] })),
      'json',
      'png',
    ],
    [
      'JSON with spaces',
      Buffer.from(JSON.stringify({ data: [{ b64_json: dataUrl }, { b64_json: dataUrl }] }, null, 2)),
      'json',
      'png',
    ],
    ['bytes', png, null, 'png'],
    [
      'an odd number of base64 digits',
      Buffer.from(`data: {"partial":"A${png.toString('base64').replace(/=+$/, '')}`),
      null,
      'bin',
    ],
    ['text of more than a mebibyte', Buffer.from('Words, ☂ and more. '.repeat(60_000)), null, 'txt'],
  ] as const)('in %s give back the very same bytes', (_, bytes, kind, extension) => {
    adopt([answering(bytes, 0, kind)])
    expect(sideNames().map((name) => name.split('.')[1])).toEqual([extension])
    expect(readFileSync(path).length).toBeLessThan(2_500)
    expect(answerOf(readCassette(path).calls[0]).equals(bytes)).toBe(true)
  })

  test('are written once, however often they occur', () => {
    const json = { pictures: [dataUrl, dataUrl, `see ${dataUrl} and ${dataUrl}`] }
    adopt([sampleCall(0, json), answering(png, 1, null)])
    expect(sideNames()).toHaveLength(1)
    expect(readCassette(path).calls[0]?.request.body).toEqual({ json })
  })

  test('of less than 8 KiB, numbers and prose stay in the line, and nothing changes for such cassettes', () => {
    const json = {
      small: bytesLike('small', 8190).toString('base64'),
      vector: Array(9_000).fill(0.25),
      prose: 'to be '.repeat(9_000),
    }
    const { text, sideFiles } = serialiseCassette(
      { header: sampleHeader, calls: [sampleCall(0, json)] },
      noTranscript,
      undefined,
    )
    expect(sideFiles).toEqual([])
    expect(text).toContain('"capabilities":[]')
    adopt([sampleCall(0, json)])
    expect(readFileSync(join(root, '__recordings__/.gitattributes'), 'utf8')).not.toContain('_side')
  })

  test('stand outside of the parts of a form too, text as well as bytes', () => {
    const { request, ...rest } = sampleCall(0, null)
    const long = 'ß'.repeat(1_048_577)
    const multipart = [
      { name: 'model', text: 'whisper-1' },
      { name: 'file', filename: 'a.png', base64: png.toString('base64') },
      { name: 'notes', text: long },
    ]
    const calls = [{ ...rest, request: { ...request, body: { multipart } } }]
    const written = serialiseCassette({ header: sampleHeader, calls }, noTranscript, undefined)
    expect(written.sideFiles.map(({ bytes }) => bytes.length).sort((a, b) => a - b)).toEqual([
      png.length,
      2 * long.length,
    ])
    expect(written.text).toContain('"path":"body.multipart[1].base64"')
    expect(written.text).toContain('"path":"body.multipart[2].text"')
    mkdirSync(join(folder, '_side'), { recursive: true })
    for (const { name, bytes } of written.sideFiles) writeFileSync(join(folder, '_side', name), bytes)
    writeFileSync(path, written.text)
    expect(readCassette(path).calls).toEqual(calls)
  })

  test('are part of the head: other bytes, another head', () => {
    const headOf = (content: Buffer) =>
      serialiseCassette(
        { header: sampleHeader, calls: [answering(content, 0, null)] },
        noTranscript,
        undefined,
      ).head
    expect(headOf(png)).toBe(headOf(Buffer.from(png)))
    expect(headOf(png)).not.toBe(headOf(Buffer.concat([png, png])))
  })

  test('of any kind anywhere, beside deltas, read back as what was written', () => {
    fc.assert(
      fc.property(arbitraryCalls(), arbitraryLarge(), fc.nat(), (calls, large, seed) => {
        const grown = withLarge(calls, large, seed)
        const content: CassetteContent = { header: sampleHeader, calls: grown }
        const written = serialiseCassette(content, noTranscript, undefined)
        rmSync(folder, { recursive: true, force: true })
        mkdirSync(join(folder, '_side'), { recursive: true })
        for (const { name, bytes } of written.sideFiles) writeFileSync(join(folder, '_side', name), bytes)
        writeFileSync(path, written.text)
        const again = readCassette(path)
        expect(again.calls).toEqual(grown)
        expect(JSON.stringify(again.calls)).toHaveLength(JSON.stringify(grown).length)
        again.calls.forEach((call, index) => {
          expect(answerOf(call).equals(answerOf(grown[index]))).toBe(true)
        })
        expect(
          serialiseCassette({ header: sampleHeader, calls: again.calls }, noTranscript, undefined).head,
        ).toBe(written.head)
      }),
      { numRuns: 60 },
    )
  })
})

/** Strings with large base64 somewhere in them: whole, cut off, padded wrongly, several, inside other text. */
function arbitraryLarge(): fc.Arbitrary<string[]> {
  const run = fc
    .tuple(
      fc.constantFrom(8190, 8191, 8192, 8193, 9000, 16384),
      fc.nat(3),
      fc.constantFrom('', '=', '==', 'B==', '===='),
    )
    .map(([size, cut, tail]) => {
      const base64 = bytesLike(`${size}`, size).toString('base64')
      return base64.slice(0, base64.length - cut) + tail
    })
  const around = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('', 'data:image/png;base64,', '"☂\n', '\ud800', '-_'),
  )
  return fc.array(
    fc.array(fc.tuple(around, run), { minLength: 1, maxLength: 2 }).map((parts) => parts.flat().join('')),
    { minLength: 1, maxLength: 3 },
  )
}

/** The calls with large strings put into requests and answers, under keys of every kind. */
function withLarge(calls: RecordedCall[], large: string[], seed: number): RecordedCall[] {
  const key = ['image', '__proto__', '$side', '7', 'a.b["', ''][seed % 6] as string
  return calls.map((call, index) => {
    const text = large[(seed + index) % large.length] as string
    const nested = Object.fromEntries([
      ['first', index],
      [key, [text, { [`x${key}`]: text }]],
      ['last', null],
    ]) as JsonValue
    const json = (call.request.body as { json: Record<string, JsonValue> }).json
    const messages = [...(json.messages as JsonValue[]), nested]
    const body = { json: { ...json, messages } }
    const wire = [
      JSON.stringify(nested),
      JSON.stringify(nested, null, 1),
      `data: ${JSON.stringify(nested)}\n\n`,
      text,
    ][(seed + index) % 4]
    const payload = encodePiece(Buffer.from(wire as string), null)
    const events = call.response ? [...call.events, { payload, at_ms: 9 }] : call.events
    return { ...call, request: { ...call.request, body }, events }
  })
}

test('base64 is found wherever it stands, and only what decodes and encodes to itself', () => {
  const alphabet = fc.constantFrom('A', 'b', '9', '+', '/', '=', ' ', '-', '☂')
  fc.assert(
    fc.property(
      fc.array(fc.tuple(alphabet, fc.nat(30)), { maxLength: 12 }),
      fc.integer({ min: 3, max: 24 }),
      (parts, least) => {
        const text = parts.map(([character, count]) => character.repeat(count)).join('')
        const found = findBase64(text, least)
        for (const { start, end } of found) {
          const part = text.slice(start, end)
          expect(Buffer.from(part, 'base64').toString('base64')).toBe(part)
          expect(part.length).toBeGreaterThanOrEqual(Math.ceil(least / 3) * 4)
        }
        const long = [...text.matchAll(/[A-Za-z0-9+/]+/g)].filter(
          ([run]) => run.length - (run.length % 4) >= Math.ceil(least / 3) * 4,
        )
        const starts = found.map(({ start }) => start)
        expect(starts).toEqual(expect.arrayContaining(long.map(({ index }) => index)))
        expect([...starts].sort((a, b) => a - b)).toEqual(starts)
      },
    ),
  )
})

describe('a side file', () => {
  const fileOf = () => join(folder, '_side', sideNames()[0] as string)
  beforeEach(() => {
    adopt([answering(png, 0, null)])
  })

  test('that is missing, cut off, altered or out of place is refused, and both files are named', () => {
    const file = fileOf()
    const shown = `__recordings__/images.test.ts/_side/${sha256(png).slice(0, 32)}.png`
    const where = '__recordings__/images.test.ts/draws.jsonl, line 4 (call 0): its side file '
    const altered = Buffer.from(png)
    altered[100] = (altered[100] as number) ^ 1
    writeFileSync(file, altered)
    expect(refusal().message).toContain(`${where}${shown} was altered`)
    writeFileSync(file, png.subarray(1))
    expect(refusal().message).toContain(
      `${where}${shown} has ${png.length - 1} bytes, ${png.length} were recorded`,
    )
    rmSync(file)
    expect(refusal().message).toContain(`${where}${shown} is missing`)
    expect(refusal()).toMatchObject({ fault: 'side_file', line: 4, call_index: 0 })
    mkdirSync(file)
    expect(refusal().message).toContain('cannot be read (EISDIR)')
  })

  test('that was lost is put back by the next recording, and the cassette stays untouched', () => {
    const before = stampOf(path)
    for (const damage of [() => rmSync(fileOf()), () => writeFileSync(fileOf(), 'other')]) {
      damage()
      expect(adopt([answering(png, 0, null)])).toBe('unchanged')
      expect(stampOf(path)).toBe(before)
      expect(answerOf(readCassette(path).calls[0]).equals(png)).toBe(true)
    }
  })

  test('goes with the last cassette of its folder that refers to it, even where that cassette cannot be read', () => {
    const other = join(folder, 'draws again.jsonl')
    adopt([answering(png, 0, null)], other)
    adopt([sampleCall(0, {})])
    expect(sideNames()).toHaveLength(1)
    writeFileSync(other, `<<<<<<< ours\n${readFileSync(other, 'utf8')}`)
    adopt([sampleCall(0, { a: 1 })])
    expect(sideNames()).toHaveLength(1)
    deleteCassette(other, root)
    expect(readdirSync(folder).sort()).toEqual(['draws.jsonl', 'draws.md'])
    deleteCassette(path, root)
    expect(readdirSync(root)).toEqual(['.retake'])
  })

  test('makes way for its successor, and files that are not ours stay', () => {
    writeFileSync(join(folder, '_side/notes.txt'), '')
    const next = bytesLike('another', 9_000)
    expect(adopt([answering(next, 0, null)])).toBe('replaced')
    expect(sideNames()).toEqual([`${sha256(next).slice(0, 32)}.bin`, 'notes.txt'].sort())
  })

  test('is refused where the header does not announce side files, or the reference does not fit', () => {
    const forged = (change: (text: string) => string) => {
      const { text } = serialiseCassette(
        { header: sampleHeader, calls: [forgedCall(change)] },
        noTranscript,
        undefined,
      )
      writeFileSync(path, text)
      return refusal().message
    }
    expect(forged((text) => text)).toContain('which the header does not announce')
    const announced = (reference: object) => {
      const call = forgedCall(() => JSON.stringify([reference]))
      const big = answering(png, 1, null)
      const { text } = serialiseCassette(
        { header: sampleHeader, calls: [call, big] },
        noTranscript,
        undefined,
      )
      writeFileSync(path, text)
      return refusal().message
    }
    expect(announced({ ...reference, path: 'json.nothing' })).toContain(
      'no string of the body stands at "json.nothing"',
    )
    expect(announced({ ...reference, path: 'type' })).toContain('no string of the body stands at "type"')
    expect(announced({ ...reference, at: 99 })).toContain('has no place at 99')
    expect(announced({ ...reference, sha256: 'f'.repeat(64) })).toContain('has a wrong name')
    expect(announced({ ...reference, file: '../draws.jsonl' })).toContain('is no name of a side file')
  })
})

const reference = {
  path: 'json.a',
  at: 0,
  file: `${sha256(png).slice(0, 32)}.png`,
  bytes: png.length,
  sha256: sha256(png),
  encoding: 'base64',
}

/** A call whose event carries a list of references of our making. */
function forgedCall(change: (references: string) => string): RecordedCall {
  const side = JSON.parse(change(JSON.stringify([reference])))
  return sampleCall(0, {}, { events: [{ payload: { json: { a: '' }, side } as never, at_ms: 0 }] })
}
