import { getResponse, HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { SetupMissingError } from '../src/errors/setup-missing-error.ts'

const fetchBefore = globalThis.fetch
const { handlers } = await import('../src/msw.ts')

afterEach(() => {
  vi.unstubAllEnvs()
})

const own = http.all('*', () => HttpResponse.text('own'))
const call = () =>
  new Request('https://api.openai.com/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-5-mini', messages: [] }),
  })

test('importing the handlers changes nothing in the process', () => {
  expect(globalThis.fetch).toBe(fetchBefore)
})

test('what is no model call is left to the next handler', async () => {
  const answer = await getResponse([...handlers, own], new Request('https://shop.example/item'))
  expect(await answer?.text()).toBe('own')
})

test('a handler that stands before goes first', async () => {
  const answer = await getResponse([own, ...handlers], call())
  expect(await answer?.text()).toBe('own')
})

test('a model call in a process without the setup file is an error that says what to add', async () => {
  const failure = await getResponse([...handlers, own], call()).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SetupMissingError)
  expect(failure).toMatchObject({
    url: 'https://api.openai.com/v1/chat/completions',
    message: expect.stringContaining("setupFiles: ['retake/vitest']"),
  })
})

test('with RETAKE=off it is left alone', async () => {
  vi.stubEnv('CI', '')
  vi.stubEnv('RETAKE', 'off')
  const answer = await getResponse([...handlers, own], call())
  expect(await answer?.text()).toBe('own')
})
