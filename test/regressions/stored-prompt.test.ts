import { expect, test } from 'vitest'
import { recogniseCall } from '../../src/providers/recognise.ts'

const url = new URL('http://127.0.0.1:40000/v1/responses')

test('a stored prompt asked through a gateway is a model call although it names no model and no input', () => {
  const stored = { prompt: { id: 'pmpt_0123', version: '1', variables: { word: 'cat' } } }
  expect(recogniseCall(url, 'POST', stored)).toMatchObject({
    provider: 'openai-compatible',
    dialect: { id: 'openai-responses' },
  })
})

test.each([{}, { prompt: 'tell me' }, { prompt: { id: 'form-7' } }, { id: 'pmpt_0123' }])(
  "an application's own form of answers is none: %j",
  (body) => {
    expect(recogniseCall(url, 'POST', body)).toBeNull()
  },
)
