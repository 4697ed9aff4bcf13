import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, expect, test } from 'vitest'
import { runProbe } from '../../src/intercept/probe.ts'

const url = new URL('http://api.example.test/v1/chat/completions')
const probe = () => runProbe(url, () => fetch(url))

let close: () => void = () => {}
afterEach(() => close())

function listen(onUnhandledRequest: 'error' | (() => void), ...handlers: Parameters<typeof setupServer>) {
  const server = setupServer(...handlers)
  server.listen({ onUnhandledRequest })
  close = () => server.close()
}

test.each([
  ["the strategy 'error'", 'error' as const],
  [
    'an error that the callback throws',
    () => {
      throw new Error('This suite talks to nobody.')
    },
  ],
])('what msw refuses for want of a handler, by %s, is no answer', async (_, strategy) => {
  listen(strategy)
  expect(await probe()).toEqual({ answered: false })
})

test('an error that a handler throws is an answer: the user meant the handler to take the request', async () => {
  listen(
    'error',
    http.get(url.href, () => {
      throw new Error('broken handler')
    }),
  )
  const asked = await probe()
  expect(asked).toMatchObject({ answered: true, response: { status: 500 } })
})

test('an answer of a mock is an answer', async () => {
  listen(
    'error',
    http.get(url.href, () => HttpResponse.text('mocked')),
  )
  const asked = await probe()
  expect(asked.answered && 'response' in asked && (await asked.response.text())).toBe('mocked')
})
