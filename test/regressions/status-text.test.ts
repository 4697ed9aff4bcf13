import { expect, test } from 'vitest'
import { playBack } from '../../src/intercept/playback.ts'

test('an error without a body replays with the reason that SDKs put into their message', async () => {
  const response = await playBack(
    {
      call_index: 0,
      digest: '',
      request: {
        provider: 'openai',
        dialect: 'openai-chat',
        model: null,
        method: 'POST',
        url: 'https://api.openai.com/v1/chat/completions',
        headers: [],
        body: null,
      },
      parents: [],
      response: { status: 500, headers: [] },
      events: [],
      outcome: 'complete',
      error: null,
      usage: null,
    },
    {
      signal: new AbortController().signal,
      url: 'https://api.openai.com/v1/chat/completions',
      pace: 0,
      fragment: false,
      started: 0,
      now: () => 0,
      readOn: () => new Error('not asked for'),
      setTimeout,
      clearTimeout,
    },
  )
  // As undici gives it for a live answer, where @ai-sdk takes its message from.
  expect(response.statusText).toBe('Internal Server Error')
})
