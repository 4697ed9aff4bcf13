import { expect, test } from 'vitest'
import type { BodyPart, RecordedRequest } from '../../src/cassette/records.ts'
import { firstDifference } from '../../src/match/difference.ts'
import { digestRequest } from '../../src/match/digest.ts'
import { CallFinder } from '../../src/match/finder.ts'
import { dialectById } from '../../src/providers/dialects.ts'
import { describeMismatch } from '../../src/report/mismatch-text.ts'
import { dataOf, now } from '../report/mismatch-cases.ts'
import { chatRequest, recordedCall } from './requests.ts'

const model: BodyPart = { name: 'model', text: 'whisper-1' }
const prompt: BodyPart = { name: 'prompt', text: 'Names: Ada' }
const file: BodyPart = { name: 'file', filename: 'a.wav', content_type: 'audio/wav', base64: 'AAECAw==' }
const nameless: BodyPart = { content_type: 'application/json', text: '{}' }

const form = (...multipart: BodyPart[]): RecordedRequest => chatRequest({}, { body: { multipart } })

const bytes = (size: string, hash: string, rest: string) => `${size}, sha256 ${hash}, from byte ${rest}`

const cases: [
  what: string,
  incoming: BodyPart[],
  path: string,
  recorded: unknown,
  sent: unknown,
  says: string,
][] = [
  [
    'a text',
    [model, { ...prompt, text: 'Names: Bob' }, file],
    'multipart[1].text',
    'Names: Ada',
    'Names: Bob',
    'form field prompt changed: Names: Ada → Names: Bob',
  ],
  [
    'a name',
    [{ ...model, name: 'modell' }, prompt, file],
    'multipart[0].name',
    'model',
    'modell',
    'the name of form field modell changed: model → modell',
  ],
  [
    'a file name',
    [model, prompt, { ...file, filename: 'b.wav' }],
    'multipart[2].filename',
    'a.wav',
    'b.wav',
    'the filename of part 3 of the form (file) changed: a.wav → b.wav',
  ],
  [
    'a content type',
    [model, prompt, { ...file, content_type: 'audio/mp3' }],
    'multipart[2].content_type',
    'audio/wav',
    'audio/mp3',
    'the content type of part 3 of the form (file) changed: audio/wav → audio/mp3',
  ],
  [
    'bytes',
    [model, prompt, { ...file, base64: 'AAEJAw==' }],
    'multipart[2].base64',
    bytes('4 bytes', '054edec1d021', '2: 02 03'),
    bytes('4 bytes', '8a70a5e5b0e1', '2: 09 03'),
    'the content of part 3 of the form (file) changed',
  ],
  [
    'bytes that became text',
    [model, prompt, { name: 'file', filename: 'a.wav', content_type: 'audio/wav', text: '' }],
    'multipart[2].base64',
    bytes('4 bytes', '054edec1d021', '0: 00 01 02 03'),
    bytes('0 bytes', 'e3b0c44298fc', '0: (end)'),
    'the content of part 3 of the form (file) changed',
  ],
  ['a field less', [model, file], 'multipart[1]', prompt, undefined, 'form field prompt is no longer sent'],
  [
    'a file more',
    [model, prompt, file, { ...file, filename: 'b.wav' }],
    'multipart[3]',
    undefined,
    { name: 'file', filename: 'b.wav', content_type: 'audio/wav', content: '4 bytes, sha256 054edec1d021' },
    'part 4 of the form (file) is newly sent',
  ],
  [
    'a part without a name',
    [model, prompt, file, nameless],
    'multipart[3]',
    undefined,
    nameless,
    'part 4 of the form (application/json) is newly sent',
  ],
]

test.each(cases)('%s of a form is told by its part', (_, parts, path, recorded, sent, says) => {
  const [before, after] = [form(model, prompt, file), form(...parts)]
  expect(firstDifference(before, after)).toEqual({ field_path: path, recorded, incoming: sent })
  expect(digestRequest(before)).not.toBe(digestRequest(after))
  const missed = new CallFinder([recordedCall(0, before)], { order: 'any' }).take(after)
  if (missed.found) throw new Error('it was found')
  const { message } = describeMismatch(dataOf(missed.mismatch, 1), dialectById('openai-audio'), now)
  expect(message.split('\n')[0]).toBe(says)
})

test('a form that is none any more is told by its content type', () => {
  const headers = (type: string): RecordedRequest['headers'] => [['content-type', type]]
  const before = { ...form(model), headers: headers('multipart/form-data') }
  const after = chatRequest({}, { body: { text: '--x' }, headers: headers('text/plain') })
  expect(firstDifference(before, after)?.field_path).toBe('headers.content-type')
  expect(firstDifference(before, { ...after, headers: before.headers })?.field_path).toBe('body')
})

test('two bodies of bytes are told apart by size, hash and the place where they part', () => {
  const body = (content: Buffer) => chatRequest({}, { body: { base64: content.toString('base64') } })
  const long = Buffer.alloc(3_000, 255)
  const other = Buffer.from(long)
  other[2_000] = 1
  expect(firstDifference(body(long), body(other))).toEqual({
    field_path: 'body',
    recorded: expect.stringMatching(/^3,000 bytes, sha256 [0-9a-f]{12}, from byte 2000: (ff ){15}ff …$/),
    incoming: expect.stringMatching(/^3,000 bytes, sha256 [0-9a-f]{12}, from byte 2000: 01 (ff ){14}ff …$/),
  })
})
