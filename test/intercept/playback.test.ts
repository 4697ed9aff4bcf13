import { expect, test } from 'vitest'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { playBack } from '../../src/intercept/playback.ts'

function call(rest: Partial<RecordedCall>): RecordedCall {
  return {
    call_index: 0,
    digest: '',
    request: {
      provider: 'p',
      dialect: 'plain',
      model: null,
      method: 'POST',
      url: 'http://x/',
      headers: [],
      body: null,
    },
    parents: [],
    response: { status: 200, headers: [['content-type', 'text/event-stream']] },
    events: ['ä', '', 'c'].map((text) => ({ payload: { text }, at_ms: 0 })),
    outcome: 'complete',
    error: null,
    usage: null,
    ...rest,
  }
}

function rules(signal = new AbortController().signal) {
  const readOn: string[] = []
  return {
    readOn,
    rules: {
      signal,
      url: 'https://asked.example/v1',
      setTimeout: ((work: () => void) => setTimeout(work, 20)) as typeof setTimeout,
      clearTimeout,
      readOn: () => {
        readOn.push('read on')
        return new Error('mismatch')
      },
    },
  }
}

async function pieces(response: Response): Promise<string[]> {
  const read: string[] = []
  for await (const piece of response.body as ReadableStream<Uint8Array>)
    read.push(new TextDecoder().decode(piece))
  return read
}

test('the body comes in exactly the recorded pieces, with status, headers and the URL that was asked', async () => {
  const response = await playBack(call({}), rules().rules)
  expect([response.status, response.url, [...response.headers]]).toEqual([
    200,
    'https://asked.example/v1',
    [['content-type', 'text/event-stream']],
  ])
  expect(await pieces(response)).toEqual(['ä', '', 'c'])
})

test.each([204, 205, 304])('a %i has no body', async (status) => {
  const response = await playBack(call({ response: { status, headers: [] }, events: [] }), rules().rules)
  expect(response.body).toBeNull()
  expect(await response.text()).toBe('')
})

test('an empty body is an empty body', async () => {
  const response = await playBack(call({ events: [] }), rules().rules)
  expect(await response.text()).toBe('')
})

const reset = { phase: 'body' as const, code: 'ECONNRESET', message: 'read ECONNRESET' }

test('a connection that broke breaks again after the same pieces, with the same code', async () => {
  const response = await playBack(call({ outcome: 'error', error: reset }), rules().rules)
  await expect(response.text()).rejects.toMatchObject({
    name: 'TypeError',
    message: 'terminated',
    cause: { code: 'ECONNRESET', message: 'read ECONNRESET' },
  })
})

test('a connection that never came up fails as fetch fails', async () => {
  const failed = call({ response: null, events: [], outcome: 'error', error: { ...reset, phase: 'connect' } })
  await expect(playBack(failed, rules().rules)).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'ECONNRESET' },
  })
})

test('where the recorded client aborted, the answer waits for the abort', async () => {
  const controller = new AbortController()
  const { rules: given, readOn } = rules(controller.signal)
  const response = await playBack(call({ outcome: 'aborted' }), given)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  for (let n = 0; n < 3; n++) await reader.read()
  const next = reader.read()
  controller.abort(new Error('enough'))
  await expect(next).rejects.toThrow('enough')
  expect(readOn).toEqual([])
})

test('a client that reads on where the recorded one aborted gets the mismatch', async () => {
  const { rules: given, readOn } = rules()
  const response = await playBack(call({ outcome: 'aborted' }), given)
  await expect(response.text()).rejects.toThrow('mismatch')
  expect(readOn).toEqual(['read on'])
})

test('a client that leaves on its own is not waited for', async () => {
  const { rules: given, readOn } = rules()
  const response = await playBack(call({ outcome: 'aborted' }), given)
  for await (const _ of response.body as ReadableStream<Uint8Array>) break
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(readOn).toEqual([])
})
