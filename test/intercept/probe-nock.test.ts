import nock from 'nock'
import { afterEach, expect, test } from 'vitest'
import { runProbe } from '../../src/intercept/probe.ts'

const url = new URL('http://api.example.test/v1/chat/completions')

afterEach(() => {
  nock.cleanAll()
  nock.enableNetConnect()
})

test('a connection that nock may not make is no answer', async () => {
  nock.disableNetConnect()
  expect(await runProbe(url, () => fetch(url))).toEqual({ answered: false })
})

test('a host whose interceptors do not fit is no answer', async () => {
  nock(url.origin).get('/else').reply(200)
  expect(await runProbe(url, () => fetch(url))).toEqual({ answered: false })
})

test('what nock replies is an answer', async () => {
  nock(url.origin).get(url.pathname).reply(201, 'mocked')
  expect(await runProbe(url, () => fetch(url))).toMatchObject({ answered: true, response: { status: 201 } })
})
