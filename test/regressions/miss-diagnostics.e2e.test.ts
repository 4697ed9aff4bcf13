/** ../shared/cases.md, 1 to 6: what people reported about misses that could not be understood, or were not seen. */
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { startProvider } from '../../examples/provider/provider.ts'
import { modeFromEnvironment } from '../../src/config/mode.ts'
import { ReplayMismatch } from '../../src/errors/replay-mismatch.ts'
import { refusalResponse } from '../../src/intercept/refusal.ts'
import { CallFinder } from '../../src/match/finder.ts'
import { createRedactor } from '../../src/redact/create.ts'
import { chatRequest, recordedCall } from '../match/requests.ts'
import { agentTurn, edited, mismatchOf, textOf, textOfEdit } from '../report/mismatch-cases.ts'
import { askFiles, testFile } from '../support/agent-files.ts'
import { UserProject } from '../support/user-project.ts'

test('1: one nested field that differs is named by its path, with both values for the diff', () => {
  const incoming = edited((body) => {
    body.tools[0].function.parameters.properties.limit.maximum = 20
  })
  const { data, expected, actual } = textOfEdit(incoming)
  expect(data.field_path).toBe('tools[0].function.parameters.properties.limit.maximum')
  expect([expected, actual]).toEqual([10, 20])
})

describe('2: a refused call is not retried, and the reason is the message of the error', () => {
  const text = textOfEdit(edited((body) => (body.model = 'gpt-5')))
  const mismatch = new ReplayMismatch(text.data, text)
  const ask = { model: 'm', max_tokens: 5, messages: [{ role: 'user' as const, content: 'Hi?' }] }
  const clients = {
    openai: (fetch: typeof globalThis.fetch) =>
      new OpenAI({ apiKey: 'k', fetch }).chat.completions.create(ask),
    anthropic: (fetch: typeof globalThis.fetch) => new Anthropic({ apiKey: 'k', fetch }).messages.create(ask),
  }
  test.each(Object.entries(clients))('%s', async (_, call) => {
    let attempts = 0
    const answer = call(async () => {
      attempts++
      return refusalResponse(mismatch)
    })
    await expect(answer).rejects.toThrow('the model changed: gpt-5-mini → gpt-5')
    expect(attempts).toBe(1)
  })
})

test('3: an agent that catches every error and answers "sorry" still fails its test', {
  timeout: 120_000,
}, async () => {
  const provider = await startProvider()
  const project = await UserProject.create({
    ...askFiles,
    'src/ask.test.ts': testFile(
      `test('a', async () => { expect(await ask('Hi?').catch(() => 'sorry')).toBe('sorry') })`,
    ),
  })
  try {
    const result = await project.vitest([], {
      env: { PROVIDER_URL: provider.url, OPENAI_API_KEY: 'sk-none' },
    })
    expect(result.code).toBe(1)
    expect(result.output).toContain('ReplayMismatch: this test has no recording')
    expect(provider.requests).toHaveLength(0)
  } finally {
    project.remove()
    await provider.close()
  }
})

test('4: a mismatch uses nothing up: the recorded answer is there for the next attempt', () => {
  const finder = new CallFinder([recordedCall(0, chatRequest())], { order: 'any' })
  expect(finder.take(chatRequest({ temperature: 1 })).found).toBe(false)
  expect(finder.take(chatRequest()).found).toBe(true)
})

test('5: a miss prints no secret, and no more than 40 lines, whatever the request holds', () => {
  const token = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4MDEyMzQ1Njc4OQ'
  const redactor = createRedactor({ credentials: [token] })
  const body = edited((turn) => {
    turn.messages[0].content = `${'A line.\n'.repeat(500)}authorization: Bearer ${token}`
    turn.api_key = token
  })
  const incoming = redactor.json(body)
  const { message, expected, actual } = textOfEdit(incoming, agentTurn)
  const printed = [message, expected, actual].join('\n')
  expect(printed).not.toContain(token)
  expect(printed.split('\n').length).toBeLessThanOrEqual(40)
  const missing = textOf(mismatchOf([], [chatRequest({ messages: [{ role: 'user', content: 'Hi?' }] })]))
  expect(missing.message.split('\n').length).toBeLessThan(8)
})

test('6: a mistyped mode is an error, and capitals do not matter', () => {
  expect(() => modeFromEnvironment({ RETAKE: 'recrod' })).toThrow('Did you mean record?')
  expect(() => modeFromEnvironment({ RETAKE: 'strict' })).toThrow('Modes: replay, record')
  expect(modeFromEnvironment({ RETAKE: 'Replay' })).toBe('replay')
})
