import { expect, test } from 'vitest'
import { keptHeaders } from '../../src/intercept/response-headers.ts'
import { isStreamed } from '../../src/intercept/streamed.ts'

test('only what clients act on is kept, and what is named beside it', () => {
  const headers = new Headers([
    ['Content-Type', 'application/json'],
    ['set-cookie', 'a=b'],
    ['openai-organization', 'org'],
    ['x-ratelimit-remaining-tokens', '9'],
    ['Retry-After', '2'],
    ['X-Mine', '1'],
    ['x-mine', '2'],
  ])
  expect(keptHeaders(headers, ['X-MINE'])).toEqual([
    ['content-type', 'application/json'],
    ['retry-after', '2'],
    ['x-mine', '1, 2'],
  ])
})

test.each([
  ['text/event-stream; charset=utf-8', null, 200, true],
  ['application/x-ndjson', null, 200, true],
  ['application/json', null, 200, false],
  ['application/json', { json: { stream: true } }, 200, true],
  ['application/json', { json: { stream: true } }, 429, false],
  ['', { text: 'x' }, 200, false],
])('a %s answer to %j with status %i is kept in pieces: %s', (type, body, status, streamed) => {
  const response = new Response('', { status, headers: { 'content-type': type } })
  expect(isStreamed(response, { url: 'https://a.example/v1/chat', body })).toBe(streamed)
})

test.each([
  ['https://a.example/v1beta/models/gemini:streamGenerateContent?alt=json', 200, true],
  ['https://a.example/v1/publishers/anthropic/models/claude:streamRawPredict', 200, true],
  ['https://a.example/model/claude/converse-stream', 200, true],
  ['https://a.example/v1beta/models/gemini:streamGenerateContent', 429, false],
  ['https://a.example/v1beta/models/gemini:generateContent', 200, false],
])('a URL may ask for a stream that is declared as JSON: %s, status %i', (url, status, streamed) => {
  const response = new Response('[]', { status, headers: { 'content-type': 'application/json' } })
  expect(isStreamed(response, { url, body: { json: { contents: [] } } })).toBe(streamed)
})
