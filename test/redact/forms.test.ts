import { expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/create.ts'
import { REMOVED } from '../../src/redact/redactor.ts'
import { plainRequest } from './plain-request.ts'
import { tokens } from './samples.ts'

const redactor = createRedactor({ credentials: [], fields: ['ssn'] })

const field = (name: string, value: string, more = '') =>
  `--b0\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`

const form = (secret: (value: string) => string, file = 'x') =>
  [
    field('model', 'whisper-1'),
    field('api_key', secret('hunter2')),
    field('client_secret', secret('two\r\nlines')),
    field('ssn', secret('123')),
    field('prompt', `the key is ${secret(tokens.groq as string)}`),
    field('options', `{"password":"${secret('x')}","n":1}`),
    field('token', '', '; filename="token.txt"'),
    field('file', file, '; filename="a.wav"\r\nContent-Type: audio/wav'),
    '--b0--\r\n',
  ].join('')

test('text fields of a multipart form go by their names, and JSON in them is taken apart', () => {
  const clean = form(() => REMOVED)
  expect(redactor.text(form((value) => value))).toBe(clean)
  expect(redactor.text(clean)).toBe(clean)
})

test('so do those of a form that was taken apart; files are searched as texts or bytes of their own', () => {
  const parts = (secret: (value: string) => string) => [
    { name: 'model', text: 'whisper-1' },
    { name: 'api_key', text: secret('hunter2') },
    { name: 'ssn', text: secret('123') },
    { name: 'options', text: `{"password":"${secret('x')}"}` },
    { name: 'token', filename: 'token.txt', text: 'a text about tokens' },
    { name: 'file', filename: 'a.json', text: `{"api_key":"${secret('hunter2')}"}` },
    { name: 'note', filename: `${secret(tokens.groq as string)}.txt`, text: '' },
    { headers: [['authorization', secret('Bearer abc')]] as [string, string][], text: '' },
  ]
  const clean = (multipart: ReturnType<typeof parts>) =>
    redactor.request({ ...plainRequest, body: { multipart } }).body
  expect(clean(parts((value) => value))).toEqual({ multipart: parts(() => REMOVED) })
  expect(clean(parts(() => REMOVED))).toEqual({ multipart: parts(() => REMOVED) })
})

test('a known value is found in the bytes of a file', () => {
  const known = 'a-known-value-0123456789'
  const bytes = (value: string) => Buffer.from(`\0\xff${value}\xff`, 'latin1').toString('base64')
  const body = (value: string) => ({ multipart: [{ name: 'file', filename: 'x', base64: bytes(value) }] })
  const cleaned = createRedactor({ credentials: [known] }).request({ ...plainRequest, body: body(known) })
  expect(cleaned.body).toEqual(body(REMOVED))
})

test('so do those of a form with binary files, which stay as they are', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1').toString('base64')
  const noise = `\0\xff\r\n\r\n"api_key":"x" ${tokens.groq}\xfe`
  const cleaned = redactor.request({
    ...plainRequest,
    body: { base64: bytes(form((value) => value, noise)) },
  })
  expect(cleaned.body).toEqual({ base64: bytes(form(() => REMOVED, noise)) })
})

test('a form that was cut off or has no names is no reason to fail', () => {
  const text = form((value) => value)
  for (let at = 0; at < text.length; at += 5) redactor.text(text.slice(0, at))
  expect(redactor.text('--b0\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b0--')).toContain(
    '\r\n\r\nx\r\n',
  )
})

test.each([
  ['password=hun;ter#2!).&a=1', `password=${REMOVED}&a=1`],
  ['a=1&client%5Fsecret=x', `a=1&client%5Fsecret=${REMOVED}`],
  ['user%5Bapi_key%5D=x&flag&', `user%5Bapi_key%5D=${REMOVED}&flag&`],
  ['ssn=123&key=abc&note=a', `ssn=${REMOVED}&key=${REMOVED}&note=a`],
  ['grant+type=x&refresh_token=y=z', `grant+type=x&refresh_token=${REMOVED}`],
  ['max_tokens=5&page_token=abcdef', 'max_tokens=5&page_token=abcdef'],
])('the fields of a URL-encoded form go whole: %s', (given, expected) => {
  expect(redactor.text(given)).toBe(expected)
  expect(redactor.text(expected)).toBe(expected)
})
