import { expect, test } from 'vitest'
import type { RecordedCall } from '../../src/cassette/records.ts'
import { type PlaybackRules, playBack } from '../../src/intercept/playback.ts'

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

function rules(signal = new AbortController().signal, options: Partial<PlaybackRules> = {}) {
  const readOn: string[] = []
  return {
    readOn,
    rules: {
      signal,
      url: 'https://asked.example/v1',
      pace: 0,
      fragment: false,
      started: 0,
      now: () => 0,
      setTimeout: ((work: () => void) => setTimeout(work, 20)) as typeof setTimeout,
      clearTimeout,
      readOn: () => {
        readOn.push('read on')
        return new Error('mismatch')
      },
      ...options,
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

/** A clock that a test moves by waiting: each timer is due at once, and says how long it was. */
function paced(pace: number, events: [text: string, at_ms: number][], signal?: AbortSignal) {
  const waits: number[] = []
  let time = 1_000
  const { rules: made } = rules(signal, {
    pace,
    started: 1_000,
    now: () => time,
    setTimeout: ((work: () => void, ms: number) => {
      waits.push(ms)
      time += ms
      return setTimeout(work, 0)
    }) as typeof setTimeout,
  })
  const recorded = call({ events: events.map(([text, at_ms]) => ({ payload: { text }, at_ms })) })
  return { waits, rules: made, recorded }
}

test.each([
  [0, []],
  [1, [100, 150]],
  [0.5, [50, 75]],
  [3, [300, 450]],
])('paced by %d, the answer begins and goes on when it did, times that', async (pace, expected) => {
  const { waits, rules, recorded } = paced(pace, [
    ['a', 100],
    ['b', 100],
    ['c', 250],
  ])
  expect(await pieces(await playBack(recorded, rules))).toEqual(['a', 'b', 'c'])
  expect(waits).toEqual(expected)
})

test('a client that leaves or aborts a paced answer waits no longer', async () => {
  const never = ((_: () => void, ms: number) => setTimeout(() => {}, ms)) as typeof setTimeout
  const abort = new AbortController()
  const slow = [['a', 60_000]] as [string, number][]
  const start = playBack(paced(1, slow).recorded, {
    ...paced(1, slow, abort.signal).rules,
    setTimeout: never,
  })
  abort.abort(new Error('enough'))
  await expect(start).rejects.toThrow('enough')

  const { rules, recorded } = paced(1, [
    ['a', 0],
    ['b', 60_000],
  ])
  const body = (await playBack(recorded, { ...rules, setTimeout: never })).body
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  const next = reader.read()
  await reader.cancel()
  expect((await next).done).toBe(true)
})

test('fragmented, the same bytes come in other pieces, the same every time', async () => {
  const text = 'event: a\r\ndata: {"é":"🙂"}\r\n\r\ndata: [DONE]\n\n'
  const recorded = call({ events: [{ payload: { text }, at_ms: 0 }], digest: 'd' })
  const play = async () => {
    const read: Buffer[] = []
    const response = await playBack(recorded, rules(undefined, { fragment: true }).rules)
    for await (const piece of response.body as ReadableStream<Uint8Array>) read.push(Buffer.from(piece))
    return read
  }
  const read = await play()
  expect(Buffer.concat(read).toString()).toBe(text)
  expect(read.length).toBeGreaterThan(5)
  expect(await play()).toEqual(read)
})

test('redirects are told by the last URL, at the port that was asked', async () => {
  const answer = (url: string) => ({ redirects: [{ status: 307, url }], status: 200, headers: [] })
  const asked = { ...rules().rules, url: 'http://localhost:4321/v1' }
  const request = { ...call({}).request, url: 'http://localhost/v1' }
  expect(await playBack(call({ request, response: answer('http://localhost/v2?a=1') }), asked)).toMatchObject(
    {
      url: 'http://localhost:4321/v2?a=1',
      redirected: true,
    },
  )
  const elsewhere = await playBack(call({ request, response: answer('https://files.example/x') }), asked)
  expect(elsewhere.url).toBe('https://files.example/x')
})

test('a caller who has aborted before the answer begins gets no answer', async () => {
  const abort = new AbortController()
  abort.abort(new Error('changed my mind'))
  await expect(playBack(call({}), rules(abort.signal).rules)).rejects.toThrow('changed my mind')
})
