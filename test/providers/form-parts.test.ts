import { expect, test } from 'vitest'
import type { RequestBody } from '../../src/cassette/records.ts'
import { formFields, formParts } from '../../src/providers/form-parts.ts'

const form: RequestBody = {
  multipart: [
    { name: 'model', text: 'whisper-1' },
    { name: 'model', text: 'another' },
    { name: 'file', filename: 'a.wav', content_type: 'audio/wav', base64: '/w==' },
    { content_type: 'text/plain', text: 'nameless' },
  ],
}

test('the named parts of a form are read in their order', () => {
  expect(formParts(form).map(({ name, filename, contentType }) => [name, filename, contentType])).toEqual([
    ['model', null, null],
    ['model', null, null],
    ['file', 'a.wav', 'audio/wav'],
  ])
  expect(formParts(form)[2]?.bytes).toEqual(Buffer.of(0xff))
})

test('the fields of a form are its text parts, the first of each name', () => {
  expect(formFields(form)).toEqual({ model: 'whisper-1' })
})

test.each<[RequestBody]>([[null], [{ json: { model: 'm' } }], [{ text: '--b\r\n' }], [{ base64: '' }]])(
  'what is no form has no parts: %j',
  (body) => {
    expect(formParts(body)).toEqual([])
    expect(formFields(body)).toBeUndefined()
  },
)
